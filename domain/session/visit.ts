import type { VisitRecord } from '../ports.ts';

/** A visit ends when its token makes no call for so long, in ms. Source: spec/tools.md, start_session. */
export const visitPause = 30 * 60 * 1000;

/**
 * The revision after which changes are told to a token that starts a session now; null in its first visit to a project.
 * Within a visit it stays, so that a crash or a retry loses nothing; a new visit goes on where the last one was shown to.
 */
export function sinceOf(visit: VisitRecord | null, now: number): number | null {
  if (visit === null) return null;
  return goesOn(visit, now) ? visit.since : visit.seen;
}

/** Whether the token has made calls since its newest start_session there without a pause that ends the visit. */
function goesOn({ lastAt, lastUsedAt, activeSince }: VisitRecord, now: number): boolean {
  const newest = Math.max(lastAt, lastUsedAt ?? 0);
  const wasPaused = activeSince !== null && activeSince - lastAt >= visitPause;
  return now - newest < visitPause && !wasPaused;
}
