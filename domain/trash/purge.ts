import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { findSpace } from '../projects/find.ts';
import { chosenNotes, type TrashChoice } from './choose.ts';

export interface PurgeTrash {
  readonly purged: number;
  readonly noteIds: readonly string[];
  readonly notice: string;
}

/**
 * Erases notes of the trash for good; what stays of each is a stub. Source: spec/engine.md, Trash.
 * @param input.confirm how many notes the person reckons with; another count erases nothing.
 */
export async function purgeTrash(
  context: Context,
  input: TrashChoice & { readonly confirm: number },
): Promise<PurgeTrash> {
  const space = await findSpace(context, input.space);
  const { notes, missing } = await chosenNotes(context, space, input);
  const [lost] = missing;
  if (lost !== undefined)
    throw new Refusal(
      'notFound',
      `${JSON.stringify(lost)} is not in the trash.`,
      'List the trash for the ids that are.',
    );
  const kept = notes.filter((note) => !context.access.may('purge', note.trashProject));
  if (kept.length > 0 && input.all !== true)
    throw new Refusal(
      'insufficientScope',
      'Only an owner of the project may erase its notes.',
      'Ask an owner to empty the trash.',
    );
  const chosen = notes.filter((note) => context.access.may('purge', note.trashProject));
  if (chosen.length !== input.confirm)
    throw new Refusal(
      'invalidArguments',
      `${chosen.length} notes would be erased, and \`confirm\` is ${input.confirm}.`,
      'Look at the trash again, then repeat with the count you mean.',
      { count: chosen.length },
    );
  if (chosen.length > 0)
    await context.stores.notes.purge(
      chosen.map((note) => note.seq),
      context.clock.now(),
    );
  return {
    purged: chosen.length,
    noteIds: chosen.map((note) => note.id),
    notice: 'The text is gone from this database. Backups made before still hold it until you delete them.',
  };
}
