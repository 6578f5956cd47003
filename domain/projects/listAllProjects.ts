import { requireAdmin } from '../access/rights.ts';
import type { Context } from '../context.ts';
import { ownNotes } from './counts.ts';

/** Every project of the instance, by handle, for its admin. */
export async function listAllProjects(
  context: Context,
  _input: object,
): Promise<{ projects: { handle: string; name: string; notes: number }[] }> {
  requireAdmin(context);
  const projects = context.access.all.map((project) => ({
    handle: project.handle,
    name: project.name,
    notes: ownNotes(context, project),
  }));
  return { projects };
}
