import { fileNameForTitle, withSuffix } from '../text/fileNames.ts';
import { fold } from '../text/fold.ts';
import { utf8Length } from '../text/utf8Length.ts';
import { memoryHeading } from './category.ts';
import { appendFact, type Fact } from './factLines.ts';
import type { MemoryNote } from './memoryNotes.ts';

/** Where a category's next fact goes. */
export interface Category {
  readonly about: string;
  readonly category: string;
  /** UTF-8 bytes that a note may have. */
  readonly limit: number;
}

/**
 * The notes with one more fact: in the last part of its category, or in a note after them all where that is full or
 * there is none yet. The notes given keep their order.
 */
export function placeFact(
  notes: readonly MemoryNote[],
  { about, category, limit }: Category,
  fact: Fact,
): MemoryNote[] {
  const last = notes.filter((each) => each.category === category).at(-1);
  const longer = last === undefined ? '' : appendFact(last.source, fact);
  if (last !== undefined && utf8Length(longer) <= limit)
    return notes.map((each) => (each === last ? { ...each, source: longer } : each));
  const taken = new Set(notes.map((each) => fold(each.name)));
  const first = fileNameForTitle(category);
  const nameOf = (part: number): string => (part === 1 ? first : withSuffix(first, `-${part}`));
  let part = (last?.part ?? 0) + 1;
  while (taken.has(fold(nameOf(part)))) part += 1;
  const source = appendFact(`${memoryHeading(about, { category, part })}\n\n`, fact);
  return [...notes, { note: null, name: nameOf(part), source, category, part, facts: [] }];
}
