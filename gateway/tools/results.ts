import { inFence } from '../../domain/text/inFence.ts';
import { cut, escapeUnseen, quotedLine as quote } from '../../domain/text/quotedLine.ts';

export { cut, quote };

/** As `quote`, cut to 80 characters: for lists, where the id beside it is what counts, and for messages. */
export const quoteShort = (text: string): string => quote(cut(text, 80));

/** Any JSON value as one line with the same characters escaped, cut to `length`. */
export const quoteJson = (value: unknown, length: number): string => {
  const text = escapeUnseen(JSON.stringify(value) ?? 'null');
  return text.length <= length ? text : `${cut(text, length)} (cut)`;
};

/** A sentence of ours with stored words inside, as one line without unseen characters. */
export const line = (text: string): string => escapeUnseen(text.replace(/\s+/g, ' ').trim());

/** Note text as data: in a fence longer than any run of backticks inside, headed by where it comes from. */
export const fence = (text: string, origin: string): string => `${origin}:\n${inFence(text)}`;

/** The first `most` rows, and how many are left out with the words that say where to find them. */
export const firstRows = <T>(
  rows: readonly T[],
  show: (row: T) => string,
  most = 20,
  rest = 'more in the structured answer',
): string[] => {
  const shown = rows.slice(0, most).map(show);
  if (rows.length > most) shown.push(`${rows.length - most} ${rest}`);
  return shown;
};

/** Lines of a text; absent ones are left out. */
export const lines = (...parts: (string | readonly string[] | undefined)[]): string =>
  parts.flatMap((part) => (part === undefined || part === '' ? [] : part)).join('\n');

/** `2026-11-30` of an ISO time: what a list has room for. */
export const day = (time: string): string => time.slice(0, 10);

export const author = (by: { name: string; kind: string; client: string }): string =>
  by.kind === 'agent' ? `${quoteShort(by.name)} (agent ${quoteShort(by.client)})` : quoteShort(by.name);

/** How to go on in a list, or nothing at its end. */
export const more = (nextCursor: string | undefined): string | undefined =>
  nextCursor === undefined ? undefined : `More: cursor ${quote(nextCursor)}`;

export const warningLines = (warnings: readonly string[]): string[] =>
  firstRows(warnings, (warning) => `warning: ${line(warning)}`);
