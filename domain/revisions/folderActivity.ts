import type { Context } from '../context.ts';
import { authorsOf, isoTime } from '../notes/author.ts';
import { placeThen } from '../notes/place.ts';
import type { ActivityQuery } from '../ports.ts';
import type { PlacedChange } from './activityChange.ts';

/** Folders that were moved or renamed, as the list of changes tells them: one entry each, whatever it holds. */
export async function folderActivity(
  context: Context,
  query: ActivityQuery,
  namesProject: boolean,
): Promise<{ changes: readonly PlacedChange[]; total: number }> {
  const { folders, revisions } = context.stores;
  const { places, total } = await revisions.folderActivity(query);
  const changes: PlacedChange[] = [];
  for (const place of places) {
    const author = await authorsOf(context, place.spaceId, [place.revision]);
    for (const { from, to } of await folders.folderMoves(place.spaceId, [place.revision])) {
      const { project, path } = placeThen(context, to);
      const isSeen = context.access.projects.has(from.projectId ?? '');
      const change = {
        revision: place.revision,
        at: isoTime(place.at),
        title: path === '/' ? (project ?? path) : (path.slice(0, -1).split('/').at(-1) ?? path),
        ...(namesProject && project !== null ? { project } : {}),
        path,
        ...(isSeen ? { from: placeThen(context, from).path } : {}),
        kind: 'moveFolder',
        by: author(place.revision),
        added: 0,
        removed: 0,
      };
      changes.push({ place, change });
    }
  }
  return { changes, total };
}
