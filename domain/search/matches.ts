import { type Token, tokens } from './analyse.ts';
import { classAt, digit, gap, letter, single } from './characters.ts';
import { type FoldedText, foldText } from './fold.ts';
import type { Language } from './language.ts';
import { decidingGroups, type LexicalQuery } from './query.ts';
import { stemPrefixes } from './stem.ts';

/** A place in a text where a word of the query stands. Offsets in UTF-16 units. */
export interface Match {
  readonly start: number;
  readonly end: number;
  /** Which word of the query. */
  readonly group: number;
  /** How much the word tells: the rarer in this text, the more. */
  readonly weight: number;
}

interface Needle {
  readonly group: number;
  /** Terms in sequence. */
  readonly phrase: readonly string[];
  readonly strength: number;
}

/** A long text is searched a piece at a time, until one holds a match. */
const pieceLength = 65_536;
const pieceOverlap = 400;
/** Matches kept of one needle in one piece. */
const mostMatches = 200;

/** Where a query's words are in a text, in order, not overlapping; in the first piece (64 Ki units) that has any. */
export function findMatches(text: string, query: LexicalQuery, language: Language): Match[] {
  const needles = needlesOf(query);
  for (let from = 0; from < text.length; from += pieceLength) {
    const piece = text.length <= pieceLength ? text : text.slice(from, from + pieceLength + pieceOverlap);
    const found = inPiece(piece, needles, language);
    if (found.length > 0)
      return found.map((match) => ({ ...match, start: match.start + from, end: match.end + from }));
  }
  return [];
}

function needlesOf(query: LexicalQuery): Needle[] {
  const deciding = decidingGroups(query);
  const whole = deciding.flatMap(({ alternatives }, group) =>
    alternatives.map((phrase) => ({ group, phrase, strength: 1 })),
  );
  const parts = query.parts.flatMap(({ alternatives }, group) =>
    alternatives.map((phrase) => ({ group: deciding.length + group, phrase, strength: 0.4 })),
  );
  return [...whole, ...parts];
}

interface Found {
  start: number;
  end: number;
  group: number;
  strength: number;
}

function inPiece(piece: string, needles: readonly Needle[], language: Language): Match[] {
  const folded = foldText(piece);
  const found: Found[] = [];
  const seen = new Map<string, number[]>();
  const read = remembered((slice) => tokens(slice, language));
  for (const needle of needles) {
    for (const prefix of stemPrefixes(needle.phrase[0] ?? '')) {
      const places = seen.get(prefix) ?? wordStarts(folded.folded, prefix);
      seen.set(prefix, places);
      for (const place of places) {
        const end = phraseEnd(folded.folded, place, needle.phrase, read);
        if (end === undefined) continue;
        found.push({ ...original(folded, place, end), group: needle.group, strength: needle.strength });
      }
    }
  }
  return weighed(withoutOverlaps(found));
}

/** The same few words come again and again in one text. */
function remembered<Value>(compute: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>();
  return (key) => {
    const value = known.get(key) ?? compute(key);
    known.set(key, value);
    return value;
  };
}

/** Where words begin with `prefix`. A sign of a term (`+`, `#`, `.`) is a private-use letter there, so it is cut off. */
function wordStarts(folded: string, prefix: string): number[] {
  const places: number[] = [];
  const [literal = ''] = /^[^\ue000-\uf8ff]*/.exec(prefix) ?? [];
  const sought = literal === '' ? `.${prefix.slice(1)}` : literal;
  const begins = classAt(sought, 0);
  for (
    let at = folded.indexOf(sought);
    at >= 0 && places.length < mostMatches;
    at = folded.indexOf(sought, at + 1)
  ) {
    const before = at === 0 ? gap : classBefore(folded, at);
    const numberOfWord = begins === digit && before === letter;
    if (before === gap || before === single || begins === single || numberOfWord) places.push(at);
  }
  return places;
}

function classBefore(text: string, at: number) {
  const unit = text.charCodeAt(at - 1);
  return classAt(text, unit >= 0xdc00 && unit <= 0xdfff ? at - 2 : at - 1);
}

/** The end of the phrase where the terms of the text from `start` on are its terms. */
function phraseEnd(
  folded: string,
  start: number,
  phrase: readonly string[],
  read: (slice: string) => readonly Token[],
): number | undefined {
  const slice = folded.slice(start, sliceEnd(folded, start, phrase.length));
  const terms = read(slice);
  const first =
    terms[0]?.start === 0 ? terms.findIndex((token) => token.start === 0 && fits(token.term, phrase, 0)) : -1;
  if (first < 0) return undefined;
  let end = 0;
  for (const index of phrase.keys()) {
    const token = terms[first + index];
    if (!token || !fits(token.term, phrase, index)) return undefined;
    end = Math.max(end, token.end);
  }
  return start + end;
}

const hangulWord = /^\p{Script=Hangul}{2,}$/u;

/** The last word of a phrase may go on where it is Hangul, as in the index. */
function fits(term: string, phrase: readonly string[], index: number): boolean {
  const wanted = phrase[index] ?? '';
  if (term === wanted) return true;
  return index === phrase.length - 1 && hangulWord.test(wanted) && term.startsWith(wanted);
}

/** Far enough for `count` terms: as many words (or characters of a script without spaces), and the signs after them. */
function sliceEnd(folded: string, start: number, count: number): number {
  let at = start;
  for (let words = 0; words < count && at < folded.length; words += 1) {
    while (at < folded.length && classAt(folded, at) === gap) at += 1;
    if (classAt(folded, at) === single) {
      at += 1;
      continue;
    }
    while (at < folded.length && classAt(folded, at) !== gap && classAt(folded, at) !== single) at += 1;
    // A possessive is no term of its own.
    if (folded.startsWith("'s", at) && classAt(folded, at + 2) === gap) at += 2;
  }
  return Math.min(folded.length, at + 3);
}

function original({ starts, ends }: FoldedText, start: number, end: number): { start: number; end: number } {
  return { start: starts?.[start] ?? start, end: ends?.[end - 1] ?? end };
}

/** Of matches that overlap, the longest and strongest stays. */
function withoutOverlaps(found: Found[]): Found[] {
  found.sort((a, b) => a.start - b.start || b.end - a.end || b.strength - a.strength);
  const kept: Found[] = [];
  for (const match of found) {
    const last = kept.at(-1);
    if (!last || match.start >= last.end) kept.push(match);
  }
  return kept;
}

function weighed(found: readonly Found[]): Match[] {
  const counts = new Map<number, number>();
  for (const { group } of found) counts.set(group, (counts.get(group) ?? 0) + 1);
  return found.map(({ start, end, group, strength }) => ({
    start,
    end,
    group,
    weight: strength / Math.sqrt(counts.get(group) ?? 1),
  }));
}
