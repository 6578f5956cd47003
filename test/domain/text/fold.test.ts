import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold } from '../../../domain/text/fold.ts';

test.each([
  ['Budget', 'bUDGET'],
  ['Café', 'Cafe\u0301'],
  ['STRASSE', 'straße'],
  ['ẞ', 'ss'],
  ['ΟΔΟΣ', 'οδος'],
  ['ﬁn', 'FIN'],
  ['Übersicht', 'u\u0308BERSICHT'],
])('%j and %j have one key', (a, b) => {
  expect(fold(a)).toBe(fold(b));
});

test.each([
  ['ı', 'i'],
  ['İ', 'i'],
  ['a', 'á'],
  ['o', '0'],
])('%j and %j have two keys', (a, b) => {
  expect(fold(a)).not.toBe(fold(b));
});

test('folding twice changes nothing, and neither does the form of normalization', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const key = fold(text);
      expect(fold(key)).toBe(key);
      expect(fold(text.normalize('NFD'))).toBe(key);
    }),
  );
});
