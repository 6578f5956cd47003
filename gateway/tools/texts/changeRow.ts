import type { Answer } from '../answer.ts';
import { quoteWithin } from '../quoteWithin.ts';
import { quoteShort } from '../results.ts';

type Change = Answer<'recentActivity'>['changes'][number];

/** What a row of `changeRow` holds, for the line above the rows. */
export const changeColumns =
  'revision, time (UTC), what, path, title where it differs, id, versionToken, who, characters';

const who = ({ name, kind, client }: Change['by']): string =>
  kind === 'agent' ? `${quoteWithin(name, 30)} (agent ${quoteWithin(client, 40)})` : quoteWithin(name, 30);

const place = ({ project, path, title }: Change): string => {
  const where = project === undefined ? '' : `${quoteShort(project)} `;
  const heading = path.slice(path.lastIndexOf('/') + 1) === `${title}.md` ? '' : ` ${quoteWithin(title, 60)}`;
  return `${where}${quoteWithin(path, 60)}${heading}`;
};

/** One change as one line. */
export const changeRow = (change: Change): string => {
  const { revision, at, kind, noteId, by, added, removed, versionToken, from } = change;
  const time = at.slice(0, '2026-11-30T12:00'.length).replace('T', ' ');
  const before = from === undefined ? '' : ` from ${quoteWithin(from, 60)}`;
  const note = noteId === undefined ? '' : ` ${noteId} ${versionToken ?? ''}`;
  return `- ${revision} ${time} ${kind} ${place(change)}${before}${note} ${who(by)} +${added} −${removed}`;
};
