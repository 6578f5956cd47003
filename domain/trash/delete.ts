import type { Context } from '../context.ts';
import { isoTime } from '../notes/author.ts';
import { findWritable } from '../notes/findWritable.ts';
import { isVisible, placeOf } from '../notes/place.ts';
import { checkVersion } from '../notes/requireVersion.ts';
import { canonicalId, isNoteId } from '../notes/resolveLinks.ts';
import type { NoteRecord } from '../ports.ts';
import { spaceOf } from '../projects/find.ts';
import { commit } from '../revisions/commit.ts';
import { trashFolders } from './places.ts';

export interface DeleteNote {
  readonly noteId: string;
  readonly title: string;
  readonly path: string;
  readonly trashedAt: string;
  readonly restoreUrl: string;
  readonly restoreCommand: string;
}

/** Moves a note to the trash, from where only a human brings it back. Again by id: the first answer again. */
export async function deleteNote(
  context: Context,
  input: { readonly ref: string; readonly versionToken?: string | undefined },
): Promise<DeleteNote> {
  const gone = await alreadyInTrash(context, input.ref.trim());
  if (gone) return answerFor(context, gone);
  const note = await findWritable(context, input.ref);
  await checkVersion(context, note, input.versionToken);
  const { outcomes } = await commit(context, await spaceOf(context, note.spaceId), [
    { operation: 'delete', note, after: null, class: note.class },
  ]);
  const [outcome] = outcomes;
  if (!outcome) throw new Error('every change has an outcome');
  return answerFor(context, outcome.note);
}

async function alreadyInTrash(context: Context, ref: string): Promise<NoteRecord | null> {
  if (!isNoteId(ref)) return null;
  const [note] = await context.stores.notes.byIds([canonicalId(ref)]);
  if (note?.state !== 'trash') return null;
  const there = { ...note, projectId: note.trashProject };
  return isVisible(context, there) && context.access.may('write', there.projectId) ? note : null;
}

async function answerFor(context: Context, note: NoteRecord): Promise<DeleteNote> {
  const space = await spaceOf(context, note.spaceId);
  const folderPath = (await trashFolders(context, [note])).get(note.seq) ?? note.folderPath;
  return {
    noteId: note.id,
    title: note.title,
    path: placeOf(context, { ...note, folderPath, projectId: note.trashProject }).path,
    trashedAt: isoTime(note.trashedAt ?? context.clock.now()),
    restoreUrl: `${context.settings.publicUrl}/admin/trash?note=${note.id}`,
    restoreCommand: `intendant trash restore ${note.id} --space ${space.handle ?? ''}`,
  };
}
