import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { sourceOf } from '../notes/edit.ts';
import { findNote } from '../notes/findNote.ts';
import { requireVersion } from '../notes/requireVersion.ts';
import { spaceOf } from '../projects/find.ts';
import { commit } from './commit.ts';
import { readVersion } from './readVersion.ts';

export interface RestoreNote {
  readonly noteId: string;
  readonly title: string;
  readonly versionToken: string;
  /** null when the note had that text already. */
  readonly revision: number | null;
  readonly outcome: 'restored' | 'unchanged';
}

/**
 * Gives a note the exact text that it had at a revision, as a version of its own on top; the title follows, the place
 * stays. `replaces` is the version token of the text it has now. Source: spec/engine.md, History.
 * @throws Refusal `notFound`, `insufficientScope`, `versionConflict`, `versionRequired`, `tooLarge`.
 */
export async function restoreNote(
  context: Context,
  input: { readonly ref: string; readonly revision: number; readonly replaces: string },
): Promise<RestoreNote> {
  const note = await findNote(context, input.ref);
  if (!context.access.may('manage', note.projectId))
    throw new Refusal(
      'insufficientScope',
      'Only an owner of the project may restore a version.',
      'Ask an owner of the project.',
    );
  await requireVersion(context, note, await sourceOf(context, note), input.replaces);
  const { source } = await readVersion(context, { ref: note.id, asOf: String(input.revision) });
  const after = { folderPath: note.folderPath, name: note.name, source };
  const { revision, outcomes } = await commit(
    context,
    await spaceOf(context, note.spaceId),
    [{ operation: 'restore', note, after, class: note.class }],
    `restore revision ${input.revision}`,
  );
  const [outcome] = outcomes;
  if (!outcome) throw new Error('every change has an outcome');
  return {
    noteId: note.id,
    title: outcome.note.title,
    versionToken: context.versionToken(note.id, outcome.note.hash),
    revision,
    outcome: outcome.changed ? 'restored' : 'unchanged',
  };
}
