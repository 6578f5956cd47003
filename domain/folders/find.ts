import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { folderIn } from '../notes/place.ts';
import type { FolderRecord, ProjectRecord } from '../ports.ts';
import { hiddenNotes } from '../projects/counts.ts';
import { fold } from '../text/fold.ts';
import { parseFolderPath } from '../text/paths.ts';
import { quote } from '../text/quote.ts';

/**
 * The folder of a path inside a project, where the caller can see anything of it: a note, or a project.
 * @throws Refusal `notFound`, `invalidPath`.
 */
export async function findFolder(
  context: Context,
  project: ProjectRecord,
  path: string,
): Promise<FolderRecord> {
  const wanted = folderIn(project, parseFolderPath(path));
  const [folder] = await context.stores.folders.byPathKeys(project.spaceId, [fold(wanted)]);
  if (folder && showsAnything(context, folder)) return folder;
  throw new Refusal(
    'notFound',
    `There is no folder ${quote(path)} in ${quote(project.handle)}.`,
    'List the project with list_notes, without `path`, to see its folders.',
  );
}

/** Whether the caller sees a note or a project at or below a folder. */
export function showsAnything(context: Context, folder: FolderRecord): boolean {
  if (folder.notes > hiddenNotes(context, folder.spaceId, folder.path)) return true;
  return [...context.access.projects.values()].some(
    (project) =>
      project.spaceId === folder.spaceId &&
      (folder.path === '/' || project.folderPath.startsWith(folder.path)),
  );
}

/** The folder that a folder is in, by its path: '/' of 'a/', 'a/' of 'a/b/'. */
export const parentOf = (path: string): string =>
  path.slice(0, path.lastIndexOf('/', path.length - 2) + 1) || '/';
