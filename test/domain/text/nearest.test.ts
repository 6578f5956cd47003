import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearest } from '../../../domain/text/nearest.ts';

const known = ['noteIds', 'all', 'onConflict', 'toProject', 'confirm'];

test.each([
  ['note_ids', 'noteIds'],
  ['noteId', 'noteIds'],
  ['onconflict', 'onConflict'],
  ['confrim', 'confirm'],
  ['project', 'toProject'],
  ['', undefined],
  ['zzz', undefined],
])('%j: %j', (name, expected) => {
  expect(nearest(name, known)).toBe(expected);
});

test('property: a known name is its own nearest, and the answer is always a known name', () => {
  fc.assert(
    fc.property(fc.constantFrom(...known), fc.string(), (one, other) => {
      expect(nearest(one, known)).toBe(one);
      expect([...known, undefined]).toContain(nearest(other, known));
    }),
  );
});
