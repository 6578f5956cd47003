import type { Context } from '../context.ts';
import { type ErrorCode, Refusal } from '../errors.ts';
import type { NoteRecord, SpaceRecord } from '../ports.ts';
import { fold } from '../text/fold.ts';
import type { NotePath } from '../text/paths.ts';
import { quote } from '../text/quote.ts';
import { notesAtPlaces } from './notesAtPlaces.ts';
import { type Fault, placeKey, type ReadChange } from './readChanges.ts';
import type { Change } from './step.ts';

export interface Failure {
  readonly index: number;
  readonly path: string;
  readonly code: ErrorCode;
  readonly message: string;
  /** Of the note that is there, where the caller may see it. */
  readonly hash?: string;
  readonly versionToken?: string;
}

/**
 * The changes with the notes that they replace.
 * @throws Refusal naming each change that cannot be made: with a fault of its own, or reckoning with another state.
 */
export async function planChanges(
  context: Context,
  space: SpaceRecord,
  asked: readonly ReadChange[],
): Promise<readonly Change[]> {
  const present = await notesAt(context, space, asked);
  const changes: Change[] = [];
  const failures: Failure[] = [];
  for (const change of asked) {
    const { index, path, place } = change;
    const note = (place && present.get(placeKey(place))) ?? null;
    const fault = change.fault ?? staleness(change, note);
    if (place && !fault) changes.push(changeOf(change, place, note));
    if (!fault) continue;
    const current = note && { hash: note.hash, versionToken: context.versionToken(note.id, note.hash) };
    failures.push({ index, path, ...fault, ...current });
  }
  const [first] = failures;
  if (first) throw refusalOf(first, failures);
  return changes;
}

async function notesAt(
  context: Context,
  space: SpaceRecord,
  asked: readonly ReadChange[],
): Promise<ReadonlyMap<string, NoteRecord>> {
  const { folders, notes } = context.stores;
  const places = asked.flatMap(({ place }) => (place ? [place] : []));
  const known = await folders.byPathKeys(space.id, [...new Set(places.map((place) => fold(place.folder)))]);
  const folderIds = new Map(known.map((folder) => [fold(folder.path), folder.id]));
  const found = await notesAtPlaces(
    notes,
    places.flatMap(({ folder, name }) => {
      const folderId = folderIds.get(fold(folder));
      return folderId === undefined ? [] : [{ folderId, nameKey: fold(name) }];
    }),
  );
  return new Map(found.map((note) => [placeKey({ folder: note.folderPath, name: note.name }), note]));
}

function staleness({ content, replaces }: ReadChange, note: NoteRecord | null): Fault | null {
  if (note === null)
    return content !== null && replaces === undefined
      ? null
      : { code: 'notFound', message: 'No note is there.' };
  if (replaces === undefined)
    return content === null
      ? { code: 'versionRequired', message: 'A note is there, and the change does not name its hash.' }
      : { code: 'alreadyExists', message: 'A note is there.' };
  return replaces === note.hash
    ? null
    : { code: 'versionConflict', message: 'The note has another text by now.' };
}

function changeOf({ content }: ReadChange, { folder, name }: NotePath, note: NoteRecord | null): Change {
  const written = content === null ? null : { folderPath: folder, name, source: content };
  // A note that is there keeps the spelling of its path.
  const after = written && note ? { ...written, folderPath: note.folderPath, name: note.name } : written;
  const operation = content === null ? 'delete' : note ? 'edit' : 'create';
  return { operation, note, after, class: 'user-doc' };
}

function refusalOf(first: Failure, failures: readonly Failure[]): Refusal {
  const count = failures.length === 1 ? '1 change' : `${failures.length} changes`;
  return new Refusal(
    first.code,
    `${count} cannot be made; the first is at ${quote(first.path)}: ${first.message}`,
    'Nothing was written. Mend the changes named in `failures`, with the hashes given there, and send all again.',
    { failures },
  );
}
