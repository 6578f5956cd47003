import { stemmer as englishStemmer } from '@orama/stemmers/english';
import { stemmer as portugueseStemmer } from '@orama/stemmers/portuguese';
import { fold } from './fold.ts';
import { formsOfStem, irregularForms } from './irregularForms.ts';
import type { Language } from './language.ts';

/** Keeps a Portuguese stem apart from the English word that happens to look like it (`notas` and `not`). */
const portugueseMark = '\ue070';

const caches = { en: new Map<string, string>(), pt: new Map<string, string>() };
const cacheLimit = 50_000;
const stemmable = /^[a-z]{3,40}$/;

/** Plurals that the stemmer takes for other words. */
const plurals: readonly (readonly [RegExp, string])[] = [
  [/oes$/, 'ao'],
  [/([a-z]{3})ais$/, '$1al'],
  [/([ai])veis$/, '$1vel'],
  [/([a-z]{2})eis$/, '$1el'],
  [/([a-z]{3})ois$/, '$1ol'],
  [/([aeiou])ns$/, '$1m'],
  [/encias$/, 'encia'],
  [/ancias$/, 'ancia'],
];

/** The stemmer knows these endings with their accents only, and folded words have none. */
const accentedEndings: readonly (readonly [RegExp, string])[] = [
  [/cao$/, 'ção'],
  [/([aei])rao$/, '$1rão'],
  [/avel$/, 'ável'],
  [/ivel$/, 'ível'],
  [/ancia$/, 'ância'],
  [/encia$/, 'ência'],
];

function replaceFirst(word: string, rules: readonly (readonly [RegExp, string])[]): string {
  const rule = rules.find(([pattern]) => pattern.test(word));
  return rule ? word.replace(rule[0], rule[1]) : word;
}

function computePortuguese(word: string): string {
  return portugueseMark + fold(portugueseStemmer(replaceFirst(replaceFirst(word, plurals), accentedEndings)));
}

function computeEnglish(word: string): string {
  return irregularForms.get(word) ?? englishStemmer(word);
}

/**
 * The stem of a folded word by the note's language; words with digits, of other scripts, or of one or two letters
 * stay as they are. A Portuguese stem carries a mark (a private-use character) that no other term has.
 */
export function stem(word: string, language: Language): string {
  if (language === 'none') return word;
  const cache = caches[language];
  const known = cache.get(word);
  if (known !== undefined) return known;
  if (!stemmable.test(word)) return word;
  const computed = language === 'en' ? computeEnglish(word) : computePortuguese(word);
  if (cache.size >= cacheLimit) cache.clear();
  cache.set(word, computed);
  return computed;
}

/**
 * What a quick scan of a text may look for: every word with this stem begins with one of these.
 * Both stemmers change at most the last letter of what they keep; irregular forms are listed.
 */
export function stemPrefixes(term: string): readonly string[] {
  const bare = term.startsWith(portugueseMark) ? term.slice(1) : term;
  const prefix = bare.length > 2 && /^[a-z]+$/.test(bare) ? bare.slice(0, -1) : bare;
  return [prefix, ...(formsOfStem.get(term) ?? [])];
}
