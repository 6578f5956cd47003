import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { NoteRecord } from '../ports.ts';
import { parseQuery } from '../search/query.ts';
import { checkText } from '../text/check.ts';
import { fold } from '../text/fold.ts';
import { quote } from '../text/quote.ts';
import { formerNotes } from './formerPaths.ts';
import { folderIn, isVisible, placeOf, spacePath } from './place.ts';
import { canonicalId, isNoteId } from './resolveLinks.ts';

const candidatesListed = 100;

/**
 * The live note that a ref names: its id, path, title or alias, or a path that it once had, among what the caller may
 * see.
 * Never a nearest guess.
 * @throws Refusal `notFound`, `ambiguous` with candidates, `invalidArguments`.
 */
export async function findNote(context: Context, ref: string): Promise<NoteRecord> {
  const text = ref.trim();
  checkText(text, '`ref`');
  if (text === '')
    throw new Refusal('invalidArguments', '`ref` is empty.', 'Give a note id, path, title or alias.');
  if (isNoteId(text)) return findNoteById(context, text);
  const [found, ...others] = await named(context, text);
  if (found === undefined) throw notFound(text, await suggestions(context, text));
  if (others.length > 0) throw await ambiguous(context, text, [found, ...others]);
  const [note] = await context.stores.notes.bySeqs([found]);
  if (!note) throw new Error('a note of this transaction is there');
  return note;
}

/** The live note of an id, among what the caller may see. @throws Refusal `notFound`. */
export async function findNoteById(context: Context, id: string): Promise<NoteRecord> {
  const [note] = isNoteId(id) ? await context.stores.notes.byIds([canonicalId(id)]) : [];
  if (note?.state === 'live' && isVisible(context, note)) return note;
  throw notFound(id, []);
}

/** By path, else by title, else by alias, else by an old path; the first of these that names anything decides. */
async function named(context: Context, text: string): Promise<number[]> {
  const byPath = await atPath(context, text);
  if (byPath.length > 0) return byPath;
  const hits = await context.stores.names.find(visibleSpaces(context), [
    ...new Set(spellings(text).map(fold)),
  ]);
  const seen = hits.filter((hit) => isVisible(context, hit.note));
  for (const kind of ['title', 'alias'] as const) {
    const seqs = new Set(seen.filter((hit) => hit.kind === kind).map((hit) => hit.note.seq));
    if (seqs.size > 0) return [...seqs];
  }
  return onceAtPath(context, text);
}

async function atPath(context: Context, text: string): Promise<number[]> {
  const places = placesMeant(context, text).map(({ spaceId, folder, name }) => ({
    spaceId,
    folderKey: fold(folder),
    nameKey: fold(name),
  }));
  if (places.length === 0) return [];
  const notes = await context.stores.names.findPaths(places);
  return [...new Set(notes.filter((note) => isVisible(context, note)).map((note) => note.seq))];
}

/** By a path from before a move: where the caller may read all that the folder of that path ever belonged to. */
async function onceAtPath(context: Context, text: string): Promise<number[]> {
  const places = placesMeant(context, text);
  const seqs = new Set<number>();
  for (const spaceId of new Set(places.map((place) => place.spaceId))) {
    const paths = places
      .filter((place) => place.spaceId === spaceId)
      .map((place) => spacePath(place.folder, place.name));
    for (const { notes, projectIds } of (await formerNotes(context.stores, spaceId, paths)).values()) {
      if (projectIds.some((id) => id !== null && !context.access.projects.has(id))) continue;
      for (const note of notes) if (isVisible(context, note)) seqs.add(note.seq);
    }
  }
  return [...seqs];
}

/** Space paths that a text may mean: a path inside any project that the caller sees, or inside its own space. */
function placesMeant({ access }: Context, text: string): { spaceId: number; folder: string; name: string }[] {
  const files = spellings(text).filter((spelling) => /\.md$/i.test(spelling) && !spelling.startsWith('/'));
  const bases = [...access.projects.values()].map((project) => ({
    spaceId: project.spaceId,
    in: (folder: string) => folderIn(project, folder),
  }));
  const { personalSpaceId } = access.visible;
  if (personalSpaceId !== null) bases.push({ spaceId: personalSpaceId, in: (folder) => folder });
  return files.flatMap((file) => {
    const cut = file.lastIndexOf('/') + 1;
    const folder = file.slice(0, cut) || '/';
    return bases.map((base) => ({ spaceId: base.spaceId, folder: base.in(folder), name: file.slice(cut) }));
  });
}

/** As typed, and percent-decoded as in a URI where that is another text. */
function spellings(text: string): string[] {
  if (!text.includes('%')) return [text];
  try {
    return [...new Set([text, decodeURIComponent(text)])];
  } catch {
    return [text];
  }
}

function visibleSpaces(context: Context): number[] {
  const { projects, visible } = context.access;
  const spaces = new Set([...projects.values()].map((project) => project.spaceId));
  if (visible.personalSpaceId !== null) spaces.add(visible.personalSpaceId);
  return [...spaces];
}

const notFound = (ref: string, near: readonly { noteId: string; title: string; path: string }[]): Refusal =>
  new Refusal(
    'notFound',
    `No note that you can see is called ${quote(ref)}.`,
    near.length > 0
      ? `Did you mean ${near.map((note) => `${quote(note.title)} (${note.noteId})`).join(', ')}?`
      : isNoteId(ref)
        ? 'Check the id, or find the note with search.'
        : 'Find it with search or list_notes, and use its id.',
    { suggestions: near },
  );

async function suggestions(context: Context, text: string) {
  const words = text.replace(/\.md$/i, '').replaceAll('/', ' ');
  if (!/[\p{L}\p{N}]/u.test(words)) return [];
  const { hits } = await context.stores.texts.search(
    parseQuery(words),
    fold(words),
    context.access.visible,
    3,
    0,
  );
  const notes = await context.stores.notes.bySeqs(hits.map((hit) => hit.seq));
  const bySeq = new Map(notes.map((note) => [note.seq, note]));
  return hits.flatMap((hit) => {
    const note = bySeq.get(hit.seq);
    return note ? [{ noteId: note.id, title: note.title, path: placeOf(context, note).path }] : [];
  });
}

async function ambiguous(context: Context, ref: string, seqs: readonly number[]): Promise<Refusal> {
  const notes = await context.stores.notes.bySeqs(seqs.slice(0, candidatesListed));
  const candidates = notes.map((note) => ({ noteId: note.id, title: note.title, ...placeOf(context, note) }));
  return new Refusal('ambiguous', `${seqs.length} notes answer to ${quote(ref)}.`, 'Use one of their ids.', {
    candidates,
    total: seqs.length,
  });
}
