import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { ItemError } from '../notes/batchItem.ts';
import { folderIn, inside, placeOf } from '../notes/place.ts';
import { reservedFor } from '../notes/placeDrafts.ts';
import type { NoteRecord, ProjectRecord, SpaceRecord } from '../ports.ts';
import { findProject, findSpace } from '../projects/find.ts';
import { commit } from '../revisions/commit.ts';
import { occupiedBy } from '../revisions/occupancy.ts';
import type { Change } from '../revisions/step.ts';
import { fold } from '../text/fold.ts';
import { withSuffix } from '../text/paths.ts';
import { chosenNotes, type TrashChoice } from './choose.ts';
import { trashFolders } from './places.ts';

export interface RestoreTrashInput extends TrashChoice {
  readonly onConflict?: 'fail' | 'rename' | undefined;
  readonly toProject?: string | undefined;
}

export interface RestoreTrash {
  readonly restored: number;
  readonly failed: number;
  readonly revision: number | null;
  readonly results: readonly {
    readonly noteId: string;
    readonly status: 'restored' | 'failed';
    readonly path?: string;
    readonly error?: ItemError;
  }[];
}

/** Brings notes back from the trash, each on its own, in one commit. Source: spec/engine.md, Trash. */
export async function restoreTrash(context: Context, input: RestoreTrashInput): Promise<RestoreTrash> {
  const space = await findSpace(context, input.space);
  const target = input.toProject === undefined ? null : await findProject(context, input.toProject, 'write');
  if (target && target.spaceId !== space.id)
    throw new Refusal(
      'crossSpace',
      `${target.handle} is in another space.`,
      'Name a project of the same space.',
    );
  const { notes, missing } = await chosenNotes(context, space, input);
  const { changes, refused } = await plan(context, space, notes, target, input.onConflict ?? 'fail');
  const { revision, outcomes } = await commit(context, space, changes);
  const back = new Map(outcomes.map((outcome) => [outcome.note.id, placeOf(context, outcome.note).path]));
  const results = [
    ...notes.map((note) => {
      const path = back.get(note.id);
      return path === undefined
        ? failure(note.id, refused.get(note.id))
        : { noteId: note.id, status: 'restored' as const, path };
    }),
    ...missing.map((noteId) => failure(noteId, undefined)),
  ];
  const restored = results.filter((result) => result.status === 'restored').length;
  return { restored, failed: results.length - restored, revision, results };
}

async function plan(
  context: Context,
  space: SpaceRecord,
  notes: readonly NoteRecord[],
  target: ProjectRecord | null,
  onConflict: 'fail' | 'rename',
) {
  const changes: Change[] = [];
  const refused = new Map<string, Refusal>();
  const taken = new Map<string, NoteRecord | null>();
  const folders = await trashFolders(context, notes);
  for (const note of notes) {
    const folderPath = folderFor(context, note, folders.get(note.seq) ?? note.folderPath, target);
    if (folderPath === null) {
      refused.set(note.id, noProject());
      continue;
    }
    const reserved = reservedFor(context, space.id, folderPath);
    if (reserved) {
      refused.set(note.id, reserved);
      continue;
    }
    let name = note.name;
    let occupant = await occupantAt(context, space, taken, folderPath, name);
    for (let count = 1; occupant !== undefined && onConflict === 'rename'; count += 1) {
      name = withSuffix(note.name, count === 1 ? ' (restored)' : ` (restored ${count})`);
      occupant = await occupantAt(context, space, taken, folderPath, name);
    }
    if (occupant !== undefined) {
      refused.set(note.id, occupiedBy(context, occupant, note.name));
      continue;
    }
    taken.set(placeKey(folderPath, name), null);
    changes.push({ operation: 'restore', note, after: { folderPath, name }, class: note.class });
  }
  return { changes, refused };
}

/** Where a note goes back to: its own place, or the same one in another project. */
function folderFor(
  context: Context,
  note: NoteRecord,
  own: string,
  target: ProjectRecord | null,
): string | null {
  const home = note.trashProject === null ? undefined : context.access.projects.get(note.trashProject);
  if (!target) return home ? own : null;
  if (target.id === home?.id) return own;
  const folder = home ? (inside(home, own) ?? '/') : own;
  return folderIn(target, folder);
}

async function occupantAt(
  context: Context,
  space: SpaceRecord,
  taken: ReadonlyMap<string, NoteRecord | null>,
  folderPath: string,
  name: string,
): Promise<NoteRecord | null | undefined> {
  const inBatch = taken.get(placeKey(folderPath, name));
  if (inBatch !== undefined) return inBatch;
  const [folder] = await context.stores.folders.byPathKeys(space.id, [fold(folderPath)]);
  if (!folder) return undefined;
  const [note] = await context.stores.notes.atPlaces([folder.id], [fold(name)]);
  return note;
}

const placeKey = (folderPath: string, name: string): string => fold(`${folderPath}\n${name}`);

const noProject = (): Refusal =>
  new Refusal('notFound', 'The project it was deleted from is gone.', 'Name another with `toProject`.');

const failure = (noteId: string, refusal: Refusal | undefined) => {
  const { code, message, hint, details } =
    refusal ??
    new Refusal('notFound', 'No such note is in the trash.', 'List the trash for the ids that are.');
  return { noteId, status: 'failed' as const, error: { code, message, hint, ...details } };
};
