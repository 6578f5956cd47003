import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { canonicalId } from '../notes/resolveLinks.ts';
import type { NoteRecord, SpaceRecord } from '../ports.ts';
import { restorable } from './rights.ts';

/** Notes of a space's trash: by id, or all that the caller may restore. */
export interface TrashChoice {
  readonly space: string;
  readonly noteIds?: readonly string[] | undefined;
  readonly all?: boolean | undefined;
}

/** The chosen notes that are there for the caller, and the ids that are not. */
export async function chosenNotes(
  context: Context,
  space: SpaceRecord,
  choice: TrashChoice,
): Promise<{ notes: readonly NoteRecord[]; missing: readonly string[] }> {
  if ((choice.noteIds === undefined) === (choice.all !== true))
    throw new Refusal('invalidArguments', 'Choose either `noteIds` or `all`.', 'Give one of them.');
  const ids = choice.noteIds === undefined ? undefined : [...new Set(choice.noteIds.map(canonicalId))];
  const { notes } = await context.stores.notes.trash({
    spaceId: space.id,
    scopes: restorable(context),
    userId: context.actor.user.id,
    ids,
    limit: Number.MAX_SAFE_INTEGER,
  });
  const found = new Set(notes.map((note) => note.id));
  return { notes, missing: (ids ?? []).filter((id) => !found.has(id)) };
}
