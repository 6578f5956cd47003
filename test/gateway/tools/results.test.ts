import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cut, fence, firstRows, line, quote, quoteJson } from '../../../gateway/tools/results.ts';
import { cutTokens, roughTokens } from '../../../gateway/tools/roughTokens.ts';

describe('quote', () => {
  test.each([
    ['plain', '"plain"'],
    ['say "hi"', '"say \\"hi\\""'],
    ['two\nlines', '"two\\nlines"'],
    ['a\u202eb', '"a\\u{202e}b"'],
    ['a\u2066b\u2069', '"a\\u{2066}b\\u{2069}"'],
    ['a\u200bb\u200d\ufeff', '"a\\u{200b}b\\u{200d}\\u{feff}"'],
    ['tag\u{e0041}', '"tag\\u{e0041}"'],
    ['vs\u{e0100}', '"vs\\u{e0100}"'],
    ['line\u2028end', '"line\\u{2028}end"'],
    ['next\u0085', '"next\\u{85}"'],
    ['lone\ud83d', '"lone\\ud83d"'],
    ['Übersicht 现金流 😀', '"Übersicht 现金流 😀"'],
  ])('%j', (text, expected) => {
    expect(quote(text)).toBe(expected);
  });

  test('is one line without unseen characters, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(quote(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});

describe('fence', () => {
  test.each([
    ['text', 'From:\n```\ntext\n```'],
    ['text\n', 'From:\n```\ntext\n```'],
    ['', 'From:\n```\n\n```'],
    ['```\nout\n```', 'From:\n````\n```\nout\n```\n````'],
    ['a ````` b', 'From:\n``````\na ````` b\n``````'],
  ])('%j', (text, expected) => {
    expect(fence(text, 'From')).toBe(expected);
  });

  test('no text holds its own fence', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('`', '\n', 'a', '~') }), (text) => {
        const marks = /^`+$/m.exec(fence(text, 'From'))?.[0] ?? '';
        expect(marks.length).toBeGreaterThanOrEqual(3);
        expect(text).not.toContain(marks);
      }),
    );
  });
});

test.each([
  ['abcdef', 3, 'abc…'],
  ['abc', 3, 'abc'],
  ['ab😀c', 3, 'ab…'],
])('cut %j to %d', (text, length, expected) => {
  expect(cut(text, length)).toBe(expected);
});

test.each([
  [20, 20, undefined],
  [21, 21, '1 more in the structured answer'],
  [500, 21, '480 more in the structured answer'],
])('of %d rows %d lines are shown', (rows, shown, last) => {
  const found = firstRows(
    Array.from({ length: rows }, (_, index) => index),
    String,
  );
  expect(found).toHaveLength(shown);
  expect(found.at(20)).toBe(last);
});

test('a sentence becomes one line', () => {
  expect(line(' a\n b\u202e ')).toBe('a b\\u{202e}');
});

describe('JSON in a line', () => {
  test.each<[unknown, number, string]>([
    [{ a: 1 }, 100, '{"a":1}'],
    [{ a: 'x'.repeat(100) }, 30, '{"a":"xxxxxxxxxxxx…"} (cut)'],
    [{ id: 'n_1', list: ['y'.repeat(90)] }, 60, `{"id":"n_1","list":["${'y'.repeat(24)}…"]} (cut)`],
    [{ a: 1, b: 'x'.repeat(500), c: 2 }, 20, '{"a":1} (cut)'],
    [Array.from({ length: 100 }, (_, index) => index), 30, '[0,1,2,3] (cut)'],
    ['x'.repeat(500), 20, '"xx…" (cut)'],
    [undefined, 20, 'null'],
  ])('%j within %d', (value, length, text) => {
    expect(quoteJson(value, length)).toBe(text);
  });

  test('stays JSON however it is cut, so that no text stands outside its quotes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 25, max: 400 }), (value, length) => {
        const text = quoteJson(value, length);
        const json = text.replace(/ \(cut\)$/, '').replace(/\\u\{[0-9a-f]+\}/g, '?');
        expect(() => JSON.parse(json)).not.toThrow();
        expect(text.length).toBeLessThanOrEqual(length + ' (cut)'.length);
      }),
    );
  });

  test('a large value costs no more than reading it', () => {
    const large = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`key ${index}`, 'text']));
    expect(quoteJson(large, 2_000).length).toBeLessThanOrEqual(2_010);
  });
});

test('a cut by tokens is a beginning of the text within the room', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 30 }), (text, room) => {
      const short = cutTokens(text, room);
      const kept = short === text ? text : short.slice(0, -1);
      expect(text.startsWith(kept)).toBe(true);
      expect(roughTokens(kept)).toBeLessThanOrEqual(room + 1e-9);
    }),
  );
});
