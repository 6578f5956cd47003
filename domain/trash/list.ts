import type { Context } from '../context.ts';
import { authorsOf, isoTime } from '../notes/author.ts';
import { isVisible, placeOf } from '../notes/place.ts';
import { limitOf, listOf, type Page, readCursor, writeCursor } from '../page.ts';
import type { Author, NotePlace, NoteRecord } from '../ports.ts';
import { findProject, findSpace } from '../projects/find.ts';
import { fold } from '../text/fold.ts';
import { trashFolders } from './places.ts';
import { restorable } from './rights.ts';

export interface TrashItem {
  readonly noteId: string;
  readonly title: string;
  readonly project: string | null;
  readonly path: string;
  readonly deletedAt: string;
  readonly deletedBy: Author;
  readonly size: number;
  readonly occupiedBy?: { readonly noteId: string; readonly title: string };
}

export interface ListTrashInput extends Page {
  readonly space: string;
  readonly q?: string | undefined;
  readonly project?: string | undefined;
}

/** The trash of a space as far as the caller may restore from it, newest deletions first. */
export async function listTrash(
  context: Context,
  input: ListTrashInput,
): Promise<{ items: TrashItem[]; total: number; nextCursor?: string }> {
  const limit = limitOf(input);
  const space = await findSpace(context, input.space);
  const only = input.project === undefined ? null : await findProject(context, input.project);
  const list = listOf('trash', { space: space.id, q: input.q, project: only?.id });
  const after = readCursor(list, input.cursor, ['number', 'number']);
  const { notes, total } = await context.stores.notes.trash({
    spaceId: space.id,
    text: input.q?.trim() ? fold(input.q.trim()) : undefined,
    scopes: restorable(context).filter((scope) => only === null || scope.projectId === only.id),
    userId: context.actor.user.id,
    after: after ? { trashedAt: after[0], seq: after[1] } : undefined,
    limit: limit + 1,
  });
  const page = notes.slice(0, limit);
  const last = page.at(-1);
  const author = await authorsOf(
    context,
    space.id,
    page.map((note) => note.revision),
  );
  const folders = await trashFolders(context, page);
  const places = page.map((note) => ({ ...note, folderPath: folders.get(note.seq) ?? note.folderPath }));
  const occupants = await occupantsOf(context, space.id, places);
  return {
    items: places.map((note) => {
      const occupant = occupants.get(note.seq);
      return {
        noteId: note.id,
        title: note.title,
        ...placeOf(context, { ...note, projectId: note.trashProject }),
        deletedAt: isoTime(note.trashedAt ?? 0),
        deletedBy: author(note.revision),
        size: note.size,
        ...(occupant ? { occupiedBy: { noteId: occupant.id, title: occupant.title } } : {}),
      };
    }),
    total,
    ...(notes.length > limit && last ? { nextCursor: writeCursor(list, last.trashedAt ?? 0, last.seq) } : {}),
  };
}

/** What now stands where each note would come back. */
async function occupantsOf(
  context: Context,
  spaceId: number,
  notes: readonly NoteRecord[],
): Promise<Map<number, NotePlace>> {
  const key = (note: NotePlace | NoteRecord) => `${fold(note.folderPath)}\n${fold(note.name)}`;
  const there = await context.stores.names.findPaths(
    notes.map((note) => ({ spaceId, folderKey: fold(note.folderPath), nameKey: fold(note.name) })),
  );
  const byPlace = new Map(there.map((note) => [key(note), note]));
  return new Map(
    notes.flatMap((note) => {
      const occupant = byPlace.get(key(note));
      return occupant && isVisible(context, occupant) ? [[note.seq, occupant] as const] : [];
    }),
  );
}
