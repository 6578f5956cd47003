import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { inside } from '../notes/place.ts';
import type { FolderRecord } from '../ports.ts';
import { hiddenNotes } from '../projects/counts.ts';
import { spaceOf } from '../projects/find.ts';
import { openFolderBook } from '../revisions/folderBook.ts';
import { fold } from '../text/fold.ts';
import { checkPathLength } from '../text/paths.ts';
import { quote } from '../text/quote.ts';
import type { Carried } from './carry.ts';
import { showsAnything } from './find.ts';

/**
 * Puts a folder with all that is below it into another one, under a name, as one revision. It costs the folders below
 * and those above, not the notes. Folders of the project around it become the new surroundings'; projects inside go
 * along and stay themselves. Source: spec/engine.md, Commit.
 * @param parentPath space path of the folder it goes into, made where it is missing.
 * @throws Refusal `alreadyExists` for an occupied place, `invalidPath` for a reserved or too long one.
 */
export async function relocateFolder(
  context: Context,
  { folder, subtree, around }: Carried,
  parentPath: string,
  name: string,
): Promise<{ folder: FolderRecord; revision: number }> {
  const { stores, clock, actor } = context;
  const space = await spaceOf(context, folder.spaceId);
  const revision = space.revision + 1;
  const book = openFolderBook(stores, space.id, revision);
  const into = await book.ensure(parentPath);
  const path = `${into.path === '/' ? '' : into.path}${name}/`;
  await requireFree(context, folder, path);
  const moved = subtree.map((each) => ({
    ...each,
    name: each.id === folder.id ? name : each.name,
    parentId: each.id === folder.id || each.parentId === null ? into.id : each.parentId,
    path: path + each.path.slice(folder.path.length),
    projectId: each.projectId === around ? into.projectId : each.projectId,
  }));
  const target = context.access.projects.get(into.projectId ?? '');
  for (const each of moved)
    if (target && each.projectId === target.id) checkPathLength(inside(target, each.path) ?? each.path);
  await stores.folders.relocate(moved, revision);
  await book.move(folder, into, name);
  await book.settle();
  await stores.projects.setRevision(space.id, revision);
  await stores.revisions.insert({
    spaceId: space.id,
    number: revision,
    at: clock.now(),
    userId: actor.user.id,
    tokenId: actor.token?.id ?? null,
    client: actor.client,
    kind: actor.kind,
    tool: context.tool,
    message: null,
    notes: 0,
  });
  await stores.folders.recordMove({
    spaceId: space.id,
    folderId: folder.id,
    revision,
    from: { path: folder.path, projectId: around },
    to: { path, projectId: into.projectId },
  });
  const [top] = moved;
  if (!top) throw new Error('a folder is part of what is below it');
  return { folder: top, revision };
}

/** @throws Refusal `alreadyExists`, or `invalidPath` where the caller sees nothing of what is there. */
async function requireFree(context: Context, folder: FolderRecord, path: string): Promise<void> {
  const [there] = await context.stores.folders.byPathKeys(folder.spaceId, [fold(path)]);
  if (!there || there.id === folder.id) return;
  const project = context.access.projects.get(there.projectId ?? '');
  if (!project || !showsAnything(context, there))
    throw new Refusal('invalidPath', 'That folder is reserved.', 'Choose another name.', {
      reason: 'reserved',
    });
  const shown = inside(project, there.path) ?? there.path;
  throw new Refusal(
    'alreadyExists',
    `A folder of ${quote(project.handle)} is already there: ${quote(shown)}.`,
    'Choose another name or folder, or move the notes themselves with move_note.',
    {
      path: shown,
      project: project.handle,
      notes: there.notes - hiddenNotes(context, there.spaceId, there.path),
    },
  );
}
