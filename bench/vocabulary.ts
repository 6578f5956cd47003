import { randomFrom } from './random.ts';

/** The most frequent words are English ones: they decide a note's language, and so the work of its analysis. */
const frequent =
  `the of and to in is that it for was on as with be by this are from at or an have not which but they
  we can all has were been more when will one their if would no so what about into than them only its some could these
  two may then do first any now such like other after our also where most over new between through before both under`
    .split(/\s+/)
    .filter((word) => word !== '');

const onsets = 'b br c cl d dr f fl g gr h j k l m n p pl pr qu r s sc sp st t tr v w z'.split(' ');
const cores = 'a e i o u ai ea ee io oa ou'.split(' ');
const codas = ['', '', '', 'b', 'd', 'g', 'l', 'm', 'n', 'nd', 'r', 'rt', 's', 'st', 't', 'x'];
const endings = ['', '', '', '', 's', 'ed', 'ing', 'er', 'ly', 'ation', 'ness', 'able'];

const size = 30_000;

const pick = (list: readonly string[], random: () => number): string =>
  list[Math.floor(random() * list.length)] ?? '';

function invent(random: () => number): string {
  const syllables = 1 + Math.floor(random() * 2.6);
  let word = '';
  for (let index = 0; index < syllables; index += 1)
    word += pick(onsets, random) + pick(cores, random) + pick(codas, random);
  return word + pick(endings, random);
}

function build(): string[] {
  const random = randomFrom(1);
  const words = new Set(frequent);
  while (words.size < size) words.add(invent(random));
  return [...words];
}

/** 30,000 distinct words, the most frequent first. Always the same. */
export const vocabulary: readonly string[] = build();

/** Chances added up, by Zipf's law: the word of rank r is met 1/r as often as the first. */
const reach: readonly number[] = (() => {
  let sum = 0;
  const sums = vocabulary.map((_, index) => {
    sum += 1 / (index + 1);
    return sum;
  });
  return sums.map((value) => value / sum);
})();

/** A word as a text would have it. */
export function drawWord(random: () => number): string {
  const at = random();
  let low = 0;
  let high = reach.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((reach[middle] ?? 1) < at) low = middle + 1;
    else high = middle;
  }
  return vocabulary[low] ?? '';
}
