import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEdit } from '../../../domain/text/operations.ts';
import { outline } from '../../../domain/text/outline.ts';
import { parseSource } from '../../../domain/text/source.ts';
import { hostile } from './hostile.ts';
import { refusalOf } from './refusal.ts';

const append = (source: string, content: string) => applyEdit(source, { operation: 'append', content });
const prepend = (source: string, content: string) => applyEdit(source, { operation: 'prepend', content });
const replace = (source: string, content: string) => applyEdit(source, { operation: 'replace', content });
const section = (source: string, name: string, content: string) =>
  applyEdit(source, { operation: 'replaceSection', section: name, content });
const find = (source: string, text: string, content: string) =>
  applyEdit(source, { operation: 'findReplace', find: text, content });

describe('append', () => {
  test.each([
    ['a\nb', '- c', 'a\nb\n- c'],
    ['a\n', 'b', 'a\n\nb'],
    ['a', 'b\n', 'a\n\nb\n'],
    ['a\n\n', 'b', 'a\n\nb'],
    ['a\n\n\n\n', 'b', 'a\n\n\n\nb'],
    ['a\n', '\nb', 'a\n\nb'],
    ['a\n  ', 'b', 'a\n  \nb'],
    ['- a\n', '- b\n', '- a\n- b\n'],
    ['- a', '- b', '- a\n- b'],
    ['- a\n  - x\n', '  - y', '- a\n  - x\n  - y'],
    ['1. a', '2. b', '1. a\n2. b'],
    ['- a\n', 'b', '- a\n\nb'],
    ['# H\n', '- b', '# H\n\n- b'],
    ['a', '2. b', 'a\n\n2. b'],
    ['a', '---', 'a\n\n---'],
    ['a\r\n', 'b\nc', 'a\r\n\r\nb\r\nc'],
    ['', 'b', 'b'],
    ['---\na: 1\n---', 'b', '---\na: 1\n---\nb'],
    ['---\na: 1\n---\n', 'b', '---\na: 1\n---\nb'],
    ['a', '', 'a'],
    ['a', '$& $1 \\n', 'a\n\n$& $1 \\n'],
  ])('%j + %j', (source, content, result) => {
    expect(append(source, content)).toBe(result);
  });
});

describe('prepend', () => {
  test.each([
    ['a', 'b', 'b\n\na'],
    ['---\nt: 1\n---\na', 'b', '---\nt: 1\n---\nb\n\na'],
    ['---\nt: 1\n---\n\n# A\n', 'b\n', '---\nt: 1\n---\n\nb\n\n# A\n'],
    ['---\nt: 1\n---', 'b', '---\nt: 1\n---\nb'],
    ['- a\n', '- b', '- b\n- a\n'],
    ['* a\n', '- b', '- b\n\n* a\n'],
    ['a\r\nb', 'x\ny', 'x\r\ny\r\n\r\na\r\nb'],
    ['\uFEFFa', 'b', '\uFEFFb\n\na'],
    ['', 'b', 'b'],
  ])('%j + %j', (source, content, result) => {
    expect(prepend(source, content)).toBe(result);
  });
});

test('append and prepend keep the old text', () => {
  const old = hostile.filter((source) => parseSource(source).frontmatter === null);
  fc.assert(
    fc.property(old, hostile, (source, content) => {
      expect(append(source, content).startsWith(source)).toBe(true);
      expect(prepend(source, content)).toContain(source.replace(/^\uFEFF/, ''));
    }),
  );
});

test('append and prepend keep the frontmatter first', () => {
  fc.assert(
    fc.property(hostile, hostile, (body, content) => {
      const source = `---\nt: x\n---\n${body}`;
      for (const result of [append(source, content), prepend(source, content)]) {
        expect(parseSource(result).frontmatter?.raw).toBe('t: x');
      }
    }),
  );
});

describe('replace', () => {
  test.each([
    ['a', 'b', 'b'],
    ['---\nt: 1\n---\n\na', 'b', '---\nt: 1\n---\nb'],
    ['---\nt: 1\n---', 'b', '---\nt: 1\n---\nb'],
    ['---\nt: 1\n---\na', '---\nt: 2\n---\nb', '---\nt: 2\n---\nb'],
    ['---\nt: 1\n---\na', '---\n\nb', '---\nt: 1\n---\n---\n\nb'],
    ['a\r\nb\r\n', 'x\ny\n', 'x\r\ny\r\n'],
    ['a\nb\n', 'x\r\ny', 'x\r\ny'],
    ['a', '', ''],
  ])('%j by %j', (source, content, result) => {
    expect(replace(source, content)).toBe(result);
    expect(replace(result, content)).toBe(result);
  });

  test('content with a broken block is refused where it would take the place of a good one', () => {
    expect(refusalOf(() => replace('---\nt: 1\n---\na', '---\nt: [\n---\nb')).code).toBe(
      'invalidFrontmatter',
    );
  });
});

describe('replaceSection', () => {
  test.each([
    ['## A\nx\n### A1\ny\n## B', 'A', '### A1\nz', '## A\n### A1\nz\n## B'],
    ['## A\n\nx\n\n## B\n', 'A', 'z', '## A\n\nz\n\n## B\n'],
    ['## A\n\nx\n\n## B\n', 'A', '## A\n\nz\n', '## A\n\nz\n\n## B\n'],
    ['## A\n\nx\n\n## B\n', 'A', 'a\n===\nz', '## A\n\nz\n\n## B\n'],
    ['## A\n\nx\n\n## B\n', 'A', '', '## A\n\n## B\n'],
    ['t\n\n## A\nx', 'A', 'z\n', 't\n\n## A\nz'],
    ['t\n\n## A\nx\n', 'A', 'z', 't\n\n## A\nz\n'],
    ['t\n\n## A', 'A', 'z', 't\n\n## A\nz'],
    ['t\n\n## A\n', 'A', 'z', 't\n\n## A\nz\n'],
    ['## A\n## B\n', 'A', 'z', '## A\nz\n## B\n'],
    ['## A\n\n## B\n', 'A', 'z', '## A\n\nz\n\n## B\n'],
    ['## A\r\nx\r\n## B\r\n', 'A', 'y\nz', '## A\r\ny\r\nz\r\n## B\r\n'],
    ['A\n---\n```\nx\n```\nB\n---\n', 'A', 'z', 'A\n---\nz\n\nB\n---\n'],
    ['## J\n| a | see `## K` |\n## L', 'J', 'z', '## J\nz\n## L'],
    ['## J\n\n| a |\n|---|\n| ## K |\n\n## L\n', 'J', 'z', '## J\n\nz\n\n## L\n'],
    ['t\n## A\nx  \n', 'A', '  z  ', 't\n## A\n  z  \n'],
    [
      '## A\nx\n## B',
      'A',
      'Path D:\\Up\\new, code \\u0042, \\1, \\g<0>',
      '## A\nPath D:\\Up\\new, code \\u0042, \\1, \\g<0>\n## B',
    ],
  ])('%j, %s by %j', (source, name, content, result) => {
    expect(section(source, name, content)).toBe(result);
    expect(section(result, name, content)).toBe(result);
  });

  test.each([
    ['# T\n\nx\n\n## A\n', 'T'],
    ['---\na: 1\n---\n\n## A\nx', 'A'],
    ['# T', 'T'],
  ])('%j: a section that is the whole body is refused', (source, name) => {
    const refusal = refusalOf(() => section(source, name, 'z'));
    expect(refusal.code).toBe('invalidArguments');
    expect(refusal.hint).toContain('replace');
  });

  test('all outside the section stays, and doing it twice changes nothing more', () => {
    const content = hostile.filter((text) => outline(`x\n\n${text}`).length === 0);
    fc.assert(
      fc.property(hostile, hostile, content, (above, below, text) => {
        const source = `top\n\n${above}\n\n# Zed\n\nold\n\n# Next\n${below}`;
        const target = outline(source).find(({ title }) => title === 'Zed');
        fc.pre(target !== undefined && outline(source).filter(({ title }) => title === 'Zed').length === 1);
        if (target === undefined) return;
        const result = section(source, 'Zed', text);
        expect(result.startsWith(source.slice(0, target.contentStart))).toBe(true);
        expect(result.endsWith(source.slice(target.end))).toBe(true);
        fc.pre(outline(result).some(({ title }) => title === 'Next'));
        expect(section(result, 'Zed', text)).toBe(result);
      }),
    );
  });
});

describe('findReplace', () => {
  test.each([
    ['x😀y', '\ud83d'],
    ['x😀y', '\ude00'],
    ['😀😁', '\ude00\ud83d'],
    ['e\u0301', 'e'],
  ])('half a character of %j is not found: %j', (source, half) => {
    expect(refusalOf(() => find(source, half, 'z')).code).toBe('noMatch');
  });

  test.each([
    ['Fee: X1 due', 'X1', '$$5 / $& / $1', 'Fee: $$5 / $& / $1 due'],
    ['alpha\r\nbeta\r\ngamma\n', 'alpha\nbeta', 'A\nB', 'A\r\nB\r\ngamma\n'],
    ['a\nb\n', 'a\r\nb', 'x', 'x\n'],
    ['a\r\nb', '\n', ' ', 'a b'],
    ['Cafe\u0301 x', 'Café', 'Tea', 'Tea x'],
    ['Café x', 'Cafe\u0301', 'Tea', 'Tea x'],
    ['cafe\u0301 cafe', 'cafe', 'tea', 'cafe\u0301 tea'],
    ['café\r\nx\r\n', 'cafe\u0301\nx', 'y', 'y\r\n'],
    ['---\nt: old\n---\nx', 'old', 'new', '---\nt: new\n---\nx'],
    ['😀😁', '😁', 'x', '😀x'],
    ['❤️ a', '❤', 'x', 'x\ufe0f a'],
    ['각 가', '가', 'x', '각 x'],
  ])('%j: %j by %j', (source, text, content, result) => {
    expect(find(source, text, content)).toBe(result);
  });

  test.each([
    ['a bb c', 'bb', 'a c'],
    ['a bb', 'bb', 'a'],
    ['a bb\nc', 'bb', 'a\nc'],
    ['bb c', 'bb', 'c'],
    ['a\nbb\nc', 'bb', 'a\nc'],
    ['a\n\nbb\n\nc', 'bb', 'a\n\nc'],
    ['a\r\n\r\nbb\r\n\r\nc', 'bb', 'a\r\n\r\nc'],
    ['a\n\nbb\n', 'bb', 'a\n'],
    ['a\n\nbb', 'bb', 'a'],
    ['bb\n\nc', 'bb', 'c'],
    ['- a\n- bb\n- c', '- bb', '- a\n- c'],
    ['- bb c', 'bb', '- c'],
    ['abbc', 'bb', 'ac'],
    ['a\n\nbb\n\nc', 'bb\n', 'a\n\nc'],
    ['a\n\nbb\n\nc', '\n\nbb', 'a\n\nc'],
    ['bb', 'bb', ''],
    ['---\nt: 1\n---\nx', '---\nt: 1\n---\n', 'x'],
  ])('%j without %j closes the gap', (source, text, result) => {
    expect(find(source, text, '')).toBe(result);
  });

  test('three ways to one text', () => {
    const source = '# T\n\nintro\n\n## Fee\n\nFee: X1 due\n';
    const wanted = '# T\n\nintro\n\n## Fee\n\nFee: $$5 / $& / $1 due\n';
    expect(find(source, 'X1', '$$5 / $& / $1')).toBe(wanted);
    expect(section(source, 'Fee', 'Fee: $$5 / $& / $1 due')).toBe(wanted);
    expect(replace(source, wanted)).toBe(wanted);
  });

  test.each([
    ['say “hi” now', 'say "hi"', ['quotes']],
    ['a — b', 'a - b', ['dashes']],
    ['a\u00a0b', 'a b', ['no-break spaces']],
    ['Hello World', 'hello world', ['letter case']],
    ['a  b', 'a b', ['white space']],
    ['“a”–b', '"a"-b', ['quotes', 'dashes']],
    ['zero\u200bwidth', 'zerowidth', ['invisible characters']],
    ['the quick fox', 'the slow fox', []],
  ])('%j against %j: nearest line and what differs', (line, text, differs) => {
    const refusal = refusalOf(() => find(`first\n\n${line}\nlast\n`, text, 'x'));
    expect(refusal.code).toBe('noMatch');
    expect(refusal.message).toContain('0 matches');
    expect(refusal.details.nearest).toEqual({ line: 3, text: line, differs });
  });

  test('nothing near is null', () => {
    expect(refusalOf(() => find('abc', 'xyz', '')).details.nearest).toBeNull();
  });

  test('several are notUnique with lines and contexts; overlaps count', () => {
    const refusal = refusalOf(() => find('x aaa\ny\n', 'aa', 'b'));
    expect(refusal.code).toBe('notUnique');
    expect(refusal.details).toEqual({
      matches: [
        { line: 1, column: 3, context: 'x aaa' },
        { line: 1, column: 4, context: 'x aaa' },
      ],
      total: 2,
    });
    const many = refusalOf(() => find('a\n'.repeat(150), 'a', 'b'));
    expect(many.details.matches).toHaveLength(100);
    expect(many.details.total).toBe(150);
  });

  test('equivalent texts count as several', () => {
    expect(refusalOf(() => find('café cafe\u0301', 'café', 'x')).details.total).toBe(2);
  });

  test.each([
    ['t: 1', 't: ['],
    ['---\nt', '--\nt'],
    ['---\nx', 'x'],
  ])('frontmatter broken by %j -> %j is refused', (text, content) => {
    expect(refusalOf(() => find('---\nt: 1\n---\nx', text, content)).code).toBe('invalidFrontmatter');
  });

  test('only the match changes', () => {
    const part = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\r\n', ' ', 'é', '$', '😀') });
    fc.assert(
      fc.property(part, part, fc.string({ minLength: 1 }), (before, after, content) => {
        const clean = content.replace(/[\r\n]/g, '');
        fc.pre(clean !== '');
        expect(find(`${before}<Z>${after}`, '<Z>', clean)).toBe(before + clean + after);
      }),
    );
  });
});

test.each([
  ['findReplace' as const, {}],
  ['findReplace' as const, { find: '' }],
  ['replaceSection' as const, {}],
])('%s with %j is invalidArguments', (operation, rest) => {
  expect(refusalOf(() => applyEdit('a', { operation, content: 'x', ...rest })).code).toBe('invalidArguments');
});
