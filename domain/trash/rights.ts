import type { Context } from '../context.ts';
import type { TrashScope } from '../ports.ts';

/** The projects whose deleted notes the caller may see and restore: all of them, or only its own deletions. */
export function restorable(context: Context): TrashScope[] {
  return [...context.access.projects.keys()].flatMap((projectId): TrashScope[] => {
    if (context.access.may('restoreAny', projectId)) return [{ projectId, ownOnly: false }];
    return context.access.may('restoreOwn', projectId) ? [{ projectId, ownOnly: true }] : [];
  });
}
