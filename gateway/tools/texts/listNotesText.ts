import type { Answer } from '../answer.ts';
import { day, lines, more, quote, quoteShort } from '../results.ts';
import { cutTokens, roughTokens } from '../roughTokens.ts';

type Listing = Answer<'listNotes'>;
type Row = Listing['notes'][number];

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** What a row of a long page may cost. */
const rowTokens = 34;

const longRow = ({ noteId, title, path, versionToken, tags, type, modifiedAt }: Row): string => {
  const name = path.slice(folderOf(path).length);
  const heading = name === `${title}.md` ? '' : ` ${quoteShort(title)}`;
  const kind = type === null ? '' : ` ${quoteShort(type)}`;
  const marks = tags.slice(0, 5).map((tag) => ` #${quoteShort(tag)}`);
  return `${quoteShort(name)}${heading} ${noteId} ${versionToken} ${day(modifiedAt)}${kind}${marks.join('')}`;
};

const shortRow = ({ noteId, title, versionToken }: Row): string => {
  const fixed = ` ${noteId} ${versionToken}`;
  return `${quote(cutTokens(title, Math.max(5, rowTokens - 3 - roughTokens(fixed))))}${fixed}`;
};

/** The rows, under a line for each folder they are in. */
const grouped = (notes: readonly Row[], row: (note: Row) => string): string[] =>
  notes.flatMap((note, index) => {
    const folder = folderOf(note.path);
    const before = notes[index - 1];
    const same = before !== undefined && folderOf(before.path) === folder;
    return same ? [row(note)] : [`in ${quote(folder === '' ? '/' : folder)}:`, row(note)];
  });

/**
 * Folders, then a line a note: file, title where it differs, id, version token, date, tags. Above 20 notes a line has
 * room for title, id and version token only.
 */
export const listNotesText = ({ folders, notes, total, nextCursor }: Listing): string => {
  const long = notes.length <= 20;
  const most = long ? 40 : 6;
  const columns = long
    ? 'file, title where it differs, id, versionToken, changed'
    : 'title, id, versionToken';
  return lines(
    `${total} notes${notes.length < total ? `, ${notes.length} here` : ''}${notes.length === 0 ? '' : `: ${columns}`}`,
    folders.slice(0, most).map(({ path, notes: inside }) => `${quoteShort(path)} ${inside} notes`),
    folders.length > most ? `${folders.length - most} more folders in the structured answer` : undefined,
    grouped(notes, long ? longRow : shortRow),
    more(nextCursor),
  );
};
