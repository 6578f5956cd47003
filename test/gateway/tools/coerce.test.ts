import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { coerce } from '../../../gateway/tools/coerce.ts';
import { inputSchemaOf } from '../../../gateway/tools/jsonSchema.ts';
import type { UnknownField } from '../../../gateway/tools/problems.ts';

const schema = z.strictObject({
  name: z.string(),
  count: z.int().exactOptional(),
  deep: z.boolean().exactOptional(),
  tags: z.array(z.string()).exactOptional(),
  lines: z.array(z.string()).exactOptional(),
  items: z
    .array(
      z.strictObject({
        body: z.string(),
        size: z.int().exactOptional(),
        tags: z.array(z.string()).exactOptional(),
      }),
    )
    .exactOptional(),
});
const json = inputSchemaOf(schema);

const read = (value: unknown): { value: unknown; unknown: UnknownField[] } => {
  const unknown: UnknownField[] = [];
  return { value: coerce(value, json, unknown), unknown };
};

describe('what real clients send', () => {
  test.each([
    ['a number as text', { name: 'a', count: '5' }, { name: 'a', count: 5 }],
    ['a boolean as text', { name: 'a', deep: 'true' }, { name: 'a', deep: true }],
    ['a list as text', { name: 'a', lines: '["x","y"]' }, { name: 'a', lines: ['x', 'y'] }],
    ['objects as text', { items: '[{"body":"b","size":"3"}]' }, { items: [{ body: 'b', size: 3 }] }],
    ['one object of a list as text', { items: ['{"body":"b"}'] }, { items: [{ body: 'b' }] }],
    ['null for an optional field', { name: 'a', count: null, tags: null }, { name: 'a' }],
    [
      'null for an optional field of an item',
      { items: [{ body: 'b', size: null }] },
      { items: [{ body: 'b' }] },
    ],
    ['tags with commas', { tags: 'cooking, italian,' }, { tags: ['cooking', 'italian'] }],
    ['tags of an item', { items: [{ body: 'b', tags: 'x' }] }, { items: [{ body: 'b', tags: ['x'] }] }],
    ['tags as JSON', { tags: '["a,b"]' }, { tags: ['a,b'] }],
    ['all arguments as text', '{"name":"a","count":"2"}', { name: 'a', count: 2 }],
  ])('%s', (_what, given, expected) => {
    expect(read(given)).toEqual({ value: expected, unknown: [] });
  });

  test.each([
    ['text that looks like JSON where text is asked for', { name: '{"a":1}' }],
    ['text that is no number', { count: 'many' }],
    ['a list with commas that is not tags', { lines: 'a,b' }],
    ['null where a value is needed', { name: null }],
    ['a number where text is asked for', { name: 5 }],
  ])('stays as it came: %s', (_what, given) => {
    expect(read(given).value).toEqual(given);
  });
});

test('fields that the schema does not know are told with their place', () => {
  const { unknown } = read(JSON.parse('{"nam":"a","__proto__":1,"items":[{"body":"b"},{"bodi":"c"}]}'));
  expect(unknown.map(({ path, name }) => [...path, name])).toEqual([
    ['nam'],
    ['__proto__'],
    ['items', 1, 'bodi'],
  ]);
});

test('what fits already is not changed, and what is written as JSON text reads the same', () => {
  const fitting = fc.record(
    {
      name: fc.string(),
      count: fc.integer(),
      deep: fc.boolean(),
      tags: fc.array(fc.string()),
      items: fc.array(fc.record({ body: fc.string(), size: fc.integer() }, { requiredKeys: ['body'] })),
    },
    { requiredKeys: ['name'] },
  );
  fc.assert(
    fc.property(fitting, (value) => {
      expect(read(value).value).toEqual(value);
      const asText = Object.fromEntries(
        Object.entries(value).map(([name, field]) => [name, name === 'name' ? field : JSON.stringify(field)]),
      );
      expect(read(asText).value).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
