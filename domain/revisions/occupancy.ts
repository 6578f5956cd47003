import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { isVisible, placeOf } from '../notes/place.ts';
import type { NoteRecord } from '../ports.ts';
import { fold } from '../text/fold.ts';
import { notesAtPlaces } from './notesAtPlaces.ts';
import type { Step } from './step.ts';

/**
 * Nothing is ever overwritten: refuses a commit that would put two notes in one place.
 * @throws Refusal `alreadyExists` with what is there.
 */
export async function checkPlaces(context: Context, steps: readonly Step[]): Promise<void> {
  const arriving = steps.filter(({ row, change }) => row.state === 'live' && moves(row, change.note));
  if (arriving.length === 0) return;
  const leaving = new Set(
    steps
      .filter(({ row, change }) => row.state !== 'live' || moves(row, change.note))
      .map((step) => step.seq),
  );
  const there = await notesAtPlaces(
    context.stores.notes,
    arriving.map((step) => step.row),
  );
  const occupied = new Map<string, NoteRecord | null>();
  for (const note of there)
    if (!leaving.has(note.seq)) occupied.set(placeKey(note.folderId, keyOf(note)), note);
  for (const { row } of arriving) {
    const key = placeKey(row.folderId, row.nameKey);
    const note = occupied.get(key);
    if (note !== undefined) throw occupiedBy(context, note, row.name);
    occupied.set(key, null);
  }
}

/** Whether a row comes to another place than its note is in. */
export const moves = (row: { folderId: number; nameKey: string }, note: NoteRecord | null): boolean =>
  note?.state !== 'live' || note.folderId !== row.folderId || keyOf(note) !== row.nameKey;

const keyOf = (note: NoteRecord): string => fold(note.name);
const placeKey = (folderId: number, nameKey: string): string => `${folderId} ${nameKey}`;

/** The refusal that names what is in the way, as far as the caller may know of it. */
export function occupiedBy(context: Context, note: NoteRecord | null, name: string): Refusal {
  if (!note || !isVisible(context, note))
    return new Refusal(
      'alreadyExists',
      `Something is already at ${JSON.stringify(name)}.`,
      'Choose another name.',
    );
  const { path, project } = placeOf(context, note);
  return new Refusal(
    'alreadyExists',
    `A note titled ${JSON.stringify(note.title)} is already at ${JSON.stringify(path)}.`,
    'Edit that note, or choose another title or path.',
    { noteId: note.id, project, path, versionToken: context.versionToken(note.id, note.hash) },
  );
}
