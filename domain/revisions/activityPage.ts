import type { Context } from '../context.ts';
import { isoTime } from '../notes/author.ts';
import type { ActivityPlace, NoteRecord, VersionRecord } from '../ports.ts';
import type { ActivityChange, PlacedChange } from './activityChange.ts';
import { type ActivityScope, activityCursor } from './activityScope.ts';
import { changeView } from './changeView.ts';
import { folderActivity } from './folderActivity.ts';

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
  const query = {
    projectIds: project ? [project.id] : isOwn ? null : visible.projectIds,
    spaceId: project?.spaceId,
    noteSeq: note?.seq,
    sinceAt: since && 'at' in since ? since.at : undefined,
    sinceRevision: since && 'revision' in since ? since.revision : undefined,
    exceptToken: scope.othersOnly ? context.actor.token?.id : undefined,
    before: before ?? undefined,
    limit: limit + 1,
  };
  const namesProject = project === undefined;
  const notes = await context.stores.revisions.activity(query);
  const folders = note ? { changes: [], total: 0 } : await folderActivity(context, query, namesProject);
  const changes: PlacedChange[] = [
    ...notes.changes.map((change) => ({ place: change, change: viewOf(context, change, namesProject) })),
    ...folders.changes,
  ].sort((one, other) => newestFirst(one.place, other.place));
  const shown = changes.slice(0, limit);
  return {
    changes: shown.map(({ change }) => change),
    total: notes.total + folders.total,
    cursorBehind: (index) => {
      const last = shown[index];
      return last && index + 1 < changes.length ? activityCursor(scope, last.place) : undefined;
    },
  };
}

const newestFirst = (one: ActivityPlace, other: ActivityPlace): number =>
  other.at - one.at ||
  other.spaceId - one.spaceId ||
  other.revision - one.revision ||
  other.noteSeq - one.noteSeq;

function viewOf(context: Context, change: VersionRecord, namesProject: boolean): ActivityChange {
  const view = changeView(context, change);
  const { noteId, kind, title, project, path, added, removed, versionToken, before } = view;
  return {
    revision: change.revision,
    at: isoTime(change.at),
    noteId,
    title,
    ...(namesProject && project !== null ? { project } : {}),
    path,
    ...(before && before.path !== path ? { from: before.path } : {}),
    kind,
    by: change.by,
    added,
    removed,
    versionToken,
  };
}
