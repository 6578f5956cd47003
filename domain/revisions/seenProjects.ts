import type { Context } from '../context.ts';

/** The projects of a space that the caller may read; null where that is all of them, so that none need be told apart. */
export function seenProjects(context: Context, spaceId: number): readonly string[] | null {
  const { all, projects } = context.access;
  const inSpace = all.filter((project) => project.spaceId === spaceId);
  const seen = inSpace.filter((project) => projects.has(project.id));
  return seen.length === inSpace.length ? null : seen.map((project) => project.id);
}
