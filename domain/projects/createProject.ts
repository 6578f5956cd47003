import { checkName } from '../access/checkName.ts';
import { requireAdmin } from '../access/rights.ts';
import { checkHandle } from '../access/spaces.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { openFolderBook } from '../revisions/folderBook.ts';
import { parseFolderPath } from '../text/paths.ts';
import { quote } from '../text/quote.ts';
import { findSpace } from './find.ts';

export interface CreateProjectInput {
  readonly space: string;
  readonly slug: string;
  readonly name?: string | undefined;
  /** The folder that becomes the project; made if missing. The slug by default. */
  readonly path?: string | undefined;
}

/**
 * Makes a folder of a space a project: the notes in it and below become the project's, but for those of projects inside.
 * @throws Refusal `alreadyExists`, `invalidArguments`, `invalidPath`, `notFound`, `insufficientScope`.
 */
export async function createProject(
  context: Context,
  input: CreateProjectInput,
): Promise<{ handle: string; name: string }> {
  requireAdmin(context);
  const space = await findSpace(context, input.space);
  const handle = `${space.handle}/${checkHandle(input.slug)}`;
  const { projects } = context.stores;
  if (await projects.handleTaken(handle))
    throw new Refusal(
      'alreadyExists',
      `The handle ${quote(handle)} is or was in use.`,
      'Choose another slug.',
    );
  const path = parseFolderPath(input.path ?? input.slug);
  const folder = await openFolderBook(context.stores, space.id, space.revision).ensure(path);
  if (context.access.all.some((project) => project.folderId === folder.id))
    throw new Refusal(
      'alreadyExists',
      `The folder ${quote(path)} is a project already.`,
      'Choose another folder.',
    );
  const createdAt = context.clock.now();
  const name =
    input.name === undefined ? handle.slice(handle.indexOf('/') + 1) : checkName(input.name, 'The name');
  const id = context.ids.project(createdAt);
  await projects.insert(
    { id, spaceId: space.id, folderId: folder.id, handle, name, createdAt },
    space.revision,
  );
  return { handle, name };
}
