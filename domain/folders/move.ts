import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { destination } from '../notes/destination.ts';
import type { Moved } from '../notes/moved.ts';
import { folderIn, inside } from '../notes/place.ts';
import { findProject } from '../projects/find.ts';
import { fold } from '../text/fold.ts';
import { parseFolderPath } from '../text/paths.ts';
import { quote } from '../text/quote.ts';
import { carry } from './carry.ts';
import { findFolder, parentOf } from './find.ts';
import { relocateFolder } from './relocate.ts';

export interface MoveFolderInput {
  readonly project: string;
  readonly path: string;
  /** The folder it goes into, inside the project. */
  readonly toPath: string;
}

/**
 * Moves a folder of a project, with all that is in it, into another folder. Source: spec/tools.md, Reorganize.
 * @throws Refusal `notFound`, `intoItself`, `invalidPath`, `alreadyExists`, `insufficientScope`.
 */
export async function moveFolder(context: Context, input: MoveFolderInput): Promise<Moved> {
  const project = await findProject(context, input.project, 'write');
  const folder = await findFolder(context, project, input.path);
  const wanted = folderIn(project, parseFolderPath(input.toPath));
  if (folder.path === '/' || fold(wanted).startsWith(fold(folder.path)))
    throw new Refusal(
      'intoItself',
      `${quote(input.path)} cannot go into itself or a folder below it.`,
      'Pass as `toPath` a folder outside of it; to change its name use rename_folder.',
    );
  const carried = await carry(context, folder);
  const parentPath = await destination(context, project, input.toPath, [folder.name]);
  const from = inside(project, folder.path) ?? folder.path;
  if (fold(parentPath) === fold(parentOf(folder.path)))
    return { from, to: from, notes: folder.notes, outcome: 'unchanged' };
  const moved = await relocateFolder(context, carried, parentPath, folder.name);
  return {
    from,
    to: inside(project, moved.folder.path) ?? moved.folder.path,
    notes: folder.notes,
    revision: moved.revision,
    outcome: 'moved',
  };
}
