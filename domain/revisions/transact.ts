import type { Context } from '../context.ts';
import { type ErrorCode, Refusal } from '../errors.ts';
import { placeOf } from '../notes/place.ts';
import { reservedFor } from '../notes/placeDrafts.ts';
import { once } from '../once.ts';
import type { NoteRecord, SpaceRecord } from '../ports.ts';
import { findSpace } from '../projects/find.ts';
import { checkText } from '../text/check.ts';
import { fold } from '../text/fold.ts';
import { type NotePath, parseNotePath } from '../text/paths.ts';
import { checkRevision } from './checkRevision.ts';
import { commit } from './commit.ts';
import type { Change } from './step.ts';

export interface PathChange {
  /** Space path of a note. */
  readonly path: string;
  /** null = to the trash. */
  readonly content: string | null;
  /** The hash it replaces; absent = the note must not exist. */
  readonly replaces?: string | undefined;
}

export interface TransactInput {
  readonly space: string;
  readonly changes: readonly PathChange[];
  readonly expectedRevision?: number | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly message?: string | undefined;
}

export interface Transacted {
  /** null when nothing changed. */
  readonly revision: number | null;
  readonly results: readonly {
    noteId: string;
    path: string;
    hash: string;
    outcome: 'changed' | 'unchanged';
  }[];
  readonly replayed?: true;
}

const mostChanges = 1000;

interface Failure {
  readonly index: number;
  readonly path: string;
  readonly code: ErrorCode;
  readonly message: string;
  readonly hash?: string;
  readonly versionToken?: string;
}

/** Any changes of one space, by path and hash, all or nothing. Every failing one is named. Source: spec/engine.md, Commit. */
export async function transact(context: Context, input: TransactInput): Promise<Transacted> {
  const space = await findSpace(context, input.space);
  if (input.changes.length === 0 || input.changes.length > mostChanges)
    throw new Refusal(
      'invalidArguments',
      `The call has ${input.changes.length} changes.`,
      `Send 1 to ${mostChanges}.`,
    );
  const { idempotencyKey: key, ...payload } = input;
  const noteIds = (result: Transacted) => result.results.map((each) => each.noteId);
  return once(
    context,
    { operation: 'transact', projectId: String(space.id), key, payload, noteIds },
    async () => {
      checkRevision(space, input.expectedRevision);
      const { changes, failures } = await plan(context, space, input.changes);
      if (failures.length > 0) throw refusalOf(failures);
      const { revision, outcomes } = await commit(context, space, changes, input.message ?? null);
      const results = outcomes.map(({ note, changed }): Transacted['results'][number] => ({
        noteId: note.id,
        path: placeOf(context, note).path,
        hash: note.hash,
        outcome: changed ? 'changed' : 'unchanged',
      }));
      return { revision, results };
    },
  );
}

async function plan(context: Context, space: SpaceRecord, asked: readonly PathChange[]) {
  const failures: Failure[] = [];
  const parsed = asked.map((change) => ({ ...change, place: parseNotePath(change.path) }));
  const present = await notesAt(
    context,
    space,
    parsed.map((change) => change.place),
  );
  const changes: Change[] = [];
  parsed.forEach(({ path, content, replaces, place }, index) => {
    const note = present.get(placeKey(place)) ?? null;
    const reserved = reservedFor(context, space.id, place.folder);
    const fail = (code: ErrorCode, message: string, current: NoteRecord | null = null): void => {
      failures.push({
        index,
        path,
        code,
        message,
        ...(current
          ? { hash: current.hash, versionToken: context.versionToken(current.id, current.hash) }
          : {}),
      });
    };
    if (reserved) return fail(reserved.code, reserved.message);
    if (content !== null) checkText(content, '`content`');
    if (note === null && (replaces !== undefined || content === null))
      return fail('notFound', 'No note is there.');
    if (note !== null && replaces === undefined)
      return fail(content === null ? 'versionRequired' : 'alreadyExists', 'A note is there.', note);
    if (note !== null && replaces !== note.hash)
      return fail('versionConflict', 'The note was changed.', note);
    const after =
      content === null ? null : { folderPath: place.folder, name: note?.name ?? place.name, source: content };
    const operation = content === null ? 'delete' : note ? 'edit' : 'create';
    changes.push({ operation, note, after, class: 'user-doc' });
  });
  return { changes, failures };
}

async function notesAt(
  context: Context,
  space: SpaceRecord,
  places: readonly NotePath[],
): Promise<Map<string, NoteRecord>> {
  const { folders, notes } = context.stores;
  const known = await folders.byPathKeys(space.id, [...new Set(places.map((place) => fold(place.folder)))]);
  const found = await notes.atPlaces(
    known.map((folder) => folder.id),
    [...new Set(places.map((place) => fold(place.name)))],
  );
  return new Map(found.map((note) => [placeKey({ folder: note.folderPath, name: note.name }), note]));
}

const placeKey = ({ folder, name }: NotePath): string => fold(`${folder}\n${name}`);

function refusalOf(failures: readonly Failure[]): Refusal {
  const [first] = failures;
  if (!first) throw new Error('a refusal needs a failure');
  return new Refusal(
    first.code,
    `${failures.length} of the changes cannot be made; the first is ${JSON.stringify(first.path)}: ${first.message}`,
    'Nothing was written. Mend the changes named in `failures`, with the hashes given there, and send all again.',
    { failures },
  );
}
