import type { Context } from '../context.ts';
import { isoTime } from '../notes/author.ts';
import { readCursor, writeCursor } from '../page.ts';
import { ownNotes } from './counts.ts';

export interface MyProjects {
  readonly projects: readonly {
    readonly handle: string;
    readonly name: string;
    readonly space: string;
    readonly role: string;
    readonly notes: number;
    readonly updatedAt: string | null;
  }[];
  readonly total: number;
  readonly nextCursor?: string;
}

const pageSize = 100;

/** The projects the caller may see, by handle. The personal space is not among them. */
export async function myProjects(
  context: Context,
  input: { readonly cursor?: string | undefined },
): Promise<MyProjects> {
  const after = readCursor('projects', input.cursor, ['string'])?.[0] ?? '';
  const all = [...context.access.projects.values()].sort((a, b) => (a.handle < b.handle ? -1 : 1));
  const rest = all.filter((project) => project.handle > after);
  const page = rest.slice(0, pageSize);
  const last = page.at(-1);
  const changed = await context.stores.projects.lastChanges(page.map((project) => project.id));
  return {
    projects: page.map((project) => {
      const at = changed.get(project.id);
      return {
        handle: project.handle,
        name: project.name,
        space: project.handle.split('/')[0] ?? project.handle,
        role: project.role,
        notes: ownNotes(context, project),
        updatedAt: at === undefined ? null : isoTime(at),
      };
    }),
    total: all.length,
    ...(rest.length > pageSize && last ? { nextCursor: writeCursor('projects', last.handle) } : {}),
  };
}
