import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { mergeCreated } from '../../../gateway/tools/createNotesOutput.ts';
import { inputSchemaOf } from '../../../gateway/tools/jsonSchema.ts';
import { parseBatch } from '../../../gateway/tools/parseBatch.ts';

const item = z.strictObject({ body: z.string(), size: z.int().exactOptional() });
const rest = { project: z.string() };
const json = inputSchemaOf(z.strictObject({ ...rest, notes: z.array(item) }));
const parse = (notes: unknown) =>
  parseBatch({ rest, item, field: 'notes', most: 3 }, json, { project: 'p', notes });

test('each item is read alone', () => {
  const { input, good, bad } = parse('[{"body":"a"},{"bodi":"b"},{"body":"c","size":"4"}]');
  expect(input).toEqual({ project: 'p' });
  expect(good).toEqual([
    { index: 0, value: { body: 'a' } },
    { index: 2, value: { body: 'c', size: 4 } },
  ]);
  expect(bad.map(({ index, error }) => [index, error.code, error.message])).toEqual([
    [1, 'invalidArguments', '"bodi" is not a field; did you mean "body"? "body" is required.'],
  ]);
});

test.each([
  ['an item that is no object', [5, { body: 'a' }], [0]],
  ['an item that is null', [{ body: 'a' }, null], [1]],
  ['items that are all wrong', [{}, { body: 1 }], [0, 1]],
])('%s fails alone', (_what, notes, failing) => {
  expect(parse(notes).bad.map(({ index }) => index)).toEqual(failing);
});

test.each([
  ['no list', { a: 1 }],
  ['nothing', undefined],
  ['an empty list', []],
  ['too many', [1, 2, 3, 4]],
])('%s refuses the call', (_what, notes) => {
  expect(() => parse(notes)).toThrow(expect.objectContaining({ code: 'invalidArguments' }));
});

describe('the merged answer', () => {
  const made = {
    created: 1,
    skipped: 1,
    failed: 0,
    revision: 7,
    unresolvedLinks: 2,
    ambiguousLinks: 0,
    results: [
      { index: 0, status: 'created' as const, noteId: 'n_a' },
      { index: 1, status: 'skipped' as const, noteId: 'n_b' },
    ],
  };

  test('puts every result at the place where its item was sent, and the counts add up', () => {
    const { good, bad } = parse([{ bodi: 1 }, { body: 'a' }, { body: 'b' }]);
    const answer = mergeCreated(made, good, bad);
    expect(answer.results.map(({ index, status, noteId }) => [index, status, noteId])).toEqual([
      [0, 'failed', undefined],
      [1, 'created', 'n_a'],
      [2, 'skipped', 'n_b'],
    ]);
    expect(answer.created + answer.skipped + answer.failed).toBe(3);
    expect(answer.revision).toBe(7);
  });

  test('is whole where no item was good', () => {
    const { good, bad } = parse([{}, {}]);
    expect(mergeCreated(null, good, bad)).toMatchObject({
      created: 0,
      skipped: 0,
      failed: 2,
      revision: null,
    });
  });
});
