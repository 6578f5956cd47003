import type { Context } from '../context.ts';
import { isoTime } from '../notes/author.ts';
import { inside } from '../notes/place.ts';
import { limitOf, type Page, readCursor, writeCursor } from '../page.ts';
import type { Author, Operation, RevisionRecord, VersionRecord } from '../ports.ts';
import { findSpace } from '../projects/find.ts';

export interface RevisionView {
  readonly revision: number;
  readonly at: string;
  readonly by: Author;
  readonly tool: string;
  readonly message: string | null;
  readonly changes: readonly {
    readonly noteId: string;
    readonly kind: Operation;
    readonly title: string;
    readonly project: string | null;
    readonly path: string;
    readonly added: number;
    readonly removed: number;
    readonly versionToken: string;
  }[];
}

const changesListed = 100;
const revisionsAtOnce = 200;

/** A space's revisions, newest first, with those of their changes that the caller may see; others are not there. */
export async function history(
  context: Context,
  input: { readonly space: string } & Page,
): Promise<{ revisions: RevisionView[]; nextCursor?: string }> {
  const limit = limitOf(input);
  const space = await findSpace(context, input.space);
  let before = readCursor('history', input.cursor, ['number'])?.[0] ?? null;
  const revisions: RevisionView[] = [];
  for (;;) {
    const page = await context.stores.revisions.list(
      space.id,
      before,
      revisionsAtOnce < limit ? revisionsAtOnce : limit + 1,
    );
    for (const revision of page.revisions) {
      const changes = await visibleChanges(context, revision);
      if (changes.length === 0) continue;
      if (revisions.length === limit) {
        const last = revisions.at(-1);
        return { revisions, ...(last ? { nextCursor: writeCursor('history', last.revision) } : {}) };
      }
      revisions.push(viewOf(context, revision, changes));
    }
    const last = page.revisions.at(-1);
    if (!last || last.number === 1) return { revisions };
    before = last.number;
  }
}

async function visibleChanges(context: Context, revision: RevisionRecord): Promise<readonly VersionRecord[]> {
  const changes = await context.stores.revisions.changes(revision.spaceId, revision.number);
  return changes.filter(
    (change) => change.projectId !== null && context.access.projects.has(change.projectId),
  );
}

function viewOf(context: Context, revision: RevisionRecord, changes: readonly VersionRecord[]): RevisionView {
  return {
    revision: revision.number,
    at: isoTime(revision.at),
    by: { name: revision.userName, kind: revision.kind, client: revision.client },
    tool: revision.tool,
    message: revision.message,
    changes: changes.slice(0, changesListed).map((change) => {
      const project = context.access.projects.get(change.projectId ?? '');
      return {
        noteId: change.noteId,
        kind: change.operation,
        title: change.title,
        project: project?.handle ?? null,
        path: (project ? inside(project, change.path) : null) ?? change.path,
        added: change.added,
        removed: change.removed,
        versionToken: context.versionToken(change.noteId, change.hash),
      };
    }),
  };
}
