import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nestsDeeper } from '../../../gateway/http/nesting.ts';

const deeper = (json: string, most: number) => nestsDeeper(Buffer.from(json), most);

test.each([
  ['[]', 1, false],
  ['[[]]', 1, true],
  ['{"a":[1,{"b":2}]}', 3, false],
  ['{"a":[1,{"b":2}]}', 2, true],
  ['[[],[],[]]', 2, false],
  ['"[[[["', 1, false],
  ['["\\"[[[["]', 1, false],
  ['["\\\\",[[]]]', 2, true],
  ['"é[[["', 0, false],
])('%s deeper than %d: %s', (json, most, expected) => {
  expect(deeper(json, most)).toBe(expected);
});

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

test('is the depth of the value that the text stands for', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const depth = depthOf(value);
      const json = JSON.stringify(value);
      expect(deeper(json, depth)).toBe(false);
      if (depth > 0) expect(deeper(json, depth - 1)).toBe(true);
    }),
  );
});
