import { cutStretch } from './cutStretch.ts';
import { findMatches } from './matches.ts';
import type { Candidate } from './pack.ts';
import type { LexicalQuery } from './query.ts';
import type { Stretch } from './recallContext.ts';
import type { RecallNote } from './recallNotes.ts';
import { relevanceOf } from './relevance.ts';

/** A passage of a note that may go into a pack; `note` is the index of its note. */
export interface PassageCandidate extends Candidate, Stretch {}

/** Passages of one note that are tried. */
const mostOfSeed = 12;
const mostOfNeighbour = 4;
/** A passage longer than this in UTF-16 units (a long fence) is cut around its first match. */
const longest = 1_600;
/** How much how well the whole note matches counts beside its passage. */
const noteShare = 0.6;
/** What a neighbour's opening counts where no word of the query is in it. */
const opening = 0.1;

/** The best passages of each note; of a note that no passage speaks for, the opening. */
export function recallCandidates(query: LexicalQuery, notes: readonly RecallNote[]): PassageCandidate[] {
  const relevance = relevanceOf(
    query,
    notes.map(({ note, body, passages }) => ({
      title: note.title,
      language: note.language,
      passages: passages.map(({ start, end, headings }) => ({ text: body.slice(start, end), headings })),
    })),
  );
  return notes.flatMap(({ note, body, passages, isNeighbour, strength }, index) => {
    const scored = passages
      .map((stretch, at) => ({ stretch, score: relevance[index]?.[at] ?? 0 }))
      .filter(({ stretch }) => body.slice(stretch.start, stretch.end).trim() !== '');
    const relevant = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
    const tried = relevant.length > 0 ? relevant : scored.slice(0, 1);
    return tried.slice(0, isNeighbour ? mostOfNeighbour : mostOfSeed).map(({ stretch, score }) => {
      const { start, end, headings } =
        stretch.end - stretch.start <= longest
          ? stretch
          : cutStretch(body, stretch, firstMatch(body, stretch, query, note.language), longest);
      return {
        note: index,
        isNeighbour,
        score: isNeighbour ? strength * (score + opening) : score + noteShare * strength,
        text: body.slice(start, end).replace(/\s+/g, ' ').trim(),
        start,
        end,
        headings,
      };
    });
  });
}

/** Where in the body the first word of the query stands in a stretch; its start where none does. */
export function firstMatch(
  body: string,
  { start, end }: Stretch,
  query: LexicalQuery,
  language: RecallNote['note']['language'],
): number {
  return start + (findMatches(body.slice(start, end), query, language)[0]?.start ?? 0);
}
