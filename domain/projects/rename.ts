import type { VisibleProject } from '../access/access.ts';
import { checkName } from '../access/checkName.ts';
import { checkHandle } from '../access/spaces.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { Moved } from '../notes/moved.ts';
import type { ProjectRecord } from '../ports.ts';
import { quote } from '../text/quote.ts';
import { ownNotes } from './counts.ts';
import { findProject } from './find.ts';

export interface RenameProjectInput {
  readonly project: string;
  /** The last part of the handle; of a root project, the handle of the space. */
  readonly slug?: string | undefined;
  readonly name?: string | undefined;
}

/**
 * Gives a project another handle, another name, or both; folder and id stay, and every old handle leads to it for good.
 * A root project shares its handle with its space: all handles of the space change with it. `from` and `to` are handles.
 * Source: spec/tools.md, Reorganize.
 * @throws Refusal `notFound`, `insufficientScope` unless an owner asks, `invalidArguments`, `alreadyExists`.
 */
export async function renameProject(context: Context, input: RenameProjectInput): Promise<Moved> {
  const project = await findProject(context, input.project);
  if (!context.access.may('rename', project.id))
    throw new Refusal(
      'insufficientScope',
      `Only an owner of ${quote(project.handle)} may rename it.`,
      'Ask an owner of the project.',
    );
  if (input.slug === undefined && input.name === undefined)
    throw new Refusal(
      'invalidArguments',
      'Neither `slug` nor `name` is given.',
      'Give one of them, or both.',
    );
  const name = input.name === undefined ? project.name : checkName(input.name, 'The name');
  const handle = input.slug === undefined ? project.handle : handleFor(project, checkHandle(input.slug));
  const answer = { from: project.handle, to: handle, notes: ownNotes(context, project) };
  if (handle === project.handle && name === project.name) return { ...answer, outcome: 'unchanged' };
  const { projects } = context.stores;
  if (handle !== project.handle) await requireFree(context, project, handle);
  await projects.rename(project.id, { handle, name });
  if (handle !== project.handle && isRoot(project)) await renameSpace(context, project, handle);
  return { ...answer, outcome: 'renamed' };
}

const isRoot = (project: ProjectRecord): boolean => !project.handle.includes('/');

const handleFor = (project: VisibleProject, slug: string): string =>
  isRoot(project) ? slug : `${project.handle.slice(0, project.handle.indexOf('/'))}/${slug}`;

async function renameSpace(context: Context, root: ProjectRecord, handle: string): Promise<void> {
  const { projects } = context.stores;
  await projects.renameSpace(root.spaceId, handle);
  for (const project of await projects.inSpace(root.spaceId)) {
    if (project.id === root.id) continue;
    const renamed = `${handle}${project.handle.slice(project.handle.indexOf('/'))}`;
    await requireFree(context, project, renamed);
    await projects.rename(project.id, { handle: renamed, name: project.name });
  }
}

/** A handle that the project had once is still its own. */
async function requireFree(context: Context, project: ProjectRecord, handle: string): Promise<void> {
  const { projects } = context.stores;
  if (!(await projects.handleTaken(handle))) return;
  if ((await projects.byHandle(handle))?.id === project.id) return;
  throw new Refusal(
    'alreadyExists',
    `The handle ${quote(handle)} is or was in use.`,
    'Choose another slug.',
    { handle },
  );
}
