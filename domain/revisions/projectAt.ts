import type { Context } from '../context.ts';
import type { ProjectRecord } from '../ports.ts';
import { fold } from '../text/fold.ts';

/** The innermost project around a folder of a space, whether the caller may see it or not. */
export function projectAt(context: Context, spaceId: number, folderPath: string): ProjectRecord | undefined {
  const key = fold(folderPath);
  return context.access.all
    .filter(
      (project) =>
        project.spaceId === spaceId &&
        (project.folderPath === '/' || key.startsWith(fold(project.folderPath))),
    )
    .sort((a, b) => b.folderPath.length - a.folderPath.length)[0];
}
