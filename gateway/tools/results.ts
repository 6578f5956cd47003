import { inFence } from '../../domain/text/inFence.ts';
import { cut, escapeUnseen, quotedLine as quote } from '../../domain/text/quotedLine.ts';

export { cut, quote };

/** As `quote`, cut to 80 characters: for lists, where the id beside it is what counts, and for messages. */
export const quoteShort = (text: string): string => quote(cut(text, 80));

const jsonLine = (value: unknown): string => escapeUnseen(JSON.stringify(value) ?? 'null');

/** The same value with its texts cut, however deep they lie. */
const cutTexts = (value: unknown, length: number): unknown => {
  if (typeof value === 'string') return cut(value, length);
  if (Array.isArray(value)) return value.map((item) => cutTexts(item, length));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cutTexts(item, length)]));
};

/** The first fields or items of a value, their texts cut, that fit into `length` as one line. */
const firstParts = (value: unknown, length: number): unknown => {
  if (typeof value !== 'object' || value === null) return cutTexts(value, Math.floor(length / 10));
  const kept: [string, unknown][] = [];
  let left = length - 2;
  for (const [name, item] of Object.entries(value)) {
    const short = cutTexts(item, 40);
    left -= jsonLine({ [name]: short }).length;
    if (left < 0) break;
    kept.push([name, short]);
  }
  return Array.isArray(value) ? kept.map(([, item]) => item) : Object.fromEntries(kept);
};

/**
 * Any JSON value as one line with the same characters escaped, about `length` long at most. What is cut are the texts
 * inside, then the last fields: the line stays JSON, so that no text ever stands outside its quotes.
 */
export const quoteJson = (value: unknown, length: number): string => {
  const text = jsonLine(value);
  if (text.length <= length) return text;
  const rooms = text.length > 10 * length ? [] : [0.8 * length, 0.4 * length, 200, 80, 40, 15];
  const shorter = rooms
    .map((room) => jsonLine(cutTexts(value, Math.floor(room))))
    .find((line) => line.length <= length);
  return `${shorter ?? jsonLine(firstParts(value, length))} (cut)`;
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
