import type { VisibleProject } from '../access/access.ts';
import type { Context } from '../context.ts';
import { spaceOf } from '../projects/find.ts';
import { type ActivityPage, activityPage } from '../revisions/activityPage.ts';
import { sinceOf } from './visit.ts';

/** How many changes a start lists at most. Source: spec/tools.md, start_session. */
const changesListed = 20;

export interface ChangesSince {
  /** A revision, as recent_activity takes it; null in a first visit, and for a person. */
  readonly since: string | null;
  readonly page: ActivityPage;
}

const noChanges: ActivityPage = { changes: [], total: 0, cursorBehind: () => undefined };

/**
 * What all others did in a project since the caller's token was there before, newest first; and notes that it is there
 * now. A crash before that is written only repeats changes.
 */
export async function changesSince(context: Context, project: VisibleProject): Promise<ChangesSince> {
  const { token } = context.actor;
  if (token === null) return { since: null, page: noChanges };
  const at = context.clock.now();
  const since = sinceOf(await context.stores.visits.find(token.id, project.id), at);
  const { revision } = await spaceOf(context, project.spaceId);
  context.recordVisit?.({ tokenId: token.id, projectId: project.id, since, seen: revision, at });
  if (since === null) return { since: null, page: noChanges };
  const scope = { projectId: project.id, noteId: null, since: { revision: since }, othersOnly: true };
  return { since: String(since), page: await activityPage(context, scope, null, null, changesListed) };
}
