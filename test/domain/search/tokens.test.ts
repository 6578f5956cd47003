import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { tokenCounter } from '../../../domain/search/tokens.ts';

test.each(['', 'The blue pump leaks.', '東京都の水道', '<|endoftext|>', '😀 {"a": [1, 2]}\n```'])(
  '%j is counted exactly',
  async (text) => {
    const count = await tokenCounter();
    expect(count(text)).toBe(countTokens(text, { disallowedSpecial: new Set() }));
  },
);

test.each([
  ['ideographs', '東京都'.repeat(1_000)],
  ['letters', 'Łódź'.repeat(500)],
  ['signs', '=-'.repeat(600)],
  ['spaces', ' '.repeat(1_000)],
])('a long run of %s is never counted too low, and not much too high', async (_what, text) => {
  const count = await tokenCounter();
  const exact = countTokens(text);
  expect(count(text)).toBeGreaterThanOrEqual(exact);
  expect(count(text)).toBeLessThanOrEqual(exact * 1.2 + 20);
});
