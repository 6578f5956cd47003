import type { Answer } from '../answer.ts';
import { author, quoteShort } from '../results.ts';

type Change = Answer<'recentActivity'>['changes'][number];

/** What a row of `changeRow` holds, for the line above the rows. */
export const changeColumns = 'revision, time, kind, title, id, place, by, characters, versionToken';

/** One change as one line. */
export const changeRow = (change: Change): string => {
  const { revision, at, kind, title, noteId, project, path, by, added, removed, versionToken } = change;
  const place = project === undefined ? quoteShort(path) : `${quoteShort(project)} ${quoteShort(path)}`;
  return `- ${revision} ${at} ${kind} ${quoteShort(title)} ${noteId} ${place} ${author(by)} +${added} −${removed} ${versionToken}`;
};
