import { Refusal } from '../errors.ts';
import { lineOf, lineStarts } from './lines.ts';

const unfit = /(?![\t\n\r])[\p{Cc}\p{Cs}]/u;
const lineBreak = /[\n\r\u2028\u2029]/;
const titleLimit = 300;

/**
 * Refuses lone surrogates and control characters (C0 except tab, LF and CR; DEL; C1) as invalidArguments.
 * Details: codePoint ('U+0007'), line and column, both from 1; columns count UTF-16 units.
 * `what` names the text at the start of the message ("The body").
 */
export function checkText(text: string, what: string): void {
  const at = text.search(unfit);
  if (at === -1) return;
  const starts = lineStarts(text);
  const line = lineOf(starts, at);
  const column = at - (starts[line - 1] ?? 0) + 1;
  const unit = text.charCodeAt(at);
  const codePoint = `U+${unit.toString(16).toUpperCase().padStart(4, '0')}`;
  const kind = unit >= 0xd800 ? 'lone surrogate' : 'control character';
  throw new Refusal(
    'invalidArguments',
    `${what} holds a ${kind}, ${codePoint}, at line ${line}, column ${column}.`,
    'Remove that character and send the text again.',
    { codePoint, line, column },
  );
}

/** A title as it is kept: trimmed, one line, 1 to 300 code points, no control characters; else invalidArguments. */
export function checkTitle(title: string): string {
  const trimmed = title.trim();
  if (trimmed === '') {
    throw new Refusal('invalidArguments', 'The title is empty.', 'Give a title of 1 to 300 characters.');
  }
  checkText(trimmed, 'The title');
  if (lineBreak.test(trimmed)) {
    throw new Refusal('invalidArguments', 'The title holds a line break.', 'Give the title on one line.');
  }
  if (trimmed.includes('\t')) {
    throw new Refusal(
      'invalidArguments',
      'The title holds a control character, U+0009 (tab).',
      'Use a space instead.',
      { codePoint: 'U+0009', line: 1, column: trimmed.indexOf('\t') + 1 },
    );
  }
  const length = [...trimmed].length;
  if (length > titleLimit) {
    throw new Refusal(
      'invalidArguments',
      `The title has ${length} characters; at most ${titleLimit} are allowed.`,
      'Shorten the title and put the rest into the body.',
      { length, limit: titleLimit },
    );
  }
  return trimmed;
}
