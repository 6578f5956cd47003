import { expect, test } from 'vitest';
import { productFiles, textOf } from './repository.ts';

/** Files that may be longer than 200 lines, each with the reason; one that got shorter leaves the list. */
const LONG: Record<string, string> = {
  'domain/ports.ts': 'the one page of what storage promises: declarations alone',
  'storage/schema.ts': 'the row types of all tables: declarations alone',
};

const LONGEST = 200;
const LONGEST_TOOL = 45;

const lines = (name: string): number => textOf(name).trimEnd().split('\n').length;
const isTool = (name: string): boolean =>
  /^gateway\/tools\/(bootstrap|discover|read|write|reorganize|scale)\//.test(name);

test('files stay short, but for those that are listed', () => {
  expect(productFiles().filter((name) => lines(name) > LONGEST)).toEqual(Object.keys(LONG).sort());
});

test('a tool file holds what differs', () => {
  const tools = productFiles().filter(isTool);
  expect(tools.length).toBeGreaterThanOrEqual(10);
  expect(tools.filter((name) => lines(name) > LONGEST_TOOL)).toEqual([]);
});
