import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { Moved } from '../notes/moved.ts';
import { inside } from '../notes/place.ts';
import { findProject } from '../projects/find.ts';
import { checkSegment } from '../text/paths.ts';
import { quote } from '../text/quote.ts';
import { carry } from './carry.ts';
import { findFolder, parentOf } from './find.ts';
import { relocateFolder } from './relocate.ts';

export interface RenameFolderInput {
  readonly project: string;
  /** '/' is the project's own folder; its handle stays. */
  readonly path: string;
  readonly name: string;
}

/**
 * Gives a folder of a project another name in the same place. Source: spec/tools.md, Reorganize.
 * @throws Refusal `notFound`, `invalidPath`, `alreadyExists`, `insufficientScope`.
 */
export async function renameFolder(context: Context, input: RenameFolderInput): Promise<Moved> {
  const project = await findProject(context, input.project, 'write');
  const folder = await findFolder(context, project, input.path);
  const name = checkFolderName(input.name);
  if (folder.path === '/')
    throw new Refusal(
      'invalidPath',
      'The top folder of a space has no name.',
      'Name a folder below it; the handle of a project is changed with rename_project.',
    );
  const carried = await carry(context, folder);
  // As seen in the project around it: in its own, a project's folder is always '/'.
  const around = context.access.projects.get(carried.around ?? '') ?? project;
  const from = inside(around, folder.path) ?? folder.path;
  const { notes } = folder;
  if (name === folder.name) return { from, to: from, notes, outcome: 'unchanged' };
  const moved = await relocateFolder(context, carried, parentOf(folder.path), name);
  const to = inside(around, moved.folder.path) ?? moved.folder.path;
  return { from, to, notes, revision: moved.revision, outcome: 'renamed' };
}

/** @throws Refusal `invalidPath`. */
function checkFolderName(text: string): string {
  const name = text.endsWith('/') ? text.slice(0, -1) : text;
  checkSegment(name);
  if (!/\.md$/i.test(name)) return name;
  throw new Refusal(
    'invalidPath',
    `${quote(text)} is the name of a note: a folder's name does not end in ".md".`,
    `Use ${quote(name.replace(/\.md$/i, ''))}.`,
    { name: text },
  );
}
