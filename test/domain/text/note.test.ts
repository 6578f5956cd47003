import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { noteFacts } from '../../../domain/text/note.ts';
import { hostile } from './hostile.ts';

describe('title', () => {
  test.each([
    ['---\ntitle: A\n---\n# B', 'A', 'frontmatter'],
    ['---\ntitle: 007\n---\n# B', '007', 'frontmatter'],
    ['---\ntitle: 2026-04-05\n---\n', '2026-04-05', 'frontmatter'],
    ['---\ntitle:\n---\n# B', 'B', 'heading'],
    ['---\ntitle: [x]\n---\n# B', 'B', 'heading'],
    ['---\ntitle: "a\\u0007b\\nc"\n---\n', 'a b c', 'frontmatter'],
    ['\n\n# Templates in C++: notes\n', 'Templates in C++: notes', 'heading'],
    ['Title\n=====\n', 'Title', 'heading'],
    ['text\n\n# B', 'file', 'file'],
    ['## B\n\n# C', 'file', 'file'],
    ['> # B', 'file', 'file'],
    ['#\n', 'file', 'file'],
    ['', 'file', 'file'],
  ])('%j: %j from %s', (source, title, titleFrom) => {
    expect(noteFacts(source, 'file.md')).toMatchObject({ title, titleFrom, warnings: [] });
  });

  test('a title over 300 characters is cut with a warning', () => {
    const facts = noteFacts(`# ${'😀'.repeat(301)}`, 'a.md');
    expect(facts.title).toBe('😀'.repeat(300));
    expect(facts.warnings).toHaveLength(1);
  });
});

test.each([
  ['tags: [cooking, "#italian", Cooking]', ['cooking', 'italian']],
  ['tags: a, b', ['a', 'b']],
  ['tags: one', ['one']],
  ['tags:\n  - cooking, italian\n  - 2026\n  - true', ['cooking', 'italian', '2026', 'true']],
  ['tags: [Café, "cafe\u0301", {a: 1}, ""]', ['Café']],
  ['tags:', []],
])('%j', (yaml, tags) => {
  expect(noteFacts(`---\n${yaml}\n---\n`, 'a.md').tags).toEqual(tags);
});

test.each([
  ['aliases: [AI, ai]', ['AI']],
  ['aliases: "Smith, John"', ['Smith, John']],
  ['aliases: ["a, b", c]', ['a, b', 'c']],
  ['aliases:', []],
])('%j', (yaml, aliases) => {
  expect(noteFacts(`---\n${yaml}\n---\n`, 'a.md').aliases).toEqual(aliases);
});

test('the other known keys are text or null', () => {
  const facts = noteFacts('---\ntype: memo\nstatus: [x]\ndescription: " d "\n---\n', 'a.md');
  expect(facts).toMatchObject({ type: 'memo', status: null, description: 'd' });
});

test('what is beyond a limit is cut with a warning', () => {
  const list = Array.from({ length: 101 }, (_, index) => `x${index}`).join(', ');
  const facts = noteFacts(`---\ntags: [${list}]\naliases: [${list}]\n---\n${'[[a]] '.repeat(5001)}`, 'a.md');
  expect([facts.tags.length, facts.aliases.length, facts.links.length]).toEqual([100, 100, 5000]);
  expect(facts.warnings).toHaveLength(3);
  expect(noteFacts(`${'> '.repeat(120)}[[a]]`, 'a.md').warnings).toHaveLength(1);
  expect(noteFacts(`${'> '.repeat(50)}[[a]]`, 'a.md')).toMatchObject({
    warnings: [],
    links: [{ target: 'a' }],
  });
});

test('a source of links alone is read whole', () => {
  expect(noteFacts('[[a]]'.repeat(200_000), 'a.md').links).toHaveLength(5000);
});

test('never throws; links lie where they say', () => {
  fc.assert(
    fc.property(hostile, (source) => {
      const { links, bodyStart } = noteFacts(source, 'a.md');
      for (const link of links) {
        expect(link.start).toBeGreaterThanOrEqual(bodyStart);
        expect(source.slice(link.start, link.end)).toMatch(/^!?\[[\s\S]*[\])]$/);
        expect(link.target).not.toBe('');
      }
    }),
  );
});
