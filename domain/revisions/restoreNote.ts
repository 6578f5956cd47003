import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { sourceOf } from '../notes/edit.ts';
import { findNote } from '../notes/findNote.ts';
import { requireVersion } from '../notes/requireVersion.ts';
import { spaceOf } from '../projects/find.ts';
import { commit } from './commit.ts';
import { readVersion } from './readVersion.ts';

/** Gives a note the text of one of its older versions, as a version of its own on top. */
export async function restoreNote(
  context: Context,
  input: { readonly ref: string; readonly revision: number; readonly versionToken?: string | undefined },
): Promise<{ noteId: string; title: string; versionToken: string; revision: number | null }> {
  const note = await findNote(context, input.ref);
  if (!context.access.may('manage', note.projectId))
    throw new Refusal(
      'insufficientScope',
      'Only an owner of the project may restore a version.',
      'Ask an owner.',
    );
  await requireVersion(context, note, await sourceOf(context, note), input.versionToken);
  const { source } = await readVersion(context, { ref: note.id, asOf: String(input.revision) });
  const { revision, outcomes } = await commit(context, await spaceOf(context, note.spaceId), [
    {
      operation: 'edit',
      note,
      after: { folderPath: note.folderPath, name: note.name, source },
      class: note.class,
    },
  ]);
  const [outcome] = outcomes;
  if (!outcome) throw new Error('every change has an outcome');
  const { title, hash } = outcome.note;
  return { noteId: note.id, title, versionToken: context.versionToken(note.id, hash), revision };
}
