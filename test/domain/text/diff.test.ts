import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countChange, lineDiff, wordDiff } from '../../../domain/text/diff.ts';

test.each([
  ['', 'abc', 3, 0],
  ['abc', '', 0, 3],
  ['abc', 'abc', 0, 0],
  ['a X c', 'a YY c', 2, 1],
  ['aa', 'aaa', 1, 0],
  ['😀', '😁', 2, 2],
  ['one\ntwo\nthree\nfour\nfive\n', 'One\ntwo\nthree\nfour\nFive\n', 2, 2],
])('%j -> %j adds %d and removes %d', (before, after, added, removed) => {
  expect(countChange(before, after)).toEqual({ added, removed });
});

test('what is counted explains the change of length', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'b', '\n', '😀') }),
      fc.string({ unit: fc.constantFrom('a', 'b', '\n', '😁') }),
      (before, after) => {
        const { added, removed } = countChange(before, after);
        expect(added - removed).toBe(after.length - before.length);
        expect(added <= after.length && removed <= before.length).toBe(true);
      },
    ),
  );
});

test('a line diff is a hunk with its lines', () => {
  expect(lineDiff('a\r\nb\r\nc\r\n', 'a\r\nB\r\nc\r\n')).toEqual({
    added: 1,
    removed: 1,
    diff: '@@ -1,3 +1,3 @@\n a\n-b\n+B\n c',
    truncated: false,
  });
  expect(lineDiff('a', 'a')).toEqual({ added: 0, removed: 0, diff: '', truncated: false });
});

test('beyond 200 lines only the counts are told', () => {
  const text = (word: string) => `${word}\n`.repeat(150);
  expect(lineDiff(text('a'), text('b'))).toEqual({ added: 150, removed: 150, diff: null, truncated: true });
});

test('a word diff gives both texts back', () => {
  expect(wordDiff('a red fox', 'a blue fox')).toEqual([
    { kind: 'same', text: 'a ' },
    { kind: 'removed', text: 'red' },
    { kind: 'added', text: 'blue' },
    { kind: 'same', text: ' fox' },
  ]);
  fc.assert(
    fc.property(fc.lorem(), fc.lorem(), (before, after) => {
      const parts = wordDiff(before, after);
      const side = (kind: string) => parts.filter((part) => part.kind === 'same' || part.kind === kind);
      expect(
        side('removed')
          .map(({ text }) => text)
          .join(''),
      ).toBe(before);
      expect(
        side('added')
          .map(({ text }) => text)
          .join(''),
      ).toBe(after);
    }),
  );
});
