import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { categoryOf, checkCategory, memoryHeading } from '../../../domain/memory/category.ts';
import { fileNameForTitle, parseNotePath } from '../../../domain/text/paths.ts';
import { hostile } from '../text/hostile.ts';
import { refusalOf } from '../text/refusal.ts';

test.each([
  ['general', 'general'],
  [' Food ', 'food'],
  ['Coding  Style', 'coding style'],
  ['tech_stack', 'tech_stack'],
  ['covid-19', 'covid-19'],
  ['CAFE\u0301', 'café'],
  ['食物', '食物'],
  ['हिन्दी', 'हिन्दी'],
  ['x'.repeat(60), 'x'.repeat(60)],
])('%j is kept as %j', (asked, category) => {
  expect(checkCategory(asked)).toBe(category);
});

test.each([
  '',
  '   ',
  '.',
  '..',
  '../food',
  'a/b',
  'a\\b',
  'food.md',
  '-food',
  'food-',
  'a--b',
  'a\nb',
  'a\u2028b',
  'a\u0000b',
  'a: b',
  'a (2)',
  'a\u202eb',
  'half \ud83d',
  '%2e%2e',
  '[[food]]',
  'x'.repeat(61),
])('%j is refused', (asked) => {
  expect(refusalOf(() => checkCategory(asked)).toFacts()).toMatchObject({
    code: 'invalidArguments',
    hint: expect.stringContaining('60 characters'),
  });
});

/** What the text is as a category, null where it cannot be one. */
const category = (text: string): string | null => {
  try {
    return checkCategory(text);
  } catch {
    return null;
  }
};

const anyCategory = fc
  .oneof(hostile, fc.stringMatching(/^[a-zA-Zß-ÿ0-9]{1,9}([ _-][a-z0-9]{1,5}){0,3}$/))
  .map(category)
  .filter((name) => name !== null);

describe('every category', () => {
  test('is a file name, and a heading that gives it back', () => {
    fc.assert(
      fc.property(anyCategory, fc.integer({ min: 1, max: 999_999 }), (name, part) => {
        expect(checkCategory(name)).toBe(name);
        expect(parseNotePath(fileNameForTitle(name))).toMatchObject({ folder: '/' });
        for (const about of ['the user', 'the project main/open']) {
          const line = memoryHeading(about, { category: name, part });
          for (const rest of ['', '\n\n- 2026-11-30 x: y ^f-1\n', '\r\n'])
            expect(categoryOf(line + rest, 'other.md')).toEqual({ category: name, part });
        }
      }),
      { numRuns: 500 },
    );
  });
});

test.each([
  ['', 'food.md', 'food'],
  ['# Mine\n', 'Food-2.md', 'food-2'],
  ['- 2026-11-30 x ^f-1\n# About the user: drinks\n', 'food.md', 'food'],
  ['# About the user: a/b\n', 'food.md', 'food'],
  [`# About ${': '.repeat(100_000)}`, 'food.md', 'food'],
])('a note without its heading is named by its file: %#', (source, name, found) => {
  expect(categoryOf(source, name)).toEqual({ category: found, part: 1 });
});
