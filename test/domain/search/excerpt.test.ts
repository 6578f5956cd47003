import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { excerpt } from '../../../domain/search/excerpt.ts';
import type { Language } from '../../../domain/search/language.ts';
import { parseQuery } from '../../../domain/search/query.ts';

const marked = (content: string, query: string, language: Language = 'en') => {
  const { text, matches } = excerpt(content, parseQuery(query), language);
  return matches.map(({ start, end }) => text.slice(start, end));
};

describe('marks what made the note a hit', () => {
  test.each<[string, string, string[], Language?]>([
    ['Order ORD-48213 is late', 'ORD-48213', ['ORD-48213']],
    ['Order ORD-48213 is late', '-48213', ['48213']],
    ['Use std::map, .NET and c++11', 'std::map .net C++', ['std::map', '.NET', 'c++']],
    ['We run v1.2.3 with sha256', 'v1.2 256', ['v1.2', '256']],
    ['She bought deploying children', 'buy deployment child', ['bought', 'children']],
    [
      'hoping for happiness, relating stories',
      'hope happy related story',
      ['hoping', 'happiness', 'relating', 'stories'],
    ],
    ['Duas reuniões em São Paulo', 'reuniao sao paulo', ['reuniões', 'São', 'Paulo'], 'pt'],
    ["Ana's plan is Ana’s best", "Ana's best", ['Ana', 'Ana', 'best']],
    ['the red house is red', '"the red house"', ['the red house']],
    ['the red house', 'the', ['the']],
    ['is the house of the king', 'the house', ['house']],
    ['每天检查现金流量', '现金流', ['现金流'], 'none'],
    ['重启mail-gateway后恢复', 'gateway', ['gateway'], 'none'],
    ['서버를 다시', '서버', ['서버를'], 'none'],
    ['un CAFE\u0301 ﬁne', 'café fine', ['CAFE\u0301', 'ﬁne'], 'none'],
    ['scatter cat concat', 'cat', ['cat']],
  ])('%s / %s', (content, query, words, language) => {
    expect(marked(content, query, language)).toEqual(words);
  });
});

describe('the passage', () => {
  const filler = 'Nothing to see in this sentence at all. '.repeat(30);

  test('is the densest one', () => {
    const content = `alpha ${filler}alpha beta here. ${filler}beta ${filler}`;
    const { text, position, matches } = excerpt(content, parseQuery('alpha beta'), 'en');
    expect(text).toContain('alpha beta here');
    expect(content.slice(position, position + text.length)).toBe(text);
    expect(matches).toHaveLength(2);
  });

  test('begins with a sentence', () => {
    const { text } = excerpt(`${filler}The zebra sleeps. ${filler}`, parseQuery('zebra'), 'en');
    expect(text).toMatch(/^(Nothing|The zebra)/);
  });

  test('is the head where nothing matches', () => {
    expect(excerpt(`\n\n${filler}`, parseQuery('zebra'), 'en')).toMatchObject({ position: 2, matches: [] });
    expect(excerpt('', parseQuery('zebra'), 'en')).toEqual({ text: '', position: 0, matches: [] });
  });

  test('is found far down in a long text', () => {
    const content = `${'word '.repeat(60_000)}zebra ${'word '.repeat(10)}`;
    const { text, position, matches } = excerpt(content, parseQuery('zebra'), 'en');
    expect(matches.map(({ start }) => position + start)).toEqual([300_000]);
    expect(text).toContain('zebra');
  });

  test('cuts no grapheme', () => {
    const family = '👨‍👩‍👧‍👦';
    const { text } = excerpt(`${family.repeat(60)} zebra ${family.repeat(60)}`, parseQuery('zebra'), 'none');
    expect(text.replaceAll(family, '').trim()).toBe('zebra');
    expect(excerpt(family.repeat(100), parseQuery('zebra'), 'none').text.replaceAll(family, '')).toBe('');
  });

  test('is a slice of at most 300 units, its matches inside and apart', () => {
    const piece = fc.constantFrom(
      'alpha',
      'beta',
      'C++',
      ' ',
      '\n',
      '. ',
      '😀',
      'e\u0301',
      'x'.repeat(120),
      '现金流',
      'the',
      '"',
      '\u00ad',
      'ﬁ',
      "'s",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 80 }), (pieces) => {
        const content = pieces.join('');
        const { text, position, matches } = excerpt(content, parseQuery('alpha beta c++ 现金流 fi'), 'en');
        expect(text.length).toBeLessThanOrEqual(300);
        expect(content.slice(position, position + text.length)).toBe(text);
        expect(text).not.toMatch(/\p{Cs}/u);
        let last = 0;
        for (const { start, end } of matches) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});
