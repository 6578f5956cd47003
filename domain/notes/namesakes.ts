import type { Context } from '../context.ts';
import type { NoteRecord } from '../ports.ts';
import { fold } from '../text/fold.ts';
import { quote } from '../text/quote.ts';
import { isVisible, placeOf } from './place.ts';

/** A warning for each note whose title another note of its space has too, by the note's seq. */
export async function namesakeWarnings(
  context: Context,
  notes: readonly NoteRecord[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const [first] = notes;
  const warnings = new Map<number, readonly string[]>();
  if (!first) return warnings;
  const keys = [...new Set(notes.map((note) => fold(note.title)))];
  const hits = (await context.stores.names.find([first.spaceId], keys)).filter(
    (hit) => hit.kind === 'title' && isVisible(context, hit.note),
  );
  for (const note of notes) {
    const other = hits.find((hit) => hit.key === fold(note.title) && hit.note.seq !== note.seq);
    if (!other) continue;
    const { path } = placeOf(context, other.note);
    warnings.set(note.seq, [
      `Another note is titled ${quote(note.title)} too: ${other.note.id} at ${quote(path)}.`,
    ]);
  }
  return warnings;
}
