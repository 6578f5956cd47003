import { lineOf, lineStarts, lineText } from './lines.ts';
import { wellFormed } from './quote.ts';

export interface NearestLine {
  /** Counted from 1. */
  line: number;
  text: string;
  /** What keeps the line from matching: quotes, dashes, no-break spaces …; empty where its words differ. */
  differs: string[];
}

interface Difference {
  name: string;
  loosen(text: string): string;
}

const differences: readonly Difference[] = [
  { name: 'quotes', loosen: (text) => text.replace(/[‘’‚‛′`´]/g, "'").replace(/[“”„‟″«»]/g, '"') },
  { name: 'dashes', loosen: (text) => text.replace(/[‐‑‒–—―−]/g, '-') },
  { name: 'no-break spaces', loosen: (text) => text.replace(/[\u00a0\u202f\u2007]/g, ' ') },
  { name: 'invisible characters', loosen: (text) => text.replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '') },
  { name: 'ellipses', loosen: (text) => text.replaceAll('…', '...') },
  { name: 'letter case', loosen: (text) => text.toLowerCase() },
  { name: 'white space', loosen: (text) => text.replace(/[^\S\u00a0\u202f\u2007\ufeff]+/g, ' ').trim() },
];

const textLimit = 300;
const lineLimit = 20_000;

/** The line of the source most like the text that was looked for; null where no line has a word of it. */
export function nearestLine(source: string, find: string): NearestLine | null {
  const starts = lineStarts(source);
  const key = loosenAll(find);
  const line = (key === '' ? null : loosely(source, starts, find)) ?? bySharedWords(source, starts, find);
  if (line === null) return null;
  const text = lineText(source, starts, line);
  return {
    line,
    text: wellFormed(text.slice(0, textLimit)),
    differs: whatDiffers(source, starts, line, find),
  };
}

/** The line at which the text begins when only looks differ. */
function loosely(source: string, starts: readonly number[], find: string): number | null {
  const lines = starts.map((_, index) => loosenAll(lineText(source, starts, index + 1)));
  const joined = lines.join(' ');
  const at = joined.indexOf(loosenAll(find));
  if (at === -1) return null;
  let end = 0;
  const joinedStarts = lines.map((line) => {
    const start = end;
    end += line.length + 1;
    return start;
  });
  return lineOf(joinedStarts, at);
}

function whatDiffers(source: string, starts: readonly number[], line: number, find: string): string[] {
  const lines = find.split(/\r?\n/).length + 3;
  const passage = source.slice(starts[line - 1] ?? 0, starts[line - 1 + lines] ?? source.length);
  const holds = (ways: readonly Difference[]) => loosen(passage, ways).includes(loosen(find, ways));
  if (!holds(differences)) return [];
  return differences
    .filter((one) => !holds(differences.filter((other) => other !== one)))
    .map(({ name }) => name);
}

function loosen(text: string, ways: readonly Difference[]): string {
  return ways.reduce((loose, way) => way.loosen(loose), text.normalize('NFC'));
}

function loosenAll(text: string): string {
  return loosen(text, differences);
}

function bySharedWords(source: string, starts: readonly number[], find: string): number | null {
  const wanted = wordsOf(find.split(/\r?\n/).find((text) => text.trim() !== '') ?? '');
  if (wanted.size === 0) return null;
  let best = 0;
  let nearest: number | null = null;
  for (let line = 1; line <= Math.min(starts.length, lineLimit); line += 1) {
    const words = wordsOf(lineText(source, starts, line));
    let shared = 0;
    for (const word of words) if (wanted.has(word)) shared += 1;
    const score = (2 * shared) / (words.size + wanted.size);
    if (score > best) {
      best = score;
      nearest = line;
    }
  }
  return nearest;
}

function wordsOf(text: string): Set<string> {
  return new Set(loosenAll(text.slice(0, 2000)).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []);
}
