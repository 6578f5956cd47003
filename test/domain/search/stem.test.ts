import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stem, stemPrefixes } from '../../../domain/search/stem.ts';

describe('words of one family have one stem', () => {
  test.each([
    ['en', 'deploy deployed deploying deploys'],
    ['en', 'buy bought buying'],
    ['en', 'child children'],
    ['en', 'happy happiness'],
    ['pt', 'reuniao reunioes'],
    ['pt', 'informacao informacoes informar'],
    ['pt', 'animal animais'],
    ['pt', 'papel papeis'],
    ['pt', 'possivel possiveis'],
    ['pt', 'homem homens'],
    ['pt', 'frequencia frequencias'],
    ['pt', 'trabalho trabalhos trabalhando trabalhou'],
  ] as const)('%s: %s', (language, family) => {
    const stems = new Set(family.split(' ').map((word) => stem(word, language)));
    expect(stems.size).toBe(1);
  });
});

test.each([
  ['en', 'news', 'new'],
  ['pt', 'notas', 'natal'],
] as const)('%s: %s is not %s', (language, one, other) => {
  expect(stem(one, language)).not.toBe(stem(other, language));
});

test('a Portuguese stem is never an English one', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{3,12}$/), fc.stringMatching(/^[a-z]{3,12}$/), (one, other) => {
      expect(stem(one, 'pt')).not.toBe(stem(other, 'en'));
    }),
  );
});

test('what has digits or another script stays', () => {
  for (const word of ['v2', 'sha256', 'сервера', 'ab', '2026']) {
    expect(stem(word, 'en')).toBe(word);
    expect(stem(word, 'pt')).toBe(word);
  }
});

test('every English word begins with one of the prefixes of its stem', () => {
  const endings = [
    '',
    's',
    'es',
    'ed',
    'ing',
    'er',
    'ly',
    'ness',
    'ment',
    'ation',
    'ational',
    'ization',
    'fulness',
    'ies',
    'y',
    'able',
  ];
  fc.assert(
    fc.property(
      fc.stringMatching(/^[b-d][aeiou][l-t][aeiou]?[a-z]{0,4}$/),
      fc.constantFrom(...endings),
      (base, ending) => {
        const word = base + ending;
        expect(stemPrefixes(stem(word, 'en')).some((prefix) => word.startsWith(prefix))).toBe(true);
      },
    ),
  );
});
