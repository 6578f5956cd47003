import type { Answer } from '../answer.ts';
import { quoteWithin } from '../quoteWithin.ts';
import { author, day, fence, line, lines, more, quoteShort } from '../results.ts';
import { changeColumns, changeRow } from './changeRow.ts';

type Session = Answer<'startSession'>;
type Facts = NonNullable<Session['memory']>;
type Pinned = NonNullable<Session['pinned']>[number];

const facts = (found: Facts | undefined, about: string): string | undefined => {
  if (found === undefined || found.length === 0) return undefined;
  const rows = found.map(({ factId, category, text, at }) =>
    line(`${factId} ${category} ${day(at)}: ${text}`),
  );
  return fence(rows.join('\n'), `Remembered about ${about} (${found.length})`);
};

const pin = (note: Pinned): string =>
  fence(
    note.text,
    `Pinned ${quoteShort(note.title)} ${note.noteId} at ${quoteShort(note.path)}, versionToken ${note.versionToken}, ${day(note.at)} by ${author(note.by)}`,
  );

const index = ({ project, index: found }: Session): string | undefined => {
  if (project === undefined || found === undefined) return undefined;
  const folders = found.folders.slice(0, 12).map(({ path, notes }) => `${quoteWithin(path, 40)} ${notes}`);
  const rest = found.totalFolders - folders.length;
  const names = folders.length === 0 ? 'none' : `${folders.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  return `Project ${quoteShort(project)}: ${found.notes} notes. Folders: ${names}.`;
};

const values = (what: string, names: readonly string[] | undefined): string | undefined =>
  names === undefined || names.length === 0
    ? undefined
    : `${what} in use: ${names.map((name) => quoteWithin(name, 40)).join(', ')}.`;

const changes = (found: Session['changes']): (string | readonly string[] | undefined)[] => {
  if (found === undefined || found.since === null) return [];
  const { since, items, total, nextCursor } = found;
  if (total === 0) return [`Nothing was changed by others since your last visit (revision ${since}).`];
  const shown = items.length < total ? `, ${items.length} here` : '';
  return [
    `Changed by others since your last visit (revision ${since}): ${total}${shown}: ${changeColumns}`,
    items.map(changeRow),
    more(nextCursor)?.replace('More:', 'More from recent_activity:'),
  ];
};

const omitted = ({ omitted: rows, totalOmitted }: Session): (string | readonly string[])[] => {
  if (totalOmitted === 0) return [];
  const left = totalOmitted - rows.length;
  return [
    'No room for these, read them with get_note:',
    rows.map(
      ({ noteId, title, path }) => `- ${noteId} ${quoteWithin(title, 40)} at ${quoteWithin(path, 40)}`,
    ),
    left > 0 ? [`- ${left} more`] : [],
  ];
};

/** start_session's text: less than its JSON, which the engine keeps under 7,000 tokens. */
export const startSessionText = (session: Session): string => {
  const { user, profile, projects, totalProjects, knownValues } = session;
  const listed = projects.slice(0, 15);
  const hidden = totalProjects - listed.length;
  return lines(
    `User ${quoteShort(user.name)}, locale ${user.locale}.`,
    profile === null
      ? undefined
      : fence(profile.text, `Profile ${profile.noteId}, versionToken ${profile.versionToken}`),
    facts(profile?.facts, 'the user'),
    `Projects (${totalProjects}):`,
    listed.map(
      ({ handle, name, role, notes }) =>
        `- ${quoteShort(handle)}${name === handle ? '' : ` ${quoteWithin(name, 40)}`}: ${role}, ${notes} notes`,
    ),
    hidden > 0 ? `${hidden} more: get_my_projects` : undefined,
    index(session),
    (session.pinned ?? []).map(pin),
    facts(session.memory, 'this project'),
    ...changes(session.changes),
    values('Tags', knownValues?.tags),
    values('Types', knownValues?.types),
    values('Memory categories', knownValues?.categories),
    ...omitted(session),
  );
};
