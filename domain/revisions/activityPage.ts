import type { Context } from '../context.ts';
import { isoTime } from '../notes/author.ts';
import type { ActivityPlace, Author, NoteRecord, VersionRecord } from '../ports.ts';
import { type ActivityScope, activityCursor } from './activityScope.ts';
import { changeView } from './changeView.ts';

/** One change of a note, with who made it and when. */
export interface ActivityChange {
  readonly revision: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly noteId: string;
  readonly title: string;
  /** Handle; absent where one project was asked for, and in the personal space. */
  readonly project?: string;
  /** Inside the project. */
  readonly path: string;
  readonly kind: string;
  readonly by: Author;
  /** Characters. */
  readonly added: number;
  readonly removed: number;
  readonly versionToken: string;
}

export interface ActivityPage {
  readonly changes: readonly ActivityChange[];
  readonly total: number;
  /** The cursor behind the change of an index; absent behind the last of all. */
  cursorBehind(index: number): string | undefined;
}

/** A page of what the caller may see in a scope: each change by the project that its note was in at that revision. */
export async function activityPage(
  context: Context,
  scope: ActivityScope,
  note: NoteRecord | null,
  before: ActivityPlace | null,
  limit: number,
): Promise<ActivityPage> {
  const { projects, visible } = context.access;
  const project = scope.projectId === null ? undefined : projects.get(scope.projectId);
  const { since } = scope;
  const isOwn = note !== null && note.class !== 'user-doc';
  const { changes, total } = await context.stores.revisions.activity({
    projectIds: project ? [project.id] : isOwn ? null : visible.projectIds,
    spaceId: project?.spaceId,
    noteSeq: note?.seq,
    sinceAt: since && 'at' in since ? since.at : undefined,
    sinceRevision: since && 'revision' in since ? since.revision : undefined,
    exceptToken: scope.othersOnly ? context.actor.token?.id : undefined,
    before: before ?? undefined,
    limit: limit + 1,
  });
  const shown = changes.slice(0, limit);
  return {
    changes: shown.map((change) => viewOf(context, change, project === undefined)),
    total,
    cursorBehind: (index) => {
      const last = shown[index];
      return last && index + 1 < changes.length ? activityCursor(scope, last) : undefined;
    },
  };
}

function viewOf(context: Context, change: VersionRecord, namesProject: boolean): ActivityChange {
  const { noteId, kind, title, project, path, added, removed, versionToken } = changeView(context, change);
  return {
    revision: change.revision,
    at: isoTime(change.at),
    noteId,
    title,
    ...(namesProject && project !== null ? { project } : {}),
    path,
    kind,
    by: change.by,
    added,
    removed,
    versionToken,
  };
}
