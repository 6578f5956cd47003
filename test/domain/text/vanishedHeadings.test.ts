import fc from 'fast-check';
import { expect, test } from 'vitest';
import { vanishedHeadings } from '../../../domain/text/vanishedHeadings.ts';

const headings = (titles: string) =>
  titles.split(' ').flatMap((title) => (title === '' ? [] : [{ level: 2, title }]));

test.each([
  ['a b', 'a b', []],
  ['a b', 'b a', []],
  ['a b', 'a', ['Heading "## b" is gone.']],
  ['a a', 'a', ['Heading "## a" is gone.']],
  ['', 'a', []],
  ['a', '', ['Heading "## a" is gone.']],
])('%j to %j', (before, after, warnings) => {
  expect(vanishedHeadings(headings(before), headings(after))).toEqual(warnings);
});

test('the first hundred are named, the others counted', () => {
  const before = Array.from({ length: 250_000 }, () => ({ level: 1, title: 'same' }));
  const warnings = vanishedHeadings(before, [{ title: 'same' }]);
  expect(warnings).toHaveLength(101);
  expect(warnings.at(-1)).toBe('249899 more headings are gone.');
});

test('as many are gone as are missing', () => {
  const titles = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 30 });
  fc.assert(
    fc.property(titles, titles, (before, after) => {
      const count = (list: string[], title: string) => list.filter((each) => each === title).length;
      const missing = ['a', 'b', 'c'].reduce(
        (sum, title) => sum + Math.max(0, count(before, title) - count(after, title)),
        0,
      );
      const heads = (list: string[]) => list.map((title) => ({ level: 1, title }));
      expect(vanishedHeadings(heads(before), heads(after))).toHaveLength(missing);
    }),
  );
});
