import { nameOf, type Problem } from './problems.ts';
import { quoteShort } from './results.ts';

/** The longest list that any tool takes. Longer ones are refused before anything looks at their items. */
export const listMost = 500;
/** UTF-16 units of a text that is no text of a note: longer than any path, title, query or cursor needs to be. */
export const textMost = 20_000;

/** Arguments that hold text of notes: the engine bounds them by the size of a note. */
const noteTexts: readonly PropertyKey[] = ['body', 'content', 'find', 'observation'];

/** What is too long in some arguments to be read any further. */
export const outOfBounds = (value: unknown, path: readonly PropertyKey[] = []): Problem[] => {
  const field = nameOf(path);
  const tooLong = (most: number, what: string): Problem[] => [
    { field, problem: `${quoteShort(field)} must have at most ${most} ${what}.` },
  ];
  if (typeof value === 'string') {
    const isLong = value.length > textMost && !noteTexts.includes(path.at(-1) ?? '');
    return isLong ? tooLong(textMost, 'characters') : [];
  }
  if (Array.isArray(value)) {
    if (value.length > listMost) return tooLong(listMost, 'items');
    return value.flatMap((item, index) => outOfBounds(item, [...path, index]));
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => outOfBounds(item, [...path, name]));
};
