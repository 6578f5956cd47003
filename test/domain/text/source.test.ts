import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSource, setFrontmatter } from '../../../domain/text/source.ts';
import { hostile } from './hostile.ts';

describe('parseSource', () => {
  test.each([
    ['---\ncreated: 2026-04-05\n---\nx', { created: '2026-04-05' }, 'x'],
    ['---\naliases:\ntags:\n---', { aliases: null, tags: null }, ''],
    ['---\r\na: 1\r\n---\r\n\r\nx', { a: 1 }, '\r\nx'],
    ['\uFEFF---\na: b\n---\nx', { a: 'b' }, 'x'],
    ['---\n---\nx', {}, 'x'],
    ['--- \na: [1, {b: null}]\n---\t\n', { a: [1, { b: null }] }, ''],
    [
      '---\nid: 12345678901234567890\nv: 1.10\nz: 007\n---\n',
      { id: '12345678901234567890', v: '1.10', z: '007' },
      '',
    ],
    ['---\nt: |\n  a\n\n  b\n---\n', { t: 'a\n\nb\n' }, ''],
    ['---\n# only a comment\n---\n', {}, ''],
  ])('%j', (source, data, body) => {
    const parsed = parseSource(source);
    expect(parsed.frontmatter?.data).toEqual(data);
    expect(parsed.body).toBe(body);
    expect(source.slice(parsed.bodyStart)).toBe(body);
    expect(parsed.warnings).toEqual([]);
  });

  test('raw is the text between the fences', () => {
    expect(parseSource('---\n# c\na:  "x"\n---\n').frontmatter?.raw).toBe('# c\na:  "x"');
  });

  test.each([
    ['---\n\ntext'],
    ['---\n\ntext\n\n---\n\nmore'],
    ['# T\n\nA\n\n---\n\nB\n\n---\n\nC'],
    ['\n---\na: 1\n---\n'],
    ['---'],
    ['----\na: 1\n----\n'],
    [''],
  ])('%j has no frontmatter and no warning', (source) => {
    expect(parseSource(source)).toEqual({ frontmatter: null, bodyStart: 0, body: source, warnings: [] });
  });

  test.each([
    ['---\ntitle: x\n\ntext'],
    ['---\ntitle: [x\n---\n'],
    ['---\na: 1\na: 2\n---\n'],
    ['---\na: &x 1\n---\n'],
    ['---\na: &x 1\nb: *x\n---\n'],
    ['---\na: !!str 1\n---\n'],
    ['---\na: !foo {b: 1}\n---\n'],
    [`---\na: ${'x'.repeat(65_536)}\n---\n`],
    [`---\na: ${'['.repeat(5000)}\n---\n`],
  ])('%j is body plus a warning', (source) => {
    const parsed = parseSource(source);
    expect(parsed.frontmatter).toBeNull();
    expect(parsed.body).toBe(source);
    expect(parsed.warnings).toHaveLength(1);
  });

  test('never throws, and loses no byte', () => {
    fc.assert(
      fc.property(hostile, (source) => {
        const parsed = parseSource(source);
        expect(source.endsWith(parsed.body)).toBe(true);
        expect(parsed.body.length).toBe(source.length - parsed.bodyStart);
      }),
    );
  });
});

describe('setFrontmatter', () => {
  test.each([
    ['no block', '# x\n', { title: 'A' }, '---\ntitle: A\n---\n# x\n'],
    ['no block, CRLF', '# x\r\n', { title: 'A' }, '---\r\ntitle: A\r\n---\r\n# x\r\n'],
    ['a BOM', '\uFEFFx', { a: 1 }, '\uFEFF---\na: 1\n---\nx'],
    ['nothing to set', 'x', { title: undefined }, 'x'],
    ['an empty block', '---\n---\nx', { a: 'b' }, '---\na: b\n---\nx'],
    [
      'comments',
      '---\n# head\nb: 1 # one\na:   "q"   # two\n---\n',
      { a: 'r' },
      '---\n# head\nb: 1 # one\na: "r"   # two\n---\n',
    ],
    ['a new key', '---\r\nb: 1\r\n# end\r\n---\r\nx', { a: 'r' }, '---\r\nb: 1\r\n# end\r\na: r\r\n---\r\nx'],
    [
      'an empty value',
      '---\naliases:   # none\ntags:\n---\n',
      { aliases: ['x'] },
      '---\naliases:\n  - x   # none\ntags:\n---\n',
    ],
    [
      'a growing list',
      '---\naliases:\n- "a" # first\n# t\nt: 1\n---\n',
      { aliases: ['a', 'b, c'] },
      '---\naliases:\n- "a" # first\n- "b, c"\n# t\nt: 1\n---\n',
    ],
    [
      'a growing flow list',
      '---\ntags: [a,  b] # x\n---\n',
      { tags: ['a', 'b', 'c'] },
      '---\ntags: [a,  b, c] # x\n---\n',
    ],
    ['a changed flow list', '---\ntags: [a, b]\n---\n', { tags: ['b'] }, '---\ntags: [b]\n---\n'],
    ['deleting', '---\na: 1\nb:\n  - x\n  - y\nc: 2\n---\n', { b: undefined }, '---\na: 1\nc: 2\n---\n'],
    ['an equal value', '---\na:    1\n---\n', { a: 1 }, '---\na:    1\n---\n'],
    ['text that looks like a number', 'x', { title: '12', b: 'true' }, '---\ntitle: "12"\nb: "true"\n---\nx'],
    ['text with a colon', 'x', { title: 'a: b #c' }, '---\ntitle: "a: b #c"\n---\nx'],
    ['a block scalar', '---\nd: |\n  a\n  b\nt: x\n---\n', { d: 'c' }, '---\nd: c\nt: x\n---\n'],
    ['a broken block', '---\na: [\n---\nx', { t: 'y' }, '---\nt: y\n---\n---\na: [\n---\nx'],
  ])('%s', (_, source, changes, result) => {
    const changed = setFrontmatter(source, changes);
    expect(changed).toBe(result);
  });

  const key = fc.constantFrom('title', 'tags', 'x y', 'a:b', '1', 'née', '#k');
  const scalar = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.constantFrom('a\nb', '- x', '2026-04-05', ' pad ', '---', 'x: y', '[', "it's", '"q"', '\u2028', 'a\n'),
  );
  const value = fc.oneof(
    scalar,
    fc.array(scalar),
    fc.dictionary(fc.string(), scalar, { noNullPrototype: true }),
  );

  test('what is set is read back; other keys and the body stay', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(key, value), { maxLength: 5 }),
        fc.tuple(key, value),
        fc.constantFrom('\n# T\n', 'body', '\r\nx\r\n', ''),
        (entries, [name, wanted], body) => {
          const base = entries.reduce<string>((source, [k, v]) => setFrontmatter(source, { [k]: v }), body);
          const before = parseSource(base);
          const after = parseSource(setFrontmatter(base, { [name]: wanted }));
          expect(after.frontmatter?.data).toEqual({ ...before.frontmatter?.data, [name]: wanted });
          expect(after.body).toBe(before.body);
          const without = parseSource(setFrontmatter(base, { [name]: undefined }));
          const { [name]: _, ...rest } = { ...before.frontmatter?.data };
          expect({ ...without.frontmatter?.data }).toEqual(rest);
          expect(without.body).toBe(before.body);
        },
      ),
    );
  });

  test('any source takes a title and keeps its body', () => {
    fc.assert(
      fc.property(hostile, (source) => {
        const before = parseSource(source);
        const after = parseSource(setFrontmatter(source, { title: 'New: "title"' }));
        expect(after.frontmatter?.data).toEqual({ ...before.frontmatter?.data, title: 'New: "title"' });
        expect(after.body).toBe(before.body.replace(/^\uFEFF/, ''));
      }),
    );
  });
});
