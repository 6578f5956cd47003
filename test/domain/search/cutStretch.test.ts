import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutStretch } from '../../../domain/search/cutStretch.ts';

const family = '👩‍👩‍👧‍👦';
const cutOf = (body: string, from: number, most: number) => {
  const { start, end } = cutStretch(body, { start: 0, end: body.length, headings: [] }, from, most);
  return body.slice(start, end);
};

describe('a cut', () => {
  test.each([
    ['short enough', 'abc', 1, 3, 'abc'],
    ['from where it is asked', 'abcdefgh', 2, 3, 'cde'],
    ['at the end', 'abcdefgh', 7, 3, 'fgh'],
    ['from the line that begins near', 'first line\nsecond word here', 12, 12, 'second word '],
    ['ends before an emoji that does not fit whole', 'ab😀cd', 0, 3, 'ab'],
    ['begins behind an emoji', `😀${'b'.repeat(9)}`, 1, 4, 'bbbb'],
    ['keeps a family together', `a${family}b`, 0, 5, 'a'],
  ])('%s', (_, body, from, most, expected) => {
    expect(cutOf(body, from, most)).toBe(expected);
  });

  test('holds whole graphemes alone, no more than asked', () => {
    const piece = fc.constantFrom('a', ' ', '\n', '😀', family, 'e\u0301', '🇧🇷');
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 60 }),
        fc.nat(300),
        fc.integer({ min: 30, max: 90 }),
        (parts, at, most) => {
          const body = parts.join('');
          const text = cutOf(body, Math.min(at, body.length), most);
          expect(text.length).toBeLessThanOrEqual(most);
          const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
          const whole = new Set([...segments.segment(body)].map(({ index }) => index)).add(body.length);
          const start = body.indexOf(text);
          expect(body).toContain(text);
          if (text !== '') expect(whole.has(start) && whole.has(start + text.length)).toBe(true);
        },
      ),
    );
  });
});
