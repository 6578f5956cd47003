import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { sliced } from '../../../domain/search/sliced.ts';
import { tokensAtMost } from '../../../domain/session/tokensAtMost.ts';

const prose =
  'The blue pump in hall two leaks above four bar, so the gasket INV-20417 was replaced on 2026-11-30. '.repeat(
    20,
  );
const ofAlphabet = (alphabet: string) =>
  fc.array(fc.constantFrom(...alphabet), { minLength: 1, maxLength: 120 }).map((parts) => parts.join(''));

const alphabets = [
  'abcdefghijklmnopqrstuvwxyz',
  'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  'qxzjQXZJ',
  '0123456789',
  '!#$%&()*+,-./:;<=>?@[]^_`{|}~"\\\' ',
  '断捨離方法現金流健康保手順薔薇鬱龜龍のカ',
  '한국어글자뷁',
  'абвгдеёжзиклмнопрстьъ',
  'àéîõüçñßøåæœ',
  'กขคงจฉชซญฎฏ',
  'אבגדהוזחט',
  '\u202e\u200b\u200f\u2066',
  '🫠🪿🚀🏴',
  '𝔄𝔅ℭ𝕏',
];

describe('the estimate', () => {
  test.each(alphabets)('is never too low: %o', (alphabet) => {
    fc.assert(
      fc.property(ofAlphabet(alphabet), (text) => {
        expect(tokensAtMost(JSON.stringify(text))).toBeGreaterThanOrEqual(countTokens(JSON.stringify(text)));
      }),
    );
  });

  test('nor for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        expect(tokensAtMost(text)).toBeGreaterThanOrEqual(
          countTokens(text, { disallowedSpecial: new Set() }),
        );
      }),
    );
  });

  test('is within four times of prose', () => {
    for (const text of [prose, JSON.stringify({ noteId: 'n_01KB3X7Q2M9VRT4WZK5HJ8YPDE', title: prose })])
      expect(tokensAtMost(text)).toBeLessThanOrEqual(4 * countTokens(text));
  });
});

describe('counting by slices', () => {
  const count = sliced((text) => countTokens(text));

  test('is exact for prose', () => {
    expect(count(prose)).toBe(countTokens(prose));
  });

  test.each(alphabets)('is not lower, and little higher: %o', (alphabet) => {
    fc.assert(
      fc.property(ofAlphabet(alphabet), (text) => {
        expect(count(text)).toBeGreaterThanOrEqual(countTokens(text) - 1);
        expect(count(text)).toBeLessThanOrEqual(countTokens(text) * 1.2 + 3);
      }),
    );
  });

  test('holds every character, of texts without any space too', () => {
    const lengths: number[] = [];
    sliced((text) => lengths.push(text.length))(`${'断'.repeat(1_234)}\n${'🚀'.repeat(300)}`);
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(1_234 + 1 + 600);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(200);
  });
});
