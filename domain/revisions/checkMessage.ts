import { Refusal } from '../errors.ts';
import { checkText } from '../text/check.ts';

const longest = 1000;

/** A revision's message as it is kept: trimmed, at most 1,000 code points; null for none. @throws Refusal `invalidArguments`. */
export function checkMessage(message: string | undefined): string | null {
  const text = message?.trim() ?? '';
  if (text === '') return null;
  checkText(text, '`message`');
  const length = [...text].length;
  if (length <= longest) return text;
  throw new Refusal(
    'invalidArguments',
    `\`message\` has ${length} characters; at most ${longest} are kept.`,
    'Shorten the message.',
    { length, limit: longest },
  );
}
