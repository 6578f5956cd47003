import { describe, expect, test } from 'vitest';
import { Refusal } from '../../../domain/errors.ts';
import { parseStrict } from '../../../gateway/api/parseStrict.ts';
import * as schemas from '../../../gateway/api/schemas.ts';

const problemsOf = (use: () => unknown): unknown => {
  try {
    use();
  } catch (error) {
    if (error instanceof Refusal) return error.details.problems;
    throw error;
  }
  throw new Error('it was accepted');
};

describe('accepted', () => {
  test.each([
    [schemas.trashQuery, { q: '', limit: '20' }, { limit: 20 }],
    [schemas.trashQuery, {}, {}],
    [schemas.trashRestoreBody, { all: true, onConflict: 'rename' }, { all: true, onConflict: 'rename' }],
    [schemas.trashPurgeBody, { noteIds: ['n_1'], confirm: 1 }, { noteIds: ['n_1'], confirm: 1 }],
    [
      schemas.tokenCreateBody,
      { label: 'a', scope: 'read', tools: [] },
      { label: 'a', scope: 'read', tools: [] },
    ],
  ])('%#', (schema, raw, expected) => {
    expect(schema.parse(raw)).toEqual(expected);
  });
});

describe('refused, with every problem', () => {
  test.each([
    [
      () => parseStrict(schemas.trashPurgeBody, { noteIDs: [], confrim: 1 }),
      [
        expect.stringContaining('confirm: '),
        'the field "noteIDs" is unknown (did you mean "noteIds"?)',
        'the field "confrim" is unknown (did you mean "confirm"?)',
      ],
    ],
    [() => parseStrict(schemas.trashQuery, { qqqqqq: '1' }), ['the field "qqqqqq" is unknown']],
    [() => parseStrict(schemas.trashQuery, { limit: '-1' }), [expect.stringContaining('limit: ')]],
    [() => parseStrict(schemas.trashQuery, { q: ['a', 'b'] }), [expect.stringContaining('q: ')]],
    [() => parseStrict(schemas.trashRestoreBody, undefined), ['the body is not a JSON object']],
    [() => parseStrict(schemas.trashRestoreBody, { noteIds: [] }), [expect.stringContaining('noteIds: ')]],
    [() => parseStrict(schemas.trashRestoreBody, { all: false }), [expect.stringContaining('all: ')]],
    [
      () => parseStrict(schemas.tokenCreateBody, { label: 'a', scope: 'root', expiresAt: 'soon' }),
      [expect.stringContaining('scope: '), expect.stringContaining('expiresAt: ')],
    ],
  ])('%#', (use, expected) => {
    expect(problemsOf(use)).toEqual(expected);
  });
});
