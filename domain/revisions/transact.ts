import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { spacePath } from '../notes/place.ts';
import { once } from '../once.ts';
import { findSpace } from '../projects/find.ts';
import { checkMessage } from './checkMessage.ts';
import { checkRevision } from './checkRevision.ts';
import { commit } from './commit.ts';
import { planChanges } from './planChanges.ts';
import { type PathChange, readChanges } from './readChanges.ts';

export interface TransactInput {
  /** Handle. */
  readonly space: string;
  /** 1 to 1,000, each of another path. */
  readonly changes: readonly PathChange[];
  readonly expectedRevision?: number | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly message?: string | undefined;
}

export interface Transacted {
  /** null when nothing changed. */
  readonly revision: number | null;
  /** In the order of the changes; paths inside the space, hash and token of the text now stored. */
  readonly results: readonly {
    readonly noteId: string;
    readonly path: string;
    readonly hash: string;
    readonly versionToken: string;
    readonly outcome: 'changed' | 'unchanged';
  }[];
  readonly replayed?: true;
}

const mostChanges = 1000;

/**
 * Any changes of one space, by path and hash, all or nothing. Source: spec/engine.md, Commit.
 * @throws Refusal with the first failing change's code and `details.failures`: for each failing change its index, path,
 * code and message, with hash and version token of the note that is there. Also `invalidArguments`, `notFound`,
 * `idempotencyMismatch`, and `versionConflict` for another revision than expected.
 */
export async function transact(context: Context, input: TransactInput): Promise<Transacted> {
  const space = await findSpace(context, input.space);
  if (input.changes.length === 0 || input.changes.length > mostChanges)
    throw new Refusal(
      'invalidArguments',
      `The call has ${input.changes.length} changes.`,
      `Send 1 to ${mostChanges}.`,
    );
  const message = checkMessage(input.message);
  const read = readChanges(context, space, input.changes);
  // The rights are asked before a stored answer is given again.
  if (read.some((change) => change.fault)) await planChanges(context, space, read);
  const { idempotencyKey: key, ...payload } = input;
  const noteIds = (result: Transacted) => result.results.map((each) => each.noteId);
  const keyed = { operation: 'transact', projectId: String(space.id), key, payload, noteIds };
  return once(context, keyed, async () => {
    checkRevision(space, input.expectedRevision);
    const changes = await planChanges(context, space, read);
    const { revision, outcomes } = await commit(context, space, changes, message);
    const results = outcomes.map(({ note, changed }): Transacted['results'][number] => ({
      noteId: note.id,
      path: spacePath(note.folderPath, note.name),
      hash: note.hash,
      versionToken: context.versionToken(note.id, note.hash),
      outcome: changed ? 'changed' : 'unchanged',
    }));
    return { revision, results };
  });
}
