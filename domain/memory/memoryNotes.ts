import type { Context } from '../context.ts';
import type { NoteRecord } from '../ports.ts';
import { fold } from '../text/fold.ts';
import { type CategoryPart, categoryOf } from './category.ts';
import { type FactLine, readFactLines } from './factLines.ts';
import type { Subject } from './subject.ts';

/** A note of what is remembered, with its facts. */
export interface MemoryNote extends CategoryPart {
  /** null where it is still to be made. */
  readonly note: NoteRecord | null;
  readonly name: string;
  readonly source: string;
  readonly facts: readonly FactLine[];
}

/** All live memory notes of the caller about one subject, parts of a category in order; none where memory is hidden. */
export async function memoryNotes(context: Context, subject: Subject): Promise<MemoryNote[]> {
  const { stores, access } = context;
  const { personalSpaceId, personalClasses } = access.visible;
  if (personalSpaceId === null || !personalClasses.includes('agent-memory')) return [];
  const folders = await stores.folders.byPathKeys(personalSpaceId, [fold(subject.folderPath)]);
  if (folders.length === 0) return [];
  const notes = await stores.notes.inFolders(folders.map((folder) => folder.id));
  const own = notes.filter((note) => note.class === 'agent-memory');
  const sources = await stores.sources.read(own.flatMap((note) => note.sourceId ?? []));
  return own
    .map((note): MemoryNote => {
      const source = sources.get(note.sourceId ?? 0) ?? '';
      return {
        note,
        name: note.name,
        source,
        ...categoryOf(source, note.name),
        facts: readFactLines(source),
      };
    })
    .sort((a, b) => a.part - b.part);
}
