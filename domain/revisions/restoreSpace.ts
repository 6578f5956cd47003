import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { findSpace } from '../projects/find.ts';
import { changesBack } from './changesBack.ts';
import { checkMessage } from './checkMessage.ts';
import { checkRevision } from './checkRevision.ts';
import { commit } from './commit.ts';
import { seenProjects } from './seenProjects.ts';

export interface RestoreSpaceInput {
  readonly space: string;
  /** 0 is the empty space. */
  readonly revision: number;
  /** The space's revision as the caller knows it. */
  readonly expectedRevision: number;
  readonly message?: string | undefined;
}

export interface RestoreSpace {
  /** null when the space is in that state already. */
  readonly revision: number | null;
  /** Notes put back, changed back or sent to the trash. */
  readonly changed: number;
  /** Ids of erased notes that may have stood then; only for those who see the whole space. */
  readonly leftOut: readonly string[];
}

/**
 * Makes a revision that holds the state of an older one: later notes go to the trash, deleted ones come back, moved
 * ones go back. Its cost is what changed since. Source: spec/engine.md, History.
 * @throws Refusal `notFound`, `versionConflict`, `insufficientScope` unless the caller owns every project touched,
 * `invalidPath` where a project's folder was elsewhere then.
 */
export async function restoreSpace(context: Context, input: RestoreSpaceInput): Promise<RestoreSpace> {
  const space = await findSpace(context, input.space);
  const message = checkMessage(input.message) ?? `restore revision ${input.revision}`;
  checkRevision(space, input.expectedRevision);
  if (!Number.isInteger(input.revision) || input.revision < 0 || input.revision > space.revision)
    throw new Refusal(
      'notFound',
      `There is no revision ${input.revision}.`,
      `Name one from 0 to ${space.revision}.`,
    );
  const { changes, projectIds } = await changesBack(context, space, input.revision);
  for (const id of projectIds) requireOwner(context, id);
  const { revision, outcomes } = await commit(context, space, changes, message);
  // An erased note's project is not known any more.
  const seesAll = seenProjects(context, space.id) === null;
  return {
    revision,
    changed: outcomes.filter((outcome) => outcome.changed).length,
    leftOut: seesAll ? await context.stores.notes.purgedWithin(space.id, input.revision) : [],
  };
}

function requireOwner(context: Context, projectId: string | null): void {
  if (projectId !== null && context.access.may('manage', projectId)) return;
  throw new Refusal(
    'insufficientScope',
    'The revisions since touch a project that you do not own.',
    'Ask an owner of the whole space.',
  );
}
