import { isNoteId } from '../notes/resolveLinks.ts';

/** A note is named by its id, or as an end of a link; a list may hold ids alone. */
function idsIn(item: unknown): string[] {
  if (typeof item === 'string') return isNoteId(item) ? [item] : [];
  if (typeof item !== 'object' || item === null) return [];
  const named = ['noteId', 'from', 'to'].map((name): unknown => Reflect.get(item, name));
  return named.filter((value): value is string => typeof value === 'string' && isNoteId(value));
}

/** The notes that an answer is about, for the audit: its own, and those of its rows. */
export function noteIdsOf(result: object): string[] {
  const rows = Object.values(result).flatMap((value: unknown) => (Array.isArray(value) ? value : []));
  return [...new Set([result, ...rows].flatMap(idsIn))];
}
