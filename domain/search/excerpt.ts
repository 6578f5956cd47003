import { graphemeEnd, graphemeStart } from './graphemes.ts';
import type { Language } from './language.ts';
import { findMatches, type Match } from './matches.ts';
import type { LexicalQuery } from './query.ts';

/** One passage of a text, with the words that made it a hit. */
export interface Excerpt {
  /** At most 300 UTF-16 units, a slice of the content as it is. */
  readonly text: string;
  /** Offset of the passage in the content, in UTF-16 units. */
  readonly position: number;
  /** Offsets within `text` of the matched words, in order, not overlapping. */
  readonly matches: readonly { readonly start: number; readonly end: number }[];
}

const longest = 300;
/** Text kept before the first match where there is room. */
const lead = 90;

/**
 * The densest passage of a content: the one with the most of the query's words, then the most of its matches.
 * Cut at sentences, lines or words, never inside a grapheme. Without any match: the head of the content.
 */
export function excerpt(content: string, query: LexicalQuery, language: Language): Excerpt {
  const found = findMatches(content, query, language);
  const window = densest(found);
  if (!window) return { ...trimmed(content, 0, wordEnd(content, 0, longest)), matches: [] };
  const room = longest - (window.end - window.start);
  const start = passageStart(content, window.start, Math.max(0, Math.min(lead, room)));
  const end = wordEnd(content, Math.max(start, Math.min(window.end, start + longest)), start + longest);
  const { text, position } = trimmed(content, start, end);
  const matches = found
    .filter((match) => match.start >= position && match.end <= position + text.length)
    .map((match) => ({ start: match.start - position, end: match.end - position }));
  return { text, position, matches };
}

interface Window {
  start: number;
  end: number;
}

function densest(found: readonly Match[]): Window | undefined {
  let best: Window | undefined;
  let bestScore = 0;
  const counts = new Map<number, number>();
  let first = 0;
  let score = 0;
  for (const [index, last] of found.entries()) {
    const before = counts.get(last.group) ?? 0;
    counts.set(last.group, before + 1);
    score += gain(last, before);
    for (
      let oldest = found[first];
      oldest && last.end - oldest.start > longest && first < index;
      oldest = found[first]
    ) {
      const left = (counts.get(oldest.group) ?? 1) - 1;
      counts.set(oldest.group, left);
      score -= gain(oldest, left);
      first += 1;
    }
    if (score > bestScore + 1e-9) {
      bestScore = score;
      best = { start: found[first]?.start ?? last.start, end: last.end };
    }
  }
  return best;
}

/** A word not yet in the window counts most, each repetition little and less. */
function gain(match: Match, before: number): number {
  return match.weight * (before === 0 ? 1 : 0.1 / before);
}

/** Up to `room` units before the first match: from the start of its sentence or line, else of a word. */
function passageStart(content: string, matchStart: number, room: number): number {
  const from = matchStart - room;
  if (from <= 0) return 0;
  const before = content.slice(from, matchStart);
  const sentence = /(?:^|[\s\S]*(?:\n|[.!?]\s|[。！？]))(?=\S)/.exec(before)?.[0].length ?? 0;
  if (sentence > 0) return from + sentence;
  const word = /\s(?=\S)/.exec(before);
  return word ? from + word.index + 1 : graphemeEnd(content, from, matchStart);
}

/** The last word end at or before `limit`, but not before `from`; in one long word, the last grapheme's end. */
function wordEnd(content: string, from: number, limit: number): number {
  if (limit >= content.length) return content.length;
  for (let at = limit; at > from; at -= 1) {
    if (/\s/.test(content[at] ?? '')) return at;
  }
  return graphemeStart(content, limit, from);
}

function trimmed(content: string, start: number, end: number): { text: string; position: number } {
  const text = content.slice(start, end);
  const position = start + (text.length - text.trimStart().length);
  return { text: text.trim(), position };
}
