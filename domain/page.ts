import { Refusal } from './errors.ts';
import { canonicalJson } from './once.ts';
import { hashOf } from './revisions/hash.ts';

export interface Page {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

const defaultLimit = 20;
const maxLimit = 100;

/** `most` is what a list allows that is made to be carried off whole. @throws Refusal `invalidArguments`. */
export function limitOf(page: Page, most = maxLimit): number {
  const limit = page.limit ?? defaultLimit;
  if (Number.isInteger(limit) && limit >= 1 && limit <= most) return limit;
  throw new Refusal('invalidArguments', `\`limit\` is ${limit}.`, `Give a whole number from 1 to ${most}.`);
}

type Part = string | number;

/**
 * The name of a list as its cursors bear it: with a digest of the arguments that decide what is in it, so that a cursor
 * of other arguments is refused instead of leaving something out.
 */
export const listOf = (name: string, args: object): string =>
  `${name} ${hashOf(canonicalJson(args)).slice(0, 10)}`;

/** An opaque cursor over where a page ended. `list` names the list, so that a cursor of another is refused. */
export const writeCursor = (list: string, ...parts: readonly Part[]): string =>
  Buffer.from(JSON.stringify([list, ...parts]), 'utf8').toString('base64url');

/**
 * The parts of a cursor of this list, of these types; null where none was given.
 * @throws Refusal `invalidCursor`.
 */
export function readCursor<const Types extends readonly ('string' | 'number')[]>(
  list: string,
  cursor: string | undefined,
  types: Types,
): { [Index in keyof Types]: Types[Index] extends 'string' ? string : number } | null {
  if (cursor === undefined) return null;
  const parts = decode(cursor);
  const [name, ...values] = parts;
  if (
    name === list &&
    values.length === types.length &&
    values.every((value, at) => typeof value === types[at])
  ) {
    // Checked value by value on the line above; the mapped tuple type cannot follow it.
    return values as { [Index in keyof Types]: Types[Index] extends 'string' ? string : number };
  }
  throw foreignCursor();
}

/** What is said of a cursor that another list or other arguments made. */
export const foreignCursor = (): Refusal =>
  new Refusal(
    'invalidCursor',
    'That cursor does not belong to this list.',
    'Pass nextCursor exactly as the last answer gave it, with the same other arguments, or start without one.',
  );

function decode(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
