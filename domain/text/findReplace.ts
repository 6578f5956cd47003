import { Refusal } from '../errors.ts';
import { closeGap } from './closeGap.ts';
import { dominantEnding, withEnding } from './lineEndings.ts';
import { lineOf, lineStarts, lineText } from './lines.ts';
import { findMatches, type Matches } from './matches.ts';
import { nearestLine } from './nearestLine.ts';
import { quote, wellFormed } from './quote.ts';

const listLimit = 100;
const contextLimit = 160;

/**
 * The source with the one occurrence of `find` replaced, `content` taken literally. None is noMatch (details: nearest
 * with line, text and differs), several are notUnique (details: matches with line, column and context; total).
 */
export function findReplace(source: string, find: string, content: string): string {
  const matches = findMatches(source, find);
  const [only] = matches.spans;
  if (only === undefined) throw noMatch(source, find);
  if (matches.total > 1) throw notUnique(source, find, matches);
  if (content === '') return closeGap(source.slice(0, only.start), source.slice(only.end));
  return source.slice(0, only.start) + withEnding(content, dominantEnding(source)) + source.slice(only.end);
}

function noMatch(source: string, find: string): Refusal {
  const nearest = nearestLine(source, find);
  const message = `The text ${quote(find)} has 0 matches in the note.`;
  if (nearest === null) {
    return new Refusal('noMatch', message, 'Read the note again and copy the text exactly.', {
      matches: 0,
      nearest: null,
    });
  }
  const differs = nearest.differs.length === 0 ? 'in its words' : `in ${nearest.differs.join(', ')}`;
  return new Refusal(
    'noMatch',
    `${message} The nearest line is ${nearest.line}, ${quote(nearest.text)}; it differs ${differs}.`,
    'Copy the text exactly as the note has it and send the edit again.',
    { matches: 0, nearest },
  );
}

function notUnique(source: string, find: string, { spans, total }: Matches): Refusal {
  const starts = lineStarts(source);
  const matches = spans.slice(0, listLimit).map(({ start }) => {
    const line = lineOf(starts, start);
    const column = start - (starts[line - 1] ?? 0);
    const from = Math.max(0, column - contextLimit / 2);
    const text = lineText(source, starts, line).slice(from, from + contextLimit);
    return { line, column: column + 1, context: wellFormed(text) };
  });
  const lines = matches.slice(0, 10).map(({ line }) => line);
  return new Refusal(
    'notUnique',
    `The text ${quote(find)} has ${total} matches, at lines ${lines.join(', ')}${total > lines.length ? ' and more' : ''}.`,
    'Add the text before or after it, so that it names exactly one place.',
    { matches, total },
  );
}
