import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyse, tokens } from '../../../domain/search/analyse.ts';
import type { Language } from '../../../domain/search/language.ts';

/** Private-use characters of terms as the signs they stand for. */
const readable = (terms: string) =>
  terms.replace(/[\ue000-\uf8ff]/g, (sign) =>
    sign === '\ue070' ? '§' : String.fromCharCode(sign.charCodeAt(0) - 0xe000),
  );

describe('terms', () => {
  test.each([
    ['Order ORD-48213', 'order ord 48213'],
    ['-48213', '48213'],
    ['C++ c# F#.', 'c c++ c c# f f#'],
    ['c++17 and a+b, page#part', 'c c++ 17 and a b page part'],
    ['.NET or x.md ...end', '.net net or x md end'],
    ['std::vector', 'std vector'],
    ['v2.10.3 sha512 h2o', 'v2 2 10 3 sha512 512 h2o'],
    ['snake_case camelCase', 'snake case camelcase'],
    ["don't Anna's Anna’s O'Neil", 'don t anna anna o neil'],
    ['São Paulo, ÇA VA', 'sao paulo ca va'],
    ['straße STRASSE', 'strasse strasse'],
    ['Łódź Ørsted œuvre', 'lodz orsted oeuvre'],
    ['ΌΔΟΣ όδος', 'οδοσ οδοσ'],
    ['ёж ЁЖ', 'еж еж'],
    ['Café', 'cafe'],
    ['Cafe\u0301', 'cafe'],
    ['ｆｕｌｌ　ｗｉｄｔｈ １２', 'full width 12'],
    ['ﬁne x² ㎏', 'fine x2 2 kg'],
    ['co\u00adoperate', 'cooperate'],
    ['测试server日志', '测 试 server 日 志'],
    ['がぎ'.normalize('NFD'), 'が ぎ'],
    ['ｶﾞｽ', 'ガ ス'],
    ['ไทย', 'ไ ท ย'],
    ['서버를 시작', '서버를 시작'],
    ['서버'.normalize('NFD'), '서버'],
    ['हिन्दी', 'हिन्दी'],
    ['𠮷野', '𠮷 野'],
    ['||| -- \ue02b', ''],
  ])('%j', (text, terms) => {
    expect(readable(analyse(text, 'none'))).toBe(terms);
  });

  test('one stem a word, by the language', () => {
    expect(analyse('Running servers', 'en')).toBe('run server');
    expect(readable(analyse('Os servidores 42', 'pt'))).toBe('os §servidor 42');
    expect(analyse('Running servers', 'none')).toBe('running servers');
  });

  test('a very long word is cut', () => {
    expect(analyse('x'.repeat(5000), 'none')).toHaveLength(100);
  });
});

describe('offsets', () => {
  test.each([
    ['Order ORD-48213', ['Order', 'ORD', '48213']],
    ['un Cafe\u0301 ﬁne', ['un', 'Cafe\u0301', 'ﬁne']],
    ['C++ .NET', ['C', 'C++', '.NET', 'NET']],
    ['v12', ['v12', '12']],
    ['a😀b 日本', ['a', 'b', '日', '本']],
  ])('%j', (text, parts) => {
    expect(tokens(text, 'none').map(({ start, end }) => text.slice(start, end))).toEqual(parts);
  });

  const texts = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc
      .array(
        fc.constantFrom(
          'a',
          "'s",
          'ß',
          'é',
          'e\u0301',
          '+',
          '#',
          '.',
          '1',
          ' ',
          '日',
          'ｶﾞ',
          '\u00ad',
          'ﬁ',
          'İ',
        ),
      )
      .map((a) => a.join('')),
  );
  const languages = fc.constantFrom<Language>('en', 'pt', 'none');

  test('are the terms of analyse, in order, inside the text', () => {
    fc.assert(
      fc.property(texts, languages, (text, language) => {
        const found = tokens(text, language);
        expect(found.map((token) => token.term).join(' ')).toBe(analyse(text, language));
        let last = 0;
        for (const { term, start, end } of found) {
          expect(term).toMatch(/^\S+$/);
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
          last = start;
        }
      }),
    );
  });

  test('case, accents and normal form do not matter', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'abcçéüñöÀ ΔέЖё서が.-1') }), (text) => {
        const terms = analyse(text, 'none');
        expect(analyse(text.toUpperCase(), 'none')).toBe(terms);
        expect(analyse(text.normalize('NFD'), 'none')).toBe(terms);
      }),
    );
  });
});
