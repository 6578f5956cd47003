import { sliced } from './sliced.ts';

/** Counts the tokens of a text; where it holds a run of 600 letters or signs, a few too many. */
export type CountTokens = (text: string) => number;

const longRun = 600;
const longGaps = [' ', '\n', '\t'].map((gap) => gap.repeat(longRun));

/** Whether a text may hold a piece that the tokenizer takes whole, in the square of its length. */
const hasLongRun = (text: string): boolean =>
  text.length >= longRun &&
  (text.split(/\s+/).some((word) => word.length >= longRun && isLongRun(word)) ||
    longGaps.some((gap) => text.includes(gap)));

const isLongRun = (word: string): boolean =>
  (word.match(/[\p{L}\p{M}]+|[^\p{L}\p{M}\p{N}]+/gu) ?? []).some((run) => run.length >= longRun);

let loaded: Promise<CountTokens> | undefined;

/** The o200k_base tokenizer, loaded at the first call: its tables take a fifth of a second and some memory. */
export function tokenCounter(): Promise<CountTokens> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<CountTokens> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  // What looks like a control token in a note is text like any other.
  const plain = { disallowedSpecial: new Set<string>() };
  const exact: CountTokens = (text) => countTokens(text, plain);
  const quick = sliced(exact);
  return (text) => (hasLongRun(text) ? quick(text) : exact(text));
}
