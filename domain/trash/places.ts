import type { Context } from '../context.ts';
import type { NoteRecord } from '../ports.ts';
import { fold } from '../text/fold.ts';

/**
 * The space path of the folder that each deleted note goes back to, by the note's seq: its old folder wherever that is
 * now, while it is one of the note's own project; else the same place below the nearest folder above that still is.
 * A note never comes back into another project because a folder was moved there.
 */
export async function trashFolders(
  context: Context,
  notes: readonly NoteRecord[],
): Promise<ReadonlyMap<number, string>> {
  const { folders } = context.stores;
  const places = new Map(notes.map((note) => [note.seq, note.folderPath]));
  const lost = notes.filter((note) => note.trashProject !== null && note.projectId !== note.trashProject);
  const [first] = lost;
  if (!first) return places;
  const wanted = lost.map((note) => ({ note, above: foldersAbove(note.trashPath ?? note.name) }));
  const stood = await folders.formerly(first.spaceId, [
    ...new Set(wanted.flatMap(({ above }) => above.map((path) => fold(path)))),
  ]);
  const now = new Map(
    (await folders.byIds([...new Set(stood.map((folder) => folder.folderId))])).map((row) => [row.id, row]),
  );
  for (const { note, above } of wanted) {
    for (const path of above) {
      // The newest of those that came there before the note was deleted.
      const then = stood.find((each) => each.pathKey === fold(path) && each.revision <= note.revision);
      const folder = then && now.get(then.folderId);
      if (folder?.projectId !== note.trashProject) continue;
      const rest = (note.trashPath ?? '').slice(path === '/' ? 0 : path.length);
      const below = rest.slice(0, rest.lastIndexOf('/') + 1);
      places.set(note.seq, `${folder.path === '/' && below !== '' ? '' : folder.path}${below}`);
      break;
    }
  }
  return places;
}

/** The folders of a path, the innermost first: 'a/b/', 'a/' and '/' of 'a/b/c.md'. */
function foldersAbove(path: string): string[] {
  const segments = path.split('/').slice(0, -1);
  return [...segments.map((_, index) => `${segments.slice(0, segments.length - index).join('/')}/`), '/'];
}
