import type { VisibleProject } from '../access/access.ts';
import type { Context } from '../context.ts';
import { readFacts } from '../memory/readFacts.ts';
import { theProject, theUser } from '../memory/subject.ts';
import { authorsOf, isoTime } from '../notes/author.ts';
import { placeOf } from '../notes/place.ts';
import type { NoteRecord } from '../ports.ts';
import type { FactPiece, NoteRef, Piece, PinnedNote } from './sessionTypes.ts';

/** A text of more bytes than this cannot fit: eight bytes a token are more than any text has that says something. */
const mostBytes = 48_000;

/** The caller's profile page; null where what is personal is hidden. */
export async function profilePage(
  context: Context,
): Promise<Piece<{ noteId: string; versionToken: string; text: string }> | null> {
  const { personalSpaceId } = context.access.visible;
  if (personalSpaceId === null) return null;
  const root = await context.stores.folders.root(personalSpaceId);
  const [note] = await context.stores.notes.atPlaces([root.id], ['profile.md']);
  if (!note) return null;
  const { noteId, ...rest } = refOf(context, note);
  const text = (await readTexts(context, [note])).get(note.seq) ?? null;
  const value = { noteId, versionToken: context.versionToken(note.id, note.hash), text: text ?? '' };
  return { value, ref: { noteId, ...rest }, isReadable: text !== null };
}

/** What the caller's user remembers about a project, or about the user. */
export async function facts(context: Context, project: VisibleProject | null): Promise<FactPiece[]> {
  const held = await readFacts(context, project ? theProject(project) : theUser);
  return held.map(({ fact, note }) => ({
    value: fact,
    ref: note ? refOf(context, note) : null,
    isReadable: true,
  }));
}

/** The pinned notes of a project, in the order they were pinned. */
export async function pinnedNotes(context: Context, project: VisibleProject): Promise<Piece<PinnedNote>[]> {
  const notes = await context.stores.pins.ofProject(project.id);
  const texts = await readTexts(context, notes);
  const author = await authorsOf(
    context,
    project.spaceId,
    notes.map((note) => note.modifiedRevision),
  );
  return notes.map((note) => {
    const ref = refOf(context, note);
    const text = texts.get(note.seq) ?? null;
    const value = {
      ...ref,
      versionToken: context.versionToken(note.id, note.hash),
      text: text ?? '',
      by: author(note.modifiedRevision),
      at: isoTime(note.modifiedAt),
    };
    return { value, ref, isReadable: text !== null };
  });
}

/** Sources by seq, of those notes that may fit. */
async function readTexts(
  context: Context,
  notes: readonly NoteRecord[],
): Promise<ReadonlyMap<number, string>> {
  const small = notes.filter((note) => note.size <= mostBytes);
  const sources = await context.stores.sources.read(small.flatMap((note) => note.sourceId ?? []));
  return new Map(small.map((note) => [note.seq, sources.get(note.sourceId ?? 0) ?? '']));
}

const refOf = (context: Context, note: NoteRecord): NoteRef => ({
  noteId: note.id,
  title: note.title,
  path: placeOf(context, note).path,
});
