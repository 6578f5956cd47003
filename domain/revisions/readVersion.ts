import type { Context } from '../context.ts';
import { findNote } from '../notes/findNote.ts';
import { type NoteVersion, versionAsOf } from '../notes/versions.ts';

/** A note's whole source as it stood at a revision, or as a version token names it. */
export async function readVersion(
  context: Context,
  input: { readonly ref: string; readonly asOf: string },
): Promise<
  Omit<NoteVersion, 'hash' | 'sourceId' | 'at' | 'by'> & {
    noteId: string;
    source: string;
    versionToken: string;
  }
> {
  const note = await findNote(context, input.ref);
  const { revision, title, project, path, hash, sourceId } = await versionAsOf(context, note, input.asOf);
  const source =
    sourceId === null ? '' : ((await context.stores.sources.read([sourceId])).get(sourceId) ?? '');
  return {
    noteId: note.id,
    revision,
    title,
    project,
    path,
    source,
    versionToken: context.versionToken(note.id, hash),
  };
}
