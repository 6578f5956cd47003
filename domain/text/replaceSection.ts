import { Refusal } from '../errors.ts';
import { readBlocks } from './blocks.ts';
import { findSection, isNamed, titleKey } from './findSection.ts';
import { type Heading, headingsOf } from './headings.ts';
import { lastLineEnd } from './joinTexts.ts';
import { dominantEnding, withEnding } from './lineEndings.ts';
import { parseSource } from './source.ts';

const blankLines = /^(?:[ \t]*\r?\n)*/;

/**
 * The source with the text under one heading replaced. The heading's own lines, the blank lines around the text and
 * all outside the section stay byte for byte; a heading that the content repeats is dropped.
 */
export function replaceSection(source: string, section: string, content: string): string {
  const heading = findSection(source, section);
  refuseWholeBody(source, heading);
  const noteEnding = dominantEnding(source);
  const ending = noteEnding ?? '\n';
  const text = trimBlank(withoutHeading(withEnding(content, noteEnding), heading));
  const old = source.slice(heading.contentStart, heading.end);
  const lead = blankLines.exec(old)?.[0] ?? '';
  const isBlank = old.trim() === '';
  const tail = isBlank ? lead : old.slice(lastLineEnd(old));
  const opening = source.slice(heading.start, heading.contentStart);
  const closedOpening = opening.endsWith('\n') || text === '' ? opening : opening + ending;
  const next = source.slice(heading.end);
  const end = text === '' ? emptyEnd(isBlank, lead, tail) : textEnd(isBlank, tail, next, ending, opening);
  return source.slice(0, heading.start) + closedOpening + (text === '' ? '' : lead) + text + end + next;
}

/** What follows the new text: the old blank lines, and always a line ending where more follows. */
function textEnd(isBlank: boolean, tail: string, next: string, ending: string, opening: string): string {
  const endsLine = isBlank && (next !== '' || opening.endsWith('\n'));
  const kept = endsLine ? ending + (next === '' ? '' : tail) : tail;
  if (next === '') return kept;
  const breaks = kept.split('\n').length - 1;
  // Without a blank line, text would become part of an underlined heading that follows it.
  const needed = /^ {0,3}#/.test(next) ? 1 : 2;
  return kept + ending.repeat(Math.max(0, needed - breaks));
}

/** Below a heading left without text: the blank lines that stood there, the first line's ending excluded. */
function emptyEnd(isBlank: boolean, lead: string, tail: string): string {
  return isBlank ? lead : tail.replace(/^\r?\n/, '');
}

function withoutHeading(content: string, heading: Heading): string {
  const start = blankLines.exec(content)?.[0].length ?? 0;
  const first = headingsOf(readBlocks(content, 0), content.length)[0];
  const repeats = first !== undefined && first.start <= start && isNamed(heading, titleKey(first.title));
  return repeats ? content.slice(first.contentStart) : content;
}

function trimBlank(text: string): string {
  const body = text.slice(blankLines.exec(text)?.[0].length ?? 0);
  return body.slice(0, body.trim() === '' ? 0 : lastLineEnd(body));
}

function refuseWholeBody(source: string, heading: Heading): void {
  const { bodyStart } = parseSource(source);
  const above = source.slice(bodyStart, heading.start).replace('\uFEFF', '');
  if (heading.end < source.length || above.trim() !== '') return;
  throw new Refusal(
    'invalidArguments',
    'The section spans the whole body of the note.',
    'Use the operation replace, or name a section below it.',
    { line: heading.line },
  );
}
