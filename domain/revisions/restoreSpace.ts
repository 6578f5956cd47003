import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { spacePath } from '../notes/place.ts';
import type { NoteRecord, SpaceRecord, VersionRow } from '../ports.ts';
import { findSpace } from '../projects/find.ts';
import { checkRevision } from './checkRevision.ts';
import { commit } from './commit.ts';
import type { Change } from './step.ts';

export interface RestoreSpace {
  readonly revision: number | null;
  readonly changed: number;
  /** Ids of notes that stood then and are erased by now. */
  readonly leftOut: readonly string[];
}

/**
 * Makes a revision that holds the state of an older one: later notes go to the trash, deleted ones come back, moved
 * ones go back. Its cost is what changed since. Source: spec/engine.md, History.
 */
export async function restoreSpace(
  context: Context,
  input: {
    readonly space: string;
    readonly revision: number;
    readonly expectedRevision: number;
    readonly message?: string | undefined;
  },
): Promise<RestoreSpace> {
  const { stores } = context;
  const space = await findSpace(context, input.space);
  checkRevision(space, input.expectedRevision);
  if (!Number.isInteger(input.revision) || input.revision < 0 || input.revision > space.revision)
    throw new Refusal(
      'notFound',
      `There is no revision ${input.revision}.`,
      `Name one from 0 to ${space.revision}.`,
    );
  const seqs = new Set(await stores.notes.changedSince(space.id, input.revision));
  const movedFolders = await stores.folders.changedSince(space.id, input.revision);
  for (const note of await stores.notes.inFolders(movedFolders)) seqs.add(note.seq);
  const notes = await stores.notes.bySeqs([...seqs]);
  const then = await stores.revisions.versionsAt([...seqs], input.revision);
  const places = await stores.folders.placesAt(
    [...new Set([...then.values()].map((version) => version.folderId))],
    input.revision,
  );
  const changes: Change[] = [];
  for (const note of notes) {
    const version = then.get(note.seq);
    const place = version ? places.get(version.folderId) : undefined;
    const change = await changeFor(context, note, version, place?.path);
    if (!change) continue;
    requireOwner(context, note.projectId ?? note.trashProject);
    requireOwner(context, version?.live ? (place?.projectId ?? null) : (note.projectId ?? note.trashProject));
    changes.push(change);
  }
  const { revision } = await commit(
    context,
    space,
    changes,
    input.message ?? `restore revision ${input.revision}`,
  );
  return { revision, changed: changes.length, leftOut: await erasedSince(context, space, input.revision) };
}

/** The step back from a note's present state to that of a version; null where nothing differs. */
async function changeFor(
  context: Context,
  note: NoteRecord,
  version: VersionRow | undefined,
  folderPath: string | undefined,
): Promise<Change | null> {
  if (!version?.live || folderPath === undefined)
    return note.state === 'live' ? { operation: 'delete', note, after: null, class: note.class } : null;
  const samePlace = spacePath(note.folderPath, note.name) === spacePath(folderPath, version.name);
  if (note.state === 'live' && samePlace && note.hash === version.hash) return null;
  const sourceId = version.sourceId;
  const source =
    sourceId === null ? '' : ((await context.stores.sources.read([sourceId])).get(sourceId) ?? '');
  return { operation: 'restore', note, after: { folderPath, name: version.name, source }, class: note.class };
}

function requireOwner(context: Context, projectId: string | null): void {
  if (projectId !== null && context.access.may('manage', projectId)) return;
  throw new Refusal(
    'insufficientScope',
    'The revisions since touch a project that you do not own.',
    'Ask an owner of the whole space.',
  );
}

/** Only ids are left of erased notes; whether one stood then is told by its time. */
async function erasedSince(
  context: Context,
  space: SpaceRecord,
  revision: number,
): Promise<readonly string[]> {
  return context.stores.notes.purgedWithin(space.id, revision);
}
