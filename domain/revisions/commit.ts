import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { type Derived, derive, textRow } from '../notes/derive.ts';
import { checkSize } from '../notes/place.ts';
import type { NoteClass, NoteRecord, NoteRow, Operation, SpaceRecord, VersionRow } from '../ports.ts';
import { countChange } from '../text/diff.ts';
import { fold } from '../text/fold.ts';
import { writeLinks } from './links.ts';
import { writeNames } from './names.ts';
import { hashOf } from './hash.ts';
import { openFolderBook } from './folderBook.ts';
import { checkPlaces } from './occupancy.ts';

/** One note's step from the state that was read in this transaction to the state after. */
export interface Change {
  readonly operation: Operation;
  /** What it replaces; null = the note must not exist. */
  readonly note: NoteRecord | null;
  /** Where it is after, by space path, with its source where that changes; null = in the trash. */
  readonly after: { readonly folderPath: string; readonly name: string; readonly source?: string } | null;
  readonly class: NoteClass;
}

export interface Outcome {
  readonly note: NoteRecord;
  readonly changed: boolean;
  readonly added: number;
  readonly removed: number;
  readonly warnings: readonly string[];
  readonly openLinks: number;
  readonly ambiguousLinks: number;
}

export interface Commit {
  /** null when nothing changed and no revision was made. */
  readonly revision: number | null;
  /** One for each change, in the same order. */
  readonly outcomes: readonly Outcome[];
}

/** A change with all that was worked out for it, while a commit goes through its steps. */
export interface Step {
  readonly change: Change;
  readonly seq: number;
  readonly row: NoteRow;
  /** The source after; null where it stays as it was and nothing is derived from it again. */
  readonly source: string | null;
  readonly derived: Derived | null;
  readonly added: number;
  readonly removed: number;
  readonly place: { readonly folderPath: string; readonly projectId: string | null };
}

/**
 * The only way in: all changes of one space become one revision, with everything that is derived from them.
 * All or nothing: the caller's transaction ends with it.
 * @throws Refusal `alreadyExists`, `tooLarge`, `invalidPath`.
 */
export async function commit(
  context: Context,
  space: SpaceRecord,
  changes: readonly Change[],
  message: string | null = null,
): Promise<Commit> {
  const { stores, clock } = context;
  const effective = changes.filter(isEffective);
  if (effective.length === 0) return { revision: null, outcomes: changes.map(unchanged) };
  const revision = space.revision + 1;
  const now = clock.now();
  const folders = openFolderBook(stores, space.id, revision);
  const steps = await prepare(context, space, effective, revision, now, folders.ensure);
  await checkPlaces(context, steps);
  const sourceIds = await writeSources(context, steps);
  const rows = steps.map((step) => ({ ...step.row, sourceId: sourceIds.get(step.seq) ?? step.row.sourceId }));
  const isNew = (index: number) => steps[index]?.change.note === null;
  const updates = rows.filter((_, index) => !isNew(index));
  if (updates.length > 1) await stores.notes.update(updates.map((row) => ({ ...row, nameKey: `\u0000${row.seq}` })));
  await stores.notes.update(updates);
  await stores.notes.insert(rows.filter((_, index) => isNew(index)));
  await stores.projects.setRevision(space.id, revision);
  await stores.revisions.insert({
    spaceId: space.id,
    number: revision,
    at: now,
    userId: context.actor.user.id,
    tokenId: context.actor.token?.id ?? null,
    client: context.actor.client,
    kind: context.actor.kind,
    tool: context.tool,
    message,
    notes: steps.length,
  });
  await stores.revisions.insertVersions(rows.map((row, index) => versionOf(row, steps[index])));
  await writeTexts(context, steps);
  await writeNames(context, space.id, steps);
  const links = await writeLinks(context, space, steps);
  for (const step of steps) {
    const { note } = step.change;
    if (note?.state === 'live') await folders.count(note.folderId, note.name, note.hash, -1);
    if (step.row.state === 'live') await folders.count(step.row.folderId, step.row.name, step.row.hash, 1);
  }
  await folders.settle();

  const bySeq = new Map(steps.map((step, index) => [step.change, outcomeOf(step, rows[index] ?? step.row, links)]));
  return { revision, outcomes: changes.map((change) => bySeq.get(change) ?? unchanged(change)) };
}

function isEffective({ note, after }: Change): boolean {
  if (note === null || after === null) return after !== null || note?.state === 'live';
  return (
    note.state !== 'live' ||
    (after.source !== undefined && hashOf(after.source) !== note.hash) ||
    after.folderPath !== note.folderPath ||
    after.name !== note.name
  );
}

function unchanged({ note }: Change): Outcome {
  if (!note) throw new Error('a change without a note is never without effect');
  return { note, changed: false, added: 0, removed: 0, warnings: [], openLinks: 0, ambiguousLinks: 0 };
}

async function prepare(
  context: Context,
  space: SpaceRecord,
  changes: readonly Change[],
  revision: number,
  now: number,
  ensure: (path: string) => Promise<{ id: number; path: string; projectId: string | null }>,
): Promise<Step[]> {
  const { stores } = context;
  const reread = changes.flatMap(({ note, after }) =>
    note?.sourceId != null && after !== null ? [note.sourceId] : [],
  );
  const sources = reread.length > 0 ? await stores.sources.read(reread) : new Map<number, string>();
  let nextSeq = changes.some((change) => change.note === null) ? await stores.notes.nextSeq() : 0;
  const steps: Step[] = [];
  for (const change of changes) {
    const { note, after } = change;
    const seq = note?.seq ?? nextSeq++;
    const before = note?.sourceId != null ? (sources.get(note.sourceId) ?? '') : '';
    if (after === null) {
      if (!note) throw new Error('only a note that exists can go to the trash');
      steps.push(trashStep(change, note, revision, now));
      continue;
    }
    const folder = await ensure(after.folderPath);
    const source = after.source ?? before;
    checkSize(context, source);
    const textChanged = note === null || (after.source !== undefined && source !== before);
    const derived = derive(source, after.name, change.class);
    const hash = textChanged ? hashOf(source) : note.hash;
    steps.push({
      change,
      seq,
      source,
      derived,
      ...(textChanged ? countChange(before, source) : { added: 0, removed: 0 }),
      place: { folderPath: folder.path, projectId: folder.projectId },
      row: {
        seq,
        id: note?.id ?? context.ids.note(now),
        spaceId: space.id,
        folderId: folder.id,
        name: after.name,
        nameKey: fold(after.name),
        class: change.class,
        state: 'live',
        title: derived.facts.title,
        titleKey: fold(derived.facts.title),
        type: derived.facts.type,
        tags: derived.facts.tags,
        language: derived.language,
        sourceId: note?.sourceId ?? null,
        hash,
        size: Buffer.byteLength(source, 'utf8'),
        createdRevision: note?.createdRevision ?? revision,
        createdAt: note?.createdAt ?? now,
        modifiedRevision: textChanged ? revision : note.modifiedRevision,
        modifiedAt: textChanged ? now : note.modifiedAt,
        revision,
        trashedAt: null,
        trashPath: null,
        trashProject: null,
      },
    });
  }
  return steps;
}

function trashStep(change: Change, note: NoteRecord, revision: number, now: number): Step {
  const { folderPath, projectId, ...rest } = note;
  return {
    change,
    seq: note.seq,
    source: null,
    derived: null,
    added: 0,
    removed: 0,
    place: { folderPath, projectId },
    row: {
      ...rest,
      nameKey: fold(note.name),
      titleKey: fold(note.title),
      state: 'trash',
      revision,
      trashedAt: now,
      trashPath: folderPath === '/' ? note.name : `${folderPath}${note.name}`,
      trashProject: projectId,
    },
  };
}

async function writeSources(context: Context, steps: readonly Step[]): Promise<Map<number, number>> {
  const changed = steps.flatMap((step) =>
    step.source !== null && step.row.hash !== step.change.note?.hash
      ? [{ noteSeq: step.seq, hash: step.row.hash, text: step.source, isNew: step.change.note === null }]
      : [],
  );
  const ids = await context.stores.sources.write(changed);
  return new Map(changed.flatMap((row, index) => pair(row.noteSeq, ids[index])));
}

const pair = (key: number, value: number | undefined): [number, number][] => (value === undefined ? [] : [[key, value]]);

async function writeTexts(context: Context, steps: readonly Step[]): Promise<void> {
  const rowsOf = (some: readonly Step[]) =>
    some.flatMap(({ seq, source, derived }) => (source !== null && derived ? [textRow(seq, source, derived)] : []));
  const { texts } = context.stores;
  await texts.remove(steps.filter((step) => step.row.state === 'trash').map((step) => step.seq));
  await texts.insert(rowsOf(steps.filter((step) => step.change.note?.state !== 'live')));
  await texts.replace(rowsOf(steps.filter((step) => step.change.note?.state === 'live' && needsText(step))));
}

const needsText = ({ row, change }: Step): boolean =>
  row.hash !== change.note?.hash || row.title !== change.note?.title;

function versionOf(row: NoteRow, step: Step | undefined): VersionRow {
  if (!step) throw new Error('every row has its step');
  return {
    noteSeq: row.seq,
    revision: row.revision,
    spaceId: row.spaceId,
    operation: step.change.operation,
    sourceId: row.sourceId,
    hash: row.hash,
    folderId: row.folderId,
    name: row.name,
    title: row.title,
    live: row.state === 'live',
    added: step.added,
    removed: step.removed,
  };
}

function outcomeOf(
  step: Step,
  row: NoteRow,
  links: ReadonlyMap<number, { warnings: readonly string[]; open: number; ambiguous: number }>,
): Outcome {
  const { nameKey: _name, titleKey: _title, ...rest } = row;
  const found = links.get(step.seq);
  return {
    note: { ...rest, folderPath: step.place.folderPath, projectId: step.place.projectId },
    changed: true,
    added: step.added,
    removed: step.removed,
    warnings: [...(step.derived?.facts.warnings ?? []), ...(found?.warnings ?? [])],
    openLinks: found?.open ?? 0,
    ambiguousLinks: found?.ambiguous ?? 0,
  };
}

/** Refuses a commit whose caller reckoned with another state of the space. */
export function checkRevision(space: SpaceRecord, expected: number | undefined): void {
  if (expected === undefined || expected === space.revision) return;
  throw new Refusal(
    'versionConflict',
    `The space is at revision ${space.revision}, not at ${expected}.`,
    'Read the changes since, then repeat with the current revision.',
    { revision: space.revision, expectedRevision: expected },
  );
}
