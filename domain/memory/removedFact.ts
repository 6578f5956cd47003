import type { Context } from '../context.ts';
import { readFactLines } from './factLines.ts';
import type { MemoryNote } from './memoryNotes.ts';

const versionsRead = 200;
const removalsRead = 20;

/**
 * The category from which a fact of this id was taken lately (within the last 20 removals of each note); null where it
 * never was, so that a caller who comes second in a race, or repeats itself, is told apart from one who errs.
 */
export async function categoryOfRemoved(
  context: Context,
  notes: readonly MemoryNote[],
  factId: string,
): Promise<string | null> {
  const { revisions, sources } = context.stores;
  for (const { note, category } of notes) {
    if (!note) continue;
    const { versions } = await revisions.ofNote(note.seq, null, versionsRead);
    const before = versions.flatMap(({ removed }, index) =>
      removed > 0 ? (versions[index + 1]?.sourceId ?? []) : [],
    );
    const texts = await sources.read(before.slice(0, removalsRead));
    const held = [...texts.values()].some((text) =>
      readFactLines(text).some((fact) => fact.factId === factId),
    );
    if (held) return category;
  }
  return null;
}
