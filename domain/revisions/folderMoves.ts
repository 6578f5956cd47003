import type { Context } from '../context.ts';
import { placeThen } from '../notes/place.ts';
import type { FolderMove } from '../ports.ts';

/** A folder that was moved or renamed; `from` is null where it came from a project that the caller may not read. */
export interface FolderMoveView {
  readonly from: { readonly project: string | null; readonly path: string } | null;
  readonly to: { readonly project: string | null; readonly path: string };
}

/** The folder moves of some revisions that the caller may see: those into a project that it may read. */
export async function folderMovesSeen(
  context: Context,
  spaceId: number,
  revisions: readonly number[],
): Promise<ReadonlyMap<number, readonly FolderMoveView[]>> {
  if (revisions.length === 0) return new Map();
  const { projects } = context.access;
  const moves = (await context.stores.folders.folderMoves(spaceId, revisions)).filter(({ to }) =>
    projects.has(to.projectId ?? ''),
  );
  const view = (place: FolderMove['from']) => placeThen(context, place);
  return new Map(
    moves.map(({ revision, from, to }) => [
      revision,
      [{ from: projects.has(from.projectId ?? '') ? view(from) : null, to: view(to) }],
    ]),
  );
}
