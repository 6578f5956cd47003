import { Refusal } from '../errors.ts';
import { checkText } from '../text/check.ts';

const lineBreak = /[\n\r\t\u2028\u2029]/;

/**
 * A name or label as it is kept: trimmed, one line, 1 to 100 code points, no control characters.
 * `what` begins the message ("The label"). @throws Refusal `invalidArguments`.
 */
export function checkName(text: string, what: string): string {
  const name = text.trim();
  checkText(name, what);
  const length = [...name].length;
  if (length > 0 && length <= nameLimit && !lineBreak.test(name)) return name;
  const fault =
    length === 0 ? 'is empty' : length > nameLimit ? `has ${length} characters` : 'has line breaks';
  throw new Refusal(
    'invalidArguments',
    `${what} ${fault}.`,
    `Give 1 to ${nameLimit} characters on one line.`,
    {
      length,
      limit: nameLimit,
    },
  );
}

const nameLimit = 100;
