import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checkSegment,
  fileNameForTitle,
  joinPath,
  parseFolderPath,
  parseNotePath,
  withSuffix,
} from '../../../domain/text/paths.ts';
import { utf8Length } from '../../../domain/text/utf8Length.ts';
import { refusalOf } from './refusal.ts';

describe('parseFolderPath', () => {
  test.each([
    [undefined, '/'],
    ['', '/'],
    ['/', '/'],
    ['a', 'a/'],
    ['a/', 'a/'],
    ['a/b c', 'a/b c/'],
    ['50% plan/', '50% plan/'],
    ['日本', '日本/'],
  ])('%j is %j', (raw, folder) => {
    expect(parseFolderPath(raw)).toBe(folder);
  });

  test.each([
    ['a/b.md', '"a/"'],
    ['b.md', '"/"'],
    ['a/b/c.MD', '"a/b/"'],
  ])('the note path %j names its folder %s', (raw, folder) => {
    const refusal = refusalOf(() => parseFolderPath(raw));
    expect(refusal.code).toBe('invalidPath');
    expect(refusal.message).toContain(folder);
  });

  test('a leading slash is refused with the right value', () => {
    expect(refusalOf(() => parseFolderPath('/a/')).hint).toContain('"a/"');
  });
});

describe('parseNotePath', () => {
  test.each([
    ['a.md', '/', 'a.md'],
    ['x/y/Café.md', 'x/y/', 'Café.md'],
  ])('%j', (raw, folder, name) => {
    expect(parseNotePath(raw)).toEqual({ folder, name });
    expect(joinPath(folder, name)).toBe(raw);
  });

  test.each([
    ['/a.md', '"a.md"'],
    ['a', '"a.md"'],
    ['a.MD', '"a.md"'],
  ])('%j is refused with the hint %s', (raw, right) => {
    const refusal = refusalOf(() => parseNotePath(raw));
    expect(refusal.code).toBe('invalidPath');
    expect(refusal.hint).toContain(right);
  });

  test.each([
    ['a//b.md'],
    ['../a.md'],
    ['./a.md'],
    ['a/../b.md'],
    ['a\\b.md'],
    ['a\u0000.md'],
    ['a\nb.md'],
    [' a.md'],
    ['a /b.md'],
    ['.a.md'],
    ['a./b.md'],
    ['.md'],
    ['%2e%2e/a.md'],
    ['%252E%252e/a.md'],
    ['a%2Fb.md'],
    ['a%5cb.md'],
    ['a%00.md'],
    ['\ud83d.md'],
    [`${'é'.repeat(127)}.md`],
    [`${'a/'.repeat(511)}aa.md`],
  ])('%j is invalidPath', (raw) => {
    expect(refusalOf(() => parseNotePath(raw)).code).toBe('invalidPath');
  });
});

test('the reason of a refused segment stands in the message', () => {
  expect(refusalOf(() => checkSegment('..')).message).toContain('".." points at a folder');
  expect(refusalOf(() => checkSegment('a'.repeat(256))).message).toContain('255 bytes');
  expect(() => checkSegment('a'.repeat(255))).not.toThrow();
});

describe('fileNameForTitle', () => {
  test.each([
    ['Test Note', 'Test Note.md'],
    ['In/Out list', 'In-Out list.md'],
    ['a\\b', 'a-b.md'],
    ['A/B', 'A-B.md'],
    ['..', 'untitled.md'],
    ['???', 'untitled.md'],
    ['.hidden', 'hidden.md'],
    ['CON', '_CON.md'],
    ['nul.txt', '_nul.txt.md'],
    ['com1', '_com1.md'],
    ['Control', 'Control.md'],
    ['50% plan', '50% plan.md'],
    ['100%2f', '100-2f.md'],
    ['Templates in C++: notes', 'Templates in C++- notes.md'],
    ['A | B', 'A - B.md'],
    ['A]]B', 'A-B.md'],
    ['A#B', 'A-B.md'],
    ['readme.md', 'readme.md'],
    ['Übersicht 日本語 🎉', 'Übersicht 日本語 🎉.md'],
    ['e.g. this.', 'e.g. this.md'],
  ])('%j gives %j', (title, name) => {
    expect(fileNameForTitle(title)).toBe(name);
  });

  test('a cut splits no grapheme', () => {
    expect(fileNameForTitle('👩‍🚀'.repeat(60))).toMatch(/^(👩‍🚀)+\.md$/u);
  });

  test('every title gives a segment that passes, with room for a suffix', () => {
    const titles = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.string({ unit: 'grapheme', maxLength: 400 }),
    );
    fc.assert(
      fc.property(titles, (title) => {
        const name = fileNameForTitle(title);
        expect(() => checkSegment(name)).not.toThrow();
        expect(name.endsWith('.md')).toBe(true);
        expect(withSuffix(name, ' (restored 99)')).toBe(`${name.slice(0, -3)} (restored 99).md`);
        expect(utf8Length(withSuffix(name, ' (restored 99)'))).toBeLessThanOrEqual(255);
      }),
    );
  });
});

test('a suffix fits into a full name', () => {
  expect(withSuffix('a.md', '-2')).toBe('a-2.md');
  const full = withSuffix(`${'é'.repeat(126)}.md`, '-2');
  expect(utf8Length(full)).toBeLessThanOrEqual(255);
  expect(full.endsWith('é-2.md')).toBe(true);
});
