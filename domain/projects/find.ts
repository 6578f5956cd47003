import type { VisibleProject } from '../access/access.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { SpaceRecord } from '../ports.ts';
import { quote } from '../text/quote.ts';
import { handleKey } from './handleKey.ts';

/**
 * The project of a handle, old handles included, among those the caller may see.
 * @throws Refusal `notFound` with up to 3 suggestions; `insufficientScope` where it may be read but not written.
 */
export async function findProject(
  context: Context,
  handle: string,
  act: 'read' | 'write' = 'read',
): Promise<VisibleProject> {
  const { stores, access } = context;
  const wanted = handleKey(handle);
  const record = await stores.projects.byHandle(wanted);
  const project = record ? access.projects.get(record.id) : undefined;
  if (!project) {
    const handles = [...access.projects.values()].map((each) => each.handle);
    const suggestions = handles.filter((each) => isNear(each, wanted)).slice(0, 3);
    throw new Refusal(
      'notFound',
      `There is no project ${quote(handle)} that you can see.`,
      suggestions.length > 0
        ? `Did you mean ${suggestions.map((each) => quote(each)).join(' or ')}?`
        : 'Call get_my_projects for the handles that you can use.',
      { suggestions },
    );
  }
  if (act === 'write') requireWrite(context, project.id, project.handle);
  return project;
}

/** @throws Refusal `insufficientScope`. */
export function requireWrite(context: Context, projectId: string | null, name: string): void {
  if (context.access.may('write', projectId)) return;
  throw new Refusal(
    'insufficientScope',
    `You may read ${quote(name)} but not change it.`,
    'Ask the person who gave you this token for an editor role and a write token.',
  );
}

/** The space of the caller's by its handle, old ones included: they stay with its root project. @throws Refusal `notFound`. */
export async function findSpace(context: Context, handle: string): Promise<SpaceRecord> {
  const { projects } = context.stores;
  const wanted = handle.trim().toLowerCase();
  const root = wanted.includes('/') ? null : await projects.byHandle(wanted);
  const space = root && (await projects.spaceById(root.spaceId));
  const seen = [...context.access.projects.values()].some((project) => project.spaceId === space?.id);
  if (space && seen) return space;
  throw new Refusal(
    'notFound',
    `There is no space ${quote(handle)} that you can see.`,
    'Check the name of the space.',
  );
}

/** The space of a record that is known to be there. */
export async function spaceOf(context: Context, spaceId: number): Promise<SpaceRecord> {
  const space = await context.stores.projects.spaceById(spaceId);
  if (!space) throw new Error(`space ${spaceId} is missing`);
  return space;
}

function isNear(handle: string, wanted: string): boolean {
  const [short, long] = handle.length < wanted.length ? [handle, wanted] : [wanted, handle];
  if (short.length >= 2 && long.includes(short)) return true;
  const last = (text: string) => text.slice(text.lastIndexOf('/') + 1);
  return last(handle).slice(0, 3) === last(wanted).slice(0, 3);
}
