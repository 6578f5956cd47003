import { lastLineEnd } from './joinTexts.ts';

const blank = /^[ \t]*$/;

/**
 * The two sides of a deleted text joined without a hole: a line left blank goes, and with it blank lines that would
 * lie doubled; of the spaces on both sides of a deleted word one remains, and none at the end of a line.
 */
export function closeGap(before: string, after: string): string {
  const lineStart = before.lastIndexOf('\n') + 1;
  const left = before.slice(lineStart);
  const right = /^[^\r\n]*/.exec(after)?.[0] ?? '';
  if (blank.test(left) && blank.test(right))
    return joinLines(before.slice(0, lineStart), after.slice(right.length));
  if (/^[ \t]/.test(right) && (left === '' || /[ \t]$/.test(left))) return before + after.slice(1);
  if (right === '' && /\S[ \t]+$/.test(left)) return before.slice(0, lineStart) + left.trimEnd() + after;
  return before + after;
}

/** `before` ends where a line starts; `after` starts with the line ending of the deleted line, or is empty. */
function joinLines(before: string, after: string): string {
  if (after === '') return before.slice(0, lastLineEnd(before));
  const rest = after.replace(/^\r?\n/, '');
  if (rest.trim() === '' && before !== '') return withoutBlankEnd(before) + rest;
  const leading = /^(?:[ \t]*\r?\n)*/.exec(rest)?.[0] ?? '';
  if (leading === '') return before + rest;
  if (before === '' || /(?:^|\n)[ \t]*\r?\n$/.test(before)) return before + rest.slice(leading.length);
  return before + rest;
}

/** The text up to the line ending of its last line that is not blank. */
function withoutBlankEnd(text: string): string {
  const end = lastLineEnd(text);
  return text.slice(0, end) + (/^\r?\n/.exec(text.slice(end))?.[0] ?? '');
}
