import type { Language } from './language.ts';
import { findMatches } from './matches.ts';
import type { LexicalQuery } from './query.ts';

/** A note's passages, in order, with what stands above each. */
export interface NoteTexts {
  readonly title: string;
  readonly language: Language;
  readonly passages: readonly { readonly text: string; readonly headings: readonly string[] }[];
}

/** Words of the query in a text, by word: about the root of how often it is there. */
type Counts = ReadonlyMap<number, number>;

/** How much of a passage's words counts for the next three on both sides: an answer often stands beside them. */
const spread = [1, 0.6, 0.4, 0.2];
/** What a word of the title or the headings counts. */
const above = 0.3;
/** How soon more of the same word stops counting. Source: BM25's k1. */
const saturation = 1.2;

/**
 * How relevant each passage of each note is to the query: 0, where no word of it is in the passage, beside it or above
 * it, up to 1 for the best of all. A word weighs the more, the fewer of all these passages hold it.
 */
export function relevanceOf(query: LexicalQuery, notes: readonly NoteTexts[]): number[][] {
  const counts = notes.map(({ passages, language }) =>
    passages.map(({ text }) => countsOf(text, query, language)),
  );
  const rarity = rarityOf(counts.flat());
  const scores = notes.map((note, index) => {
    const own = counts[index] ?? [];
    const heads = rememberedCounts(query, note.language);
    return note.passages.map(({ headings }, at) => {
      const sum = new Map<number, number>();
      for (const [distance, share] of spread.entries()) {
        add(sum, own[at - distance], share);
        if (distance > 0) add(sum, own[at + distance], share);
      }
      add(sum, heads([note.title, ...headings].join('\n')), above);
      let score = 0;
      for (const [word, count] of sum) score += (rarity(word) * count) / (count + saturation);
      return score;
    });
  });
  const best = Math.max(0, ...scores.map((each) => Math.max(0, ...each)));
  return best === 0 ? scores : scores.map((each) => each.map((score) => score / best));
}

function countsOf(text: string, query: LexicalQuery, language: Language): Counts {
  const counts = new Map<number, number>();
  for (const { group, weight } of findMatches(text, query, language))
    counts.set(group, (counts.get(group) ?? 0) + weight);
  return counts;
}

function rememberedCounts(query: LexicalQuery, language: Language): (text: string) => Counts {
  const known = new Map<string, Counts>();
  return (text) => {
    const counts = known.get(text) ?? countsOf(text, query, language);
    known.set(text, counts);
    return counts;
  };
}

/** Inverse document frequency over the passages. Source: BM25, with the 1 that keeps it above 0. */
function rarityOf(passages: readonly Counts[]): (word: number) => number {
  const holding = new Map<number, number>();
  for (const counts of passages)
    for (const word of counts.keys()) holding.set(word, (holding.get(word) ?? 0) + 1);
  return (word) => {
    const many = holding.get(word) ?? 0;
    return Math.log(1 + (passages.length - many + 0.5) / (many + 0.5));
  };
}

function add(sum: Map<number, number>, counts: Counts | undefined, share: number): void {
  for (const [word, count] of counts ?? []) sum.set(word, (sum.get(word) ?? 0) + share * count);
}
