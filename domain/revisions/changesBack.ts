import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { NoteRecord, ProjectRecord, SpaceRecord, VersionRow } from '../ports.ts';
import { fold } from '../text/fold.ts';
import { quote } from '../text/quote.ts';
import { projectAt } from './projectAt.ts';
import type { Change } from './step.ts';

type Place = { readonly path: string; readonly projectId: string | null };

/**
 * The changes that lead from a space's present state back to that of a revision, and the ids of all projects whose
 * notes they touch, then and now. Reads only what changed since.
 * @throws Refusal `invalidPath` where a project's folder was elsewhere then.
 */
export async function changesBack(
  context: Context,
  space: SpaceRecord,
  revision: number,
): Promise<{ changes: readonly Change[]; projectIds: ReadonlySet<string | null> }> {
  const { stores } = context;
  const seqs = new Set(await stores.notes.changedSince(space.id, revision));
  const moved = await movedFolders(context, space, revision);
  for (const note of await stores.notes.inFolders(moved)) seqs.add(note.seq);
  const notes = await stores.notes.bySeqs([...seqs]);
  const versions = await stores.revisions.versionsAt([...seqs], revision);
  const standing = [...versions.values()].filter((version) => version.live);
  const places = await stores.folders.placesAt(
    [...new Set(standing.map((version) => version.folderId))],
    revision,
  );
  const wanted = notes.flatMap((note) => {
    const version = versions.get(note.seq);
    const place = version?.live ? places.get(version.folderId) : undefined;
    return note.class === 'user-doc' && differs(note, version, place) ? [{ note, version, place }] : [];
  });
  const sourceIds = wanted.flatMap(({ version, place }) =>
    place && version?.sourceId != null ? [version.sourceId] : [],
  );
  const sources = await stores.sources.read(sourceIds);
  const projectIds = new Set<string | null>();
  const changes = wanted.map(({ note, version, place }): Change => {
    projectIds.add(note.state === 'trash' ? note.trashProject : note.projectId);
    if (!place || !version) return { operation: 'delete', note, after: null, class: note.class };
    projectIds.add(place.projectId).add(projectAt(context, space.id, place.path)?.id ?? null);
    const source = sources.get(version.sourceId ?? 0) ?? '';
    const after = { folderPath: place.path, name: version.name, source };
    return { operation: 'restore', note, after, class: note.class };
  });
  return { changes, projectIds };
}

function differs(note: NoteRecord, version: VersionRow | undefined, place: Place | undefined): boolean {
  if (!version || !place) return note.state === 'live';
  return (
    note.state !== 'live' ||
    note.hash !== version.hash ||
    note.name !== version.name ||
    fold(note.folderPath) !== fold(place.path)
  );
}

/** Folders that were elsewhere at the revision. */
async function movedFolders(context: Context, space: SpaceRecord, revision: number): Promise<number[]> {
  const { folders } = context.stores;
  const touched = await folders.byIds(await folders.changedSince(space.id, revision));
  const places = await folders.placesAt(
    touched.map((folder) => folder.id),
    revision,
  );
  const moved = touched.filter((folder) => {
    const then = places.get(folder.id);
    return then !== undefined && fold(then.path) !== fold(folder.path);
  });
  for (const folder of moved) {
    const project = context.access.all.find((each) => each.folderId === folder.id);
    const then = places.get(folder.id);
    if (project && then?.projectId === project.id) refuseMovedProject(context, project, then.path);
  }
  return moved.map((folder) => folder.id);
}

/** Its notes would go back to a folder outside of it, before other readers. */
function refuseMovedProject(context: Context, project: ProjectRecord, path: string): never {
  const isSeen = context.access.projects.has(project.id);
  throw new Refusal(
    'invalidPath',
    isSeen
      ? `The folder of ${quote(project.handle)} was at ${quote(path)} then, and is at ${quote(project.folderPath)} now.`
      : 'The folder of a project that you cannot see was elsewhere then.',
    isSeen ? 'Move the folder back, then restore.' : 'Ask an owner of the whole space.',
  );
}
