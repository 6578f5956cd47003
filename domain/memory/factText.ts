import { Refusal } from '../errors.ts';
import { checkText } from '../text/check.ts';
import { fold } from '../text/fold.ts';

const factLimit = 2000;

/**
 * An observation as the text of one fact: its lines trimmed and joined by single spaces, so that no
 * word is lost and no line can be forged; '' where nothing but white space was said.
 * @throws Refusal `invalidArguments` for control characters and lone surrogates, `tooLarge` past 2,000 code points.
 */
export function factText(observation: string): string {
  checkText(observation, '`observation`');
  const lines = observation.split(/[\n\r\u2028\u2029]/).map((line) => line.trim());
  const text = lines.filter((line) => line !== '').join(' ');
  const characters = text.length <= factLimit ? text.length : [...text].length;
  if (characters <= factLimit) return text;
  throw new Refusal(
    'tooLarge',
    `The observation has ${characters} characters, and a fact holds at most ${factLimit}.`,
    'Remember several shorter facts, or write a note with create_note.',
    { characters, limit: factLimit },
  );
}

/** Facts with equal keys are the same fact: NFC, case, white space and final `.!?` do not tell them apart. */
export function factKey(text: string): string {
  const words = fold(text).replace(/\s+/g, ' ').trim();
  let end = words.length;
  while (end > 0 && ' .!?'.includes(words.charAt(end - 1))) end -= 1;
  return words.slice(0, end) || words;
}
