import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { factKey, factText } from '../../../domain/memory/factText.ts';
import { hostile } from '../text/hostile.ts';
import { refusalOf } from '../text/refusal.ts';

describe('factText', () => {
  test.each([
    ['likes tea', 'likes tea'],
    ['  likes tea \n', 'likes tea'],
    ['first\nsecond\r\nthird\rfourth\u2028fifth\u2029sixth', 'first second third fourth fifth sixth'],
    ['- one\n\n   - two\n', '- one - two'],
    ['a  b\tc', 'a  b\tc'],
    ['', ''],
    [' \n\t\u00a0\ufeff', ''],
  ])('%j: %j', (observation, text) => {
    expect(factText(observation)).toBe(text);
  });

  test('2,000 characters are the most, counted as they are kept', () => {
    expect(factText('x'.repeat(2000))).toHaveLength(2000);
    expect([...factText('😀'.repeat(2000))]).toHaveLength(2000);
    expect(factText(`${'x'.repeat(1000)}${' \n'.repeat(900)}${'x'.repeat(999)}`)).toHaveLength(2000);
    for (const long of ['x'.repeat(2001), '😀'.repeat(2001)])
      expect(refusalOf(() => factText(long)).toFacts()).toMatchObject({
        code: 'tooLarge',
        details: { characters: 2001, limit: 2000 },
      });
  });

  test.each(['bell \u0007', 'half \ud83d', 'next line \u0085 here'])('%j is refused', (observation) => {
    expect(refusalOf(() => factText(observation)).code).toBe('invalidArguments');
  });

  test('no word is lost, no line is made', () => {
    const sayable = hostile.filter((text) => !/(?![\t\n\r])[\p{Cc}\p{Cs}]/u.test(text));
    const words = (text: string) => text.split(/\s+/).filter((word) => word !== '');
    fc.assert(
      fc.property(sayable, (observation) => {
        const text = factText(observation);
        expect(words(text)).toEqual(words(observation));
        expect(text).not.toMatch(/[\n\r\u2028\u2029]|^\s|\s$/);
        expect(factText(text)).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('factKey', () => {
  test.each([
    ['Likes tea', 'likes tea.'],
    ['Likes tea', ' LIKES\u00a0 tea ?! '],
    ['Café', 'CAFE\u0301...'],
    ['Straße', 'STRASSE'],
  ])('%j is %j', (one, other) => {
    expect(factKey(one)).toBe(factKey(other));
  });

  test.each([
    ['The blue pump in hall number two leaks', 'The blue pump in hall number three is new'],
    ['likes tea', 'likes tea, really'],
    ['no table', 'notable'],
    ['Café', 'Cafe'],
    ['v1.2', 'v12'],
    ['why', '?why'],
    ['...', '?'],
  ])('%j is not %j', (one, other) => {
    expect(factKey(one)).not.toBe(factKey(other));
  });
});
