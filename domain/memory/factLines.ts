import { dominantEnding } from '../text/lineEndings.ts';

/** One remembered fact: a list line with its day (UTC) and id. */
export interface Fact {
  /** `f-` and what tells it from all others of its note. */
  readonly factId: string;
  /** `2026-11-30`. */
  readonly at: string;
  /** One line, not empty, without white space at its ends. */
  readonly text: string;
}

/** A fact with its line's offsets in the source, the line ending included. */
export interface FactLine extends Fact {
  readonly start: number;
  readonly end: number;
}

// The first date and the last id of a line count: whatever looks like either between them is text.
const factLine = /^- (\d{4}-\d{2}-\d{2}) (.+) \^(f-[\da-z]{1,40})[ \t]*(?:\r\n|[\n\r]|$)/gm;

/** The facts of a memory note in the order of their lines; all other lines say nothing. Source: spec/tools.md, Write. */
export function readFactLines(source: string): FactLine[] {
  return [...source.matchAll(factLine)].map(
    ({ 0: line, 1: at = '', 2: text = '', 3: factId = '', index }) => ({
      factId,
      at,
      text,
      start: index,
      end: index + line.length,
    }),
  );
}

/** `- 2026-11-30 text ^f-…`, without a line ending. */
export const factLineOf = ({ at, text, factId }: Fact): string => `- ${at} ${text} ^${factId}`;

/** The source with one more fact as its last line; all else stays as it is. */
export function appendFact(source: string, fact: Fact): string {
  const ending = dominantEnding(source) ?? '\n';
  const gap = source === '' || /[\n\r]$/.test(source) ? '' : ending;
  return `${source}${gap}${factLineOf(fact)}${ending}`;
}

/** The source without the line of a fact that was read from it. */
export const removeFact = (source: string, { start, end }: FactLine): string =>
  source.slice(0, start) + source.slice(end);
