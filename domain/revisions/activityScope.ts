import { foreignCursor, readCursor, writeCursor } from '../page.ts';
import type { ActivityPlace } from '../ports.ts';
import type { Since } from './since.ts';

/** What a list of changes is of. Its cursor says all of it, so that a cursor alone is enough to go on. */
export interface ActivityScope {
  /** null = all that the caller may see. */
  readonly projectId: string | null;
  readonly noteId: string | null;
  readonly since: Since | null;
  /** Without the changes that the caller's own token made. */
  readonly othersOnly: boolean;
}

/** Where a list goes on behind one of its changes. */
export const activityCursor = (scope: ActivityScope, last: ActivityPlace): string =>
  writeCursor(
    'activity',
    scope.projectId ?? '',
    scope.noteId ?? '',
    sinceText(scope.since),
    Number(scope.othersOnly),
    last.at,
    last.spaceId,
    last.revision,
    last.noteSeq,
  );

const parts = ['string', 'string', 'string', 'number', 'number', 'number', 'number', 'number'] as const;

/** What a cursor says; null without one. @throws Refusal `invalidCursor`. */
export function readActivityCursor(
  cursor: string | undefined,
): { readonly scope: ActivityScope; readonly before: ActivityPlace } | null {
  const read = readCursor('activity', cursor, parts);
  if (read === null) return null;
  const [projectId, noteId, since, others, at, spaceId, revision, noteSeq] = read;
  return {
    scope: {
      projectId: projectId === '' ? null : projectId,
      noteId: noteId === '' ? null : noteId,
      since: sinceOf(since),
      othersOnly: others === 1,
    },
    before: { at, spaceId, revision, noteSeq },
  };
}

/** The same text for the same since. */
export const sinceText = (since: Since | null): string => {
  if (since === null) return '';
  return 'at' in since ? `t${since.at}` : `r${since.revision}`;
};

function sinceOf(text: string): Since | null {
  if (text === '') return null;
  const [, kind, digits] = /^([tr])(-?\d{1,16})$/.exec(text) ?? [];
  if (kind === undefined) throw foreignCursor();
  return kind === 't' ? { at: Number(digits) } : { revision: Number(digits) };
}
