import type { Answer } from '../answer.ts';
import { author, day, fence, firstRows, line, lines, quoteShort } from '../results.ts';

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

const pin = (note: Pinned): string => {
  const head = `Pinned ${quoteShort(note.title)} ${note.noteId} at ${quoteShort(note.path)}, versionToken ${note.versionToken}, ${day(note.at)} by ${author(note.by)}`;
  return note.text === null ? `${head}: read it with get_note` : fence(note.text, head);
};

const index = ({ project, index: found }: Session): string | undefined => {
  if (project === undefined || found === undefined) return undefined;
  const folders = found.folders.slice(0, 12).map((folder) => `${quoteShort(folder.path)} ${folder.notes}`);
  const rest = found.folders.length - folders.length;
  const names = folders.length === 0 ? 'none' : `${folders.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  return `Project ${quoteShort(project)}: ${found.notes} notes. Folders: ${names}.`;
};

/** start_session's text: at most about 1,000 tokens beside the texts that the engine's budget covers. */
export const startSessionText = (session: Session): string => {
  const { user, profile, projects, omitted } = session;
  return lines(
    `User ${quoteShort(user.name)}, locale ${user.locale}.`,
    profile === null
      ? undefined
      : fence(profile.text, `Profile ${profile.noteId}, versionToken ${profile.versionToken}`),
    facts(profile?.facts, 'the user'),
    `Projects (${projects.length}):`,
    firstRows(
      projects,
      ({ handle, name, role, notes }) =>
        `- ${quoteShort(handle)}${name === handle ? '' : ` ${quoteShort(name)}`}: ${role}, ${notes} notes`,
      15,
      'more: get_my_projects',
    ),
    index(session),
    (session.pinned ?? []).map(pin),
    facts(session.memory, 'this project'),
    omitted.length === 0 ? undefined : 'No room for these, read them with get_note:',
    firstRows(
      omitted,
      ({ noteId, title, path }) => `- ${noteId} ${quoteShort(title)} at ${quoteShort(path)}`,
      5,
    ),
  );
};
