import type { NotePlace, Stores } from '../ports.ts';
import { notesAtPlaces } from '../revisions/notesAtPlaces.ts';
import { fold } from '../text/fold.ts';

/** Notes that once stood at a path, and the projects that its folder ever belonged to. */
export interface Former {
  readonly notes: readonly NotePlace[];
  readonly projectIds: readonly (string | null)[];
}

/**
 * What once stood at space paths that end in '.md', by folded path: notes that went elsewhere themselves, and notes
 * whose folder did. A few questions, however many paths there are.
 */
export async function formerNotes(
  stores: Stores,
  spaceId: number,
  paths: readonly string[],
): Promise<ReadonlyMap<string, Former>> {
  const asked = [...new Set(paths.map(fold))].map((key) => {
    const cut = key.lastIndexOf('/') + 1;
    return { key, folderKey: key.slice(0, cut) || '/', nameKey: key.slice(cut) };
  });
  if (asked.length === 0) return new Map();
  const folders = await stores.folders.formerly(spaceId, [...new Set(asked.map((each) => each.folderKey))]);
  const there = await notesAtPlaces(
    stores.notes,
    asked.flatMap(({ folderKey, nameKey }) =>
      folders.filter((folder) => folder.pathKey === folderKey).map(({ folderId }) => ({ folderId, nameKey })),
    ),
  );
  const hits = await stores.names.find(
    [spaceId],
    asked.map((each) => pathName(each.key)),
  );
  return new Map(
    asked.map(({ key, folderKey, nameKey }) => {
      const stood = folders.filter((folder) => folder.pathKey === folderKey);
      const ids = new Set(stood.map((folder) => folder.folderId));
      const notes: NotePlace[] = [
        ...hits.filter((hit) => hit.kind === 'oldPath' && hit.key === pathName(key)).map((hit) => hit.note),
        ...there.filter((note) => ids.has(note.folderId) && fold(note.name) === nameKey),
      ];
      const distinct = [...new Map(notes.map((note) => [note.seq, note])).values()];
      return [key, { notes: distinct, projectIds: stood.map((folder) => folder.projectId) }];
    }),
  );
}

/** The key of an old path, see domain/revisions/names.ts. */
const pathName = (path: string): string => path.replace(/\.md$/, '');
