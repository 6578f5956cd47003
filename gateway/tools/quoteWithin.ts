import { cut, quote } from './results.ts';

/**
 * As `quote`, cut to about `length` characters as they are written: an escaped one counts as its escape, so that a text of
 * unseen characters costs no more than another.
 */
export const quoteWithin = (text: string, length: number): string => {
  let shown = cut(text, length);
  for (;;) {
    const quoted = quote(shown);
    if (quoted.length <= length + 3) return quoted;
    // Shorter each time, since what is written is longer than what was let in.
    shown = cut(text, Math.floor((shown.length * length) / quoted.length));
  }
};
