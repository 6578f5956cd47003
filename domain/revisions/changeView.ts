import type { Context } from '../context.ts';
import { placeThen } from '../notes/place.ts';
import type { Operation, VersionRecord } from '../ports.ts';

/** What a revision did to one note. */
export interface ChangeView {
  readonly noteId: string;
  readonly kind: Operation;
  readonly title: string;
  /** Handle; null in the personal space. */
  readonly project: string | null;
  /** Inside the project. */
  readonly path: string;
  /** Characters. */
  readonly added: number;
  readonly removed: number;
  readonly versionToken: string;
  /** What it replaced; null where the note was new or stood in a project that the caller may not read. */
  readonly before: {
    readonly project: string | null;
    readonly path: string;
    readonly versionToken: string;
  } | null;
}

/** A change as the caller may see it; whether it may be seen at all is asked before. */
export function changeView(context: Context, change: VersionRecord): ChangeView {
  const { before } = change;
  const isSeen =
    before !== null &&
    (before.projectId === null ? change.projectId === null : context.access.projects.has(before.projectId));
  return {
    noteId: change.noteId,
    kind: change.operation,
    title: change.title,
    ...placeThen(context, change),
    added: change.added,
    removed: change.removed,
    versionToken: context.versionToken(change.noteId, change.hash),
    before: isSeen
      ? { ...placeThen(context, before), versionToken: context.versionToken(change.noteId, before.hash) }
      : null,
  };
}
