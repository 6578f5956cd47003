import type { LineEnding } from './lineEndings.ts';

/**
 * Two texts with at least `lineBreaks` line breaks between them (2 make one blank line). Both stay as they are;
 * breaks that they bring count, and next to an empty text none are added.
 */
export function joinTexts(first: string, second: string, ending: LineEnding, lineBreaks: number): string {
  if (first === '' || second === '') return first + second;
  const before = first.slice(visibleEnd(first));
  const after = /^(?:[ \t]*\r?\n)*/.exec(second)?.[0] ?? '';
  const missing = lineBreaks - count(before) - count(after);
  const dangling = lineBreaks > 0 && after === '' && !before.endsWith('\n') ? 1 : 0;
  return first + ending.repeat(Math.max(dangling, missing)) + second;
}

/** Offset behind the last line that is not blank, its line ending excluded and its trailing spaces included. */
export function lastLineEnd(text: string): number {
  let end = visibleEnd(text);
  while (text[end] === ' ' || text[end] === '\t') end += 1;
  return end;
}

/** Offset behind the last character that is no space, tab or line break. */
function visibleEnd(text: string): number {
  let end = text.length;
  while (end > 0 && ' \t\r\n'.includes(text[end - 1] ?? '')) end -= 1;
  return end;
}

function count(text: string): number {
  return text.split('\n').length - 1;
}
