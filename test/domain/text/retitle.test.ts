import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { noteFacts } from '../../../domain/text/note.ts';
import { fileNameForTitle } from '../../../domain/text/paths.ts';
import { retitle } from '../../../domain/text/retitle.ts';
import { setFrontmatter } from '../../../domain/text/source.ts';
import { refusalOf } from './refusal.ts';

const to = (source: string, title: string, from = 'Old.md') =>
  retitle(source, { from, to: fileNameForTitle(title) }, title).source;

/** The same with the new alias taken out again: what is left is what the title itself changed. */
const titleOnly = (source: string, title: string) => {
  const had = noteFacts(source, 'Old.md').aliases;
  return setFrontmatter(to(source, title), { aliases: had.length > 0 ? had : undefined });
};

describe('the title changes where it came from', () => {
  test.each<[string, string, string]>([
    [
      'frontmatter',
      '---\ntitle: Old # kept\ntags: [a]\n---\n# Heading\n',
      '---\ntitle: New # kept\ntags: [a]\n---\n# Heading\n',
    ],
    ['quoted frontmatter', '---\ntitle: "Old"\n---\nx', '---\ntitle: "New"\n---\nx'],
    [
      'frontmatter with CRLF',
      '---\r\ntitle: Old\r\nx: 1\r\n---\r\nbody\r\n',
      '---\r\ntitle: New\r\nx: 1\r\n---\r\nbody\r\n',
    ],
    [
      'an ATX heading',
      '---\na: 1\n---\n# Old\n\ntext  \n# Old\n',
      '---\na: 1\n---\n# New\n\ntext  \n# Old\n',
    ],
    [
      'an indented ATX heading with a closing sequence',
      '---\na: 1\n---\n  #\tOld ##  \nx',
      '---\na: 1\n---\n  #\tNew ##  \nx',
    ],
    [
      'an ATX heading with CRLF',
      '---\r\na: 1\r\n---\r\n# Old\r\nx\r\n',
      '---\r\na: 1\r\n---\r\n# New\r\nx\r\n',
    ],
    ['an ATX heading that ends the text', '---\na: 1\n---\n# Old', '---\na: 1\n---\n# New'],
    ['a setext heading', '---\na: 1\n---\nOld\n===\nx', '---\na: 1\n---\nNew\n===\nx'],
    [
      'a setext heading of two lines',
      '---\na: 1\n---\n Old\r\n  title  \r\n=== \r\nx',
      '---\na: 1\n---\n New  \r\n=== \r\nx',
    ],
    [
      'the file name alone',
      '---\na: 1\n---\ntext\n# Not the title\n',
      '---\na: 1\n---\ntext\n# Not the title\n',
    ],
  ])('%s', (_where, before, after) => {
    expect(titleOnly(before, 'New')).toBe(after);
    expect(noteFacts(to(before, 'New'), 'New.md')).toMatchObject({ title: 'New' });
  });

  test('a first heading on level 2 is no title', () => {
    expect(to('## Old\n', 'New', 'Old.md')).toBe('---\naliases:\n  - Old\n---\n## Old\n');
  });
});

describe('the old title', () => {
  test.each<[string, string, string]>([
    ['becomes the first alias', '# Old\n', '---\naliases:\n  - Old\n---\n# New\n'],
    ['joins a list', '---\naliases: [AI]\n---\n# Old\n', '---\naliases: [AI, Old]\n---\n# New\n'],
    [
      'joins a block list, comments kept',
      '---\naliases:\n- AI # short\n---\n# Old\n',
      '---\naliases:\n- AI # short\n- Old\n---\n# New\n',
    ],
    ['joins a single text', '---\naliases: AI\n---\n# Old\n', '---\naliases:\n  - AI\n  - Old\n---\n# New\n'],
    ['is there already', '---\naliases: [old]\n---\n# Old\n', '---\naliases: [old]\n---\n# New\n'],
  ])('%s', (_what, before, after) => {
    expect(to(before, 'New')).toBe(after);
  });

  test('that differs by case alone is none', () => {
    expect(to('# config\n', 'Config')).toBe('# Config\n');
    expect(to('text', 'Config', 'config.md')).toBe('text');
  });

  test('does not push out the aliases beyond a hundred', () => {
    const many = Array.from({ length: 120 }, (_, index) => `alias ${index}`);
    const written = to(setFrontmatter('# Old\n', { aliases: many }), 'New');
    expect(written).toContain('alias 119');
    expect(written).toContain('- Old');
  });
});

describe('a title that would not be read back', () => {
  test.each([
    'C #',
    '# C',
    '> C',
    '- C',
    '===',
    '***',
    '    C',
    '[a]: b',
    '<div>',
    '```',
    'A | B',
    'A]]B',
    'A#B',
    '$& $1 $$',
  ])('%j is kept as it is', (text) => {
    const title = text.trim();
    for (const source of ['# Old\n\ntext\n', 'Old\n===\ntext\n', 'text\n', '---\ntitle: Old\n---\nx', ''])
      expect(noteFacts(to(source, title), fileNameForTitle(title)).title).toBe(title);
  });

  test('a heading keeps the characters that links cannot hold', () => {
    expect(to('---\naliases: [Old]\n---\n# Old\n', 'A | B]]#')).toBe(
      '---\naliases: [Old]\n---\n# A | B]]#\n',
    );
  });

  test('is refused where the frontmatter has no room for it', () => {
    const source = `---\nlong: ${'x'.repeat(64 * 1024 - 10)}\n---\n# Old\n`;
    expect(refusalOf(() => to(source, 'New')).code).toBe('invalidFrontmatter');
  });
});

test('a heading of a megabyte of blanks is rewritten at once', () => {
  const source = `# Old${' '.repeat(1_000_000)}#x\n`;
  const facts = noteFacts(source, 'a.md');
  expect(to(`---\naliases: [${JSON.stringify(facts.title)}]\n---\n${source}`, 'New', 'a.md')).toMatch(
    /# New\n$/,
  );
});

const anyLine = fc.constantFrom(
  '# Old',
  'Old',
  '===',
  '---',
  '',
  'text',
  '- a',
  '\ttab',
  '```',
  '> q',
  'title: Old',
  'aliases: [x]',
);

test('whatever the source, the title is the new one, and no line of the body but the heading changes', () => {
  fc.assert(
    fc.property(
      fc.array(anyLine, { maxLength: 8 }),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      fc.constantFrom('New', 'B | C', '- x', 'é', '# y'),
      (lines, ending, hasBom, title) => {
        const source = (hasBom ? '\uFEFF' : '') + lines.join(ending);
        const before = noteFacts(source, 'file.md');
        fc.pre(before.title !== title);
        const name = fileNameForTitle(title);
        const { source: written, facts } = retitle(source, { from: 'file.md', to: name }, title);
        expect(noteFacts(written, name)).toEqual(facts);
        expect(facts.title).toBe(title);
        expect(facts.aliases).toContain(before.title);
        const body = (text: string, start: number) =>
          text
            .slice(start)
            .replace(/^\uFEFF/, '')
            .split(/\r?\n/);
        const [old, now] = [body(source, before.bodyStart), body(written, facts.bodyStart)];
        const changed = old.filter((line, index) => line !== now[index]);
        if (before.titleFrom === 'heading') expect(changed.length).toBeLessThanOrEqual(lines.length);
        else expect(now).toEqual(old);
      },
    ),
    { numRuns: 300 },
  );
});
