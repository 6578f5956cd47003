import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { NoteRecord } from '../ports.ts';
import { requireWrite } from '../projects/find.ts';
import { occupiedBy } from '../revisions/occupancy.ts';
import { fold } from '../text/fold.ts';
import { withSuffix } from '../text/paths.ts';
import { type Draft, renamed } from './draft.ts';

/** A draft with the file name it gets, or why it gets none. */
export type Placed =
  | { readonly kind: 'free'; readonly draft: Draft; readonly name: string }
  | {
      readonly kind: 'taken';
      readonly draft: Draft;
      readonly by: NoteRecord | null;
      readonly refusal: Refusal;
    }
  | { readonly kind: 'refused'; readonly draft: Draft; readonly refusal: Refusal };

/**
 * Gives each draft its place, in order, with a fixed number of queries: a named file only its own; a derived name
 * the first free one, unless its folder already has a note of that title.
 */
export async function placeDrafts(
  context: Context,
  spaceId: number,
  drafts: readonly Draft[],
): Promise<Placed[]> {
  const { folders, notes } = context.stores;
  const folderKeys = [...new Set(drafts.map((draft) => fold(draft.folderPath)))];
  const known = await folders.byPathKeys(spaceId, folderKeys);
  const folderIds = known.map((folder) => folder.id);
  const idByKey = new Map(known.map((folder) => [fold(folder.path), folder.id]));
  const names = new Map<string, NoteRecord | null>();
  const titles = new Map<string, NoteRecord | null>();
  const key = (folderKey: string, text: string) => `${folderKey}\n${fold(text)}`;
  const keyOfId = new Map([...idByKey].map(([folderKey, id]) => [id, folderKey]));
  const remember = (note: NoteRecord) => {
    const folderKey = keyOfId.get(note.folderId) ?? '';
    names.set(key(folderKey, note.name), note);
    titles.set(key(folderKey, note.title), note);
  };
  const wanted = drafts.flatMap((draft) => [
    draft.name,
    ...(draft.named ? [] : firstAlternatives(draft.name)),
  ]);
  for (const note of await notes.atPlaces(folderIds, [...new Set(wanted.map(fold))])) remember(note);
  for (const note of await notes.withTitles(folderIds, [
    ...new Set(drafts.map((draft) => fold(draft.title))),
  ]))
    remember(note);

  const placed: Placed[] = [];
  for (const draft of drafts) {
    const folderKey = fold(draft.folderPath);
    const refusal = reservedFor(context, spaceId, draft.folderPath);
    if (refusal) {
      placed.push({ kind: 'refused', draft, refusal });
      continue;
    }
    const titleKey = key(folderKey, draft.title);
    const there = names.get(key(folderKey, draft.name));
    const namesake = draft.named ? undefined : titles.get(titleKey);
    const by = draft.named ? there : namesake;
    if (by !== undefined) {
      placed.push({ kind: 'taken', draft, by, refusal: occupiedBy(context, by, draft.name) });
      continue;
    }
    let name = draft.name;
    for (let count = 2; names.has(key(folderKey, name)); count += 1) {
      name = withSuffix(draft.name, `-${count}`);
      const folderId = idByKey.get(folderKey);
      if (count > alternatives && folderId !== undefined)
        for (const note of await notes.atPlaces([folderId], [fold(name)])) remember(note);
    }
    names.set(key(folderKey, name), null);
    titles.set(titleKey, null);
    placed.push({ kind: 'free', draft: name === draft.name ? draft : renamed(draft, name), name });
  }
  return placed;
}

/** Suffixed names that are looked up beforehand; later ones one by one. */
const alternatives = 4;
const firstAlternatives = (name: string): string[] =>
  Array.from({ length: alternatives - 1 }, (_, index) => withSuffix(name, `-${index + 2}`));

/** Why the caller may not put a note into a folder: it belongs to an inner project. Null where it may. */
export function reservedFor(context: Context, spaceId: number, folderPath: string): Refusal | null {
  const key = fold(folderPath);
  const [innermost] = context.access.all
    .filter(
      (each) =>
        each.spaceId === spaceId && (each.folderPath === '/' || key.startsWith(fold(each.folderPath))),
    )
    .sort((a, b) => b.folderPath.length - a.folderPath.length);
  if (!innermost || !context.access.projects.has(innermost.id))
    return new Refusal('invalidPath', 'That folder is reserved.', 'Choose another folder.', {
      reason: 'reserved',
    });
  try {
    requireWrite(context, innermost.id, innermost.handle);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
