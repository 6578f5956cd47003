import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../../../domain/errors.ts';
import { analyse } from '../../../domain/search/analyse.ts';
import type { Language } from '../../../domain/search/language.ts';
import { decidingGroups, parseQuery, type QueryGroup } from '../../../domain/search/query.ts';

/** The first alternative of each deciding group, its terms joined by `+`. */
const deciding = (query: string) =>
  decidingGroups(parseQuery(query)).map(({ alternatives }) => alternatives[0]?.join('+'));
const has = (group: QueryGroup | undefined, phrase: string) =>
  group?.alternatives.some((alternative) => alternative.join(' ') === phrase);

describe('what a query asks for', () => {
  test.each([
    ['ORD-48213', ['ord+48213']],
    ['-48213', ['48213']],
    ['"--dry-run"', ['dry+run']],
    ['"the blue door" lock', ['the+blue+door', 'lock']],
    ['“blue door”', ['blue+door']],
    ['"open', ['open']],
    ['say "open', ['say', 'open']],
    ['std::vector', ['std+vector']],
    ['body:door', ['body+door']],
    ['NEAR(door lock)', ['near', 'door', 'lock']],
    ['door* OR lock', ['door', 'lock']],
    ['door, lock; key', ['door', 'lock', 'key']],
    ['what is the door', ['door']],
    ['como abrir a porta', ['abrir', 'porta']],
    ['to be or not to be', ['to', 'be', 'or', 'not']],
    ['door DOOR Door', ['door']],
    ['断舍离', ['断+舍+离']],
    ['测试server', ['测+试', 'server']],
    ['鍵は家', ['鍵', '家']],
  ])('%s', (query, groups) => {
    expect(deciding(query)).toEqual(groups);
  });

  test('each word stands for itself and its stems', () => {
    const [group] = parseQuery('notas').groups;
    expect(has(group, 'notas')).toBe(true);
    expect(has(group, analyse('notas', 'en'))).toBe(true);
    expect(has(group, analyse('notas', 'pt'))).toBe(true);
  });

  test.each([
    ['e-mail', 'email'],
    ['utf-8', 'utf8 8'],
    ['utf8', 'utf 8'],
    ['10km', '10 km'],
  ])('%s is also found written as %s', (query, other) => {
    expect(has(parseQuery(query).groups[0], other)).toBe(true);
  });

  test('a compound has its words as parts, a quoted phrase has none', () => {
    expect(parseQuery('ORD-48213').parts.map((part) => part.alternatives[0])).toEqual([['ord'], ['48213']]);
    expect(parseQuery('"blue door"').parts).toEqual([]);
  });
});

test.each(['', '   ', '|||', '"', '*', '""', '\u00ad', '\ue02b'])('%j holds no word', (query) => {
  expect(() => parseQuery(query)).toThrowError(expect.objectContaining({ code: 'invalidArguments' }));
});

test('any text is a query, or is refused for having no word', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), (text) => {
      try {
        const { groups, parts } = parseQuery(text);
        expect(groups.length).toBeGreaterThan(0);
        for (const term of [...groups, ...parts].flatMap((group) => group.alternatives.flat())) {
          expect(term).toMatch(/^[\p{L}\p{N}\p{M}\p{Co}]+$/u);
        }
      } catch (error) {
        expect(error).toBeInstanceOf(Refusal);
        expect(analyse(text, 'none')).toBe('');
      }
    }),
  );
});

test('a query of any length has at most 64 groups', () => {
  const words = Array.from({ length: 3000 }, (_, index) => `w${index}`).join(' ');
  expect(parseQuery(words).groups).toHaveLength(64);
});

test('every word or compound of a text is found as it was typed there, whatever its language', () => {
  const word = fc.oneof(
    fc.stringMatching(/^[a-z]{1,9}$/),
    fc.constantFrom(
      'C++',
      'C#',
      '.NET',
      'São',
      'reuniões',
      'straße',
      'ORD-48213',
      'v1.2.3',
      'std::map',
      '现金流',
      "don't",
      'utf8',
      'が',
      '서버',
    ),
  );
  const language = fc.constantFrom<Language>('en', 'pt', 'none');
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), language, (words, noteLanguage) => {
      const terms = ` ${analyse(words.join(' '), noteLanguage)} `;
      for (const typed of words) {
        for (const group of parseQuery(typed).groups) {
          expect(group.alternatives.some((phrase) => terms.includes(` ${phrase.join(' ')} `))).toBe(true);
        }
      }
    }),
  );
});
