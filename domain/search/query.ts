import { Refusal } from '../errors.ts';
import { analyse, tokens, wholeTerm } from './analyse.ts';
import { classAt, gap, single } from './characters.ts';
import { fold } from './fold.ts';
import type { Language } from './language.ts';
import { stopKana, stopWords } from './stopWords.ts';

/** What stands for one word, compound or quoted phrase of a query. Each alternative is a phrase: terms in sequence. */
export interface QueryGroup {
  readonly alternatives: readonly (readonly string[])[];
  /** A function word: it counts only where the query has nothing else. */
  readonly stop: boolean;
}

/** A query in the terms of the index. */
export interface LexicalQuery {
  /** What the query asks for, in order, each once; at most 64. */
  readonly groups: readonly QueryGroup[];
  /** The words inside compounds, for where the compounds themselves are nowhere. A quoted phrase has none. */
  readonly parts: readonly QueryGroup[];
  /** The `wholeTerm` of the query by each language: equal to that of a title which the query repeats. */
  readonly titles: readonly string[];
}

const languages: readonly Language[] = ['none', 'en', 'pt'];
const mostGroups = 64;
const longestQuery = 10_000;
const quoted = /"([^"]*)"|“([^”]*)”/g;
const chunk = /[^\s,;!?()[\]{}<>|"“”„«»…—、。，；！？「」『』（）・]+/gu;

/**
 * Reads any text as a query: words, compounds (`INV-20417`, `std::map`) and "quoted phrases"; nothing is an operator.
 * Each word matches as typed and by its English and Portuguese stem.
 * Throws `invalidArguments` where the text holds no word. Source: spec/search.md Analysis.
 */
export function parseQuery(query: string): LexicalQuery {
  const text = query.slice(0, longestQuery);
  const collected = collect(text);
  if (collected.groups.length === 0) {
    throw new Refusal(
      'invalidArguments',
      query.trim() === ''
        ? 'The query is empty.'
        : `The query ${JSON.stringify(query.slice(0, 80))} holds no word.`,
      'Search for at least one word or number.',
      { field: 'query' },
    );
  }
  const titles = new Set(languages.map((language) => wholeTerm(analyse(text, language))));
  return { ...collected, titles: [...titles] };
}

/** The groups that decide what matches: those that are no stop words, or all where there are no others. */
export function decidingGroups(query: LexicalQuery): readonly QueryGroup[] {
  const deciding = query.groups.filter((group) => !group.stop);
  return deciding.length > 0 ? deciding : query.groups;
}

interface Collected {
  groups: QueryGroup[];
  parts: QueryGroup[];
}

function collect(text: string): Collected {
  const groups = new Map<string, QueryGroup>();
  const parts = new Map<string, QueryGroup>();
  const add = (into: Map<string, QueryGroup>, group: QueryGroup | undefined) => {
    if (group && into.size < mostGroups) into.set(JSON.stringify(group.alternatives), group);
  };
  const addAll = (found: Collected) => {
    for (const group of found.groups) add(groups, group);
    for (const part of found.parts) if (!part.stop) add(parts, part);
  };
  let from = 0;
  for (const match of text.matchAll(quoted)) {
    for (const piece of chunks(text.slice(from, match.index))) addAll(piece);
    addAll(phrase(match[1] ?? match[2] ?? ''));
    from = match.index + match[0].length;
  }
  for (const piece of chunks(text.slice(from))) addAll(piece);
  return { groups: [...groups.values()], parts: [...parts.values()] };
}

function* chunks(text: string): Generator<Collected> {
  for (const [piece] of text.normalize('NFKC').matchAll(chunk)) {
    for (const run of runs(piece)) yield run.unspaced ? unspaced(run.text) : compound(run.text);
  }
}

/** Splits where a script without spaces meets another one. */
function runs(text: string): { text: string; unspaced: boolean }[] {
  const found: { text: string; unspaced: boolean }[] = [];
  let at = 0;
  for (const character of text) {
    const kind = classAt(text, at);
    const last = found.at(-1);
    if (last && (last.unspaced === (kind === single) || kind === gap)) last.text += character;
    else found.push({ text: character, unspaced: kind === single });
    at += character.length;
  }
  return found;
}

function phrase(text: string): Collected {
  const group = groupOf(text, []);
  return { groups: group ? [{ ...group, stop: false }] : [], parts: [] };
}

/** A word, or several that signs hold together. Also found written as one word, and `utf8` as `utf-8`. */
function compound(text: string): Collected {
  const words = fold(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const extra: string[] = [];
  if ((words.length === 2 || words.length === 3) && !/['.+#]/.test(fold(text).slice(0, -1)))
    extra.push(words.join(''));
  const [only = ''] = words.length === 1 ? words : [];
  const numbered = /^([a-z]+)([0-9]+)$/.exec(only) ?? /^([0-9]+)([a-z]+)$/.exec(only);
  if (numbered) extra.push(`${numbered[1]} ${numbered[2]}`);
  const group = groupOf(text, extra);
  if (!group) return { groups: [], parts: [] };
  const parts = words.length > 1 ? words.flatMap((word) => groupOf(word, []) ?? []) : [];
  return { groups: [group], parts };
}

/**
 * A run of a script without spaces: its words by the platform's dictionary, each a phrase of its characters.
 * A lone Han character is rather a piece of a word that the dictionary lacks: it joins its neighbour.
 */
function unspaced(text: string): Collected {
  const words: string[] = [];
  for (const { segment } of segmenter().segment(text)) {
    const last = words.at(-1);
    const joins = last !== undefined && loneHan.test(segment) && /\p{Script=Han}$/u.test(last);
    if (joins) words[words.length - 1] = last + segment;
    else words.push(segment);
  }
  const groups = words.flatMap((word) => groupOf(word, []) ?? []);
  const pairs = words.flatMap((word) => {
    const characters = tokens(word, 'none').map((token) => token.term);
    if (characters.length < 3) return [];
    return characters.slice(1).map((character, index) => [characters[index] ?? '', character]);
  });
  return { groups, parts: pairs.map((pair) => ({ alternatives: [pair], stop: false })) };
}

const loneHan = /^\p{Script=Han}$/u;

let sharedSegmenter: Intl.Segmenter | undefined;
function segmenter(): Intl.Segmenter {
  sharedSegmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  return sharedSegmenter;
}

function groupOf(text: string, otherForms: readonly string[]): QueryGroup | undefined {
  const alternatives = new Map<string, readonly string[]>();
  for (const form of [text, ...otherForms]) {
    for (const language of languages) {
      const terms = tokens(form, language).map((token) => token.term);
      if (terms.length > 0) alternatives.set(terms.join(' '), terms.slice(0, mostGroups));
    }
  }
  if (alternatives.size === 0) return undefined;
  return { alternatives: [...alternatives.values()], stop: isStop(text) };
}

function isStop(text: string): boolean {
  const word = fold(text)
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}+#]+$/gu, '')
    .replace(/'s$/, '')
    .replaceAll("'", '');
  return stopWords.has(word) || stopKana.has(word);
}
