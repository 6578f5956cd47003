import type { Context } from '../context.ts';
import type { ProjectRecord } from '../ports.ts';

/** Live notes of a project itself, those of projects inside it left out. */
export function ownNotes(context: Context, project: ProjectRecord): number {
  const inner = context.access.all.filter((each) => each.id !== project.id && isInside(each, project));
  const outermost = inner.filter(
    (each) => !inner.some((other) => other.id !== each.id && isInside(each, other)),
  );
  return project.notes - outermost.reduce((sum, each) => sum + each.notes, 0);
}

/** Notes of projects that the caller cannot see, at or below a folder of a space. */
export function hiddenNotes(context: Context, spaceId: number, folderPath: string): number {
  const { all, projects } = context.access;
  return all
    .filter(
      (each) => each.spaceId === spaceId && !projects.has(each.id) && isBelow(each.folderPath, folderPath),
    )
    .reduce((sum, each) => sum + ownNotes(context, each), 0);
}

const isInside = (inner: ProjectRecord, outer: ProjectRecord): boolean =>
  inner.spaceId === outer.spaceId && isBelow(inner.folderPath, outer.folderPath);

const isBelow = (path: string, folder: string): boolean => folder === '/' || path.startsWith(folder);
