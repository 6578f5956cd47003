import type { Context } from '../context.ts';
import { textRow } from '../notes/derive.ts';
import type { NoteRow, SpaceRecord, VersionRow } from '../ports.ts';
import { fold } from '../text/fold.ts';
import { openFolderBook } from './folderBook.ts';
import { hashOf } from './hash.ts';
import { writeLinks } from './links.ts';
import { writeNames } from './names.ts';
import { checkPlaces, moves } from './occupancy.ts';
import { prepare } from './prepare.ts';
import type { Change, Commit, Outcome, Step } from './step.ts';

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
  await folders.read(effective.flatMap(({ after }) => (after ? [after.folderPath] : [])));
  const steps = await prepare(context, space, effective, revision, now, folders.ensure);
  await checkPlaces(context, steps);
  const sourceIds = await writeSources(context, steps);
  const rows = steps.map((step) => ({ ...step.row, sourceId: sourceIds.get(step.seq) ?? step.row.sourceId }));
  const isNew = (index: number) => steps[index]?.change.note === null;
  const updates = rows.filter((_, index) => !isNew(index));
  // Through a name that nothing can hold, so that notes of one commit may take each other's places.
  const leaving = steps.filter(({ row, change }) => row.state === 'trash' || moves(row, change.note));
  const parked = new Set(leaving.map((step) => step.seq));
  if (parked.size > 1)
    await stores.notes.update(
      updates.filter((row) => parked.has(row.seq)).map((row) => ({ ...row, nameKey: `\u0000${row.seq}` })),
    );
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

  const bySeq = new Map(
    steps.map((step, index) => [step.change, outcomeOf(step, rows[index] ?? step.row, links)]),
  );
  return { revision, outcomes: changes.map((change) => bySeq.get(change) ?? unchanged(change)) };
}

function isEffective({ note, after }: Change): boolean {
  if (note === null || after === null) return after !== null || note?.state === 'live';
  return (
    note.state !== 'live' ||
    (after.source !== undefined && hashOf(after.source) !== note.hash) ||
    fold(after.folderPath) !== fold(note.folderPath) ||
    after.name !== note.name
  );
}

function unchanged({ note }: Change): Outcome {
  if (!note) throw new Error('a change without a note is never without effect');
  return { note, changed: false, added: 0, removed: 0, warnings: [], openLinks: 0, ambiguousLinks: 0 };
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

const pair = (key: number, value: number | undefined): [number, number][] =>
  value === undefined ? [] : [[key, value]];

async function writeTexts(context: Context, steps: readonly Step[]): Promise<void> {
  const rowsOf = (some: readonly Step[]) =>
    some.flatMap(({ seq, source, derived }) =>
      source !== null && derived ? [textRow(seq, source, derived)] : [],
    );
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
