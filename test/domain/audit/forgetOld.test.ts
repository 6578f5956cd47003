import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgetOld } from '../../../domain/audit/forgetOld.ts';
import { createNote } from '../../../domain/notes/create.ts';
import { deleteNote } from '../../../domain/trash/delete.ts';
import { verifyDatabase } from '../../../storage/verify.ts';
import { known, openTestEngine, start, type TestEngine } from '../../factories.ts';

const day = 86_400_000;

let engine: TestEngine;
beforeAll(async () => {
  engine = await openTestEngine();
});
afterAll(() => engine.close());

/** A note that went to the trash at a time. */
const deletedAt = async (project: string, title: string, at: number): Promise<string> => {
  engine.now = at;
  const { noteId } = await engine.run(createNote, { project, title, body: `Text of ${title}.` });
  await engine.run(deleteNote, { ref: noteId });
  return noteId;
};
const stateOf = async (id: string) =>
  known((await engine.within(({ stores }) => stores.notes.byIds([id])))[0]).state;
const forget = (auditDays: number, trashDays: number, now: number) =>
  engine.writer.transact((stores) => forgetOld(stores, { auditDays, trashDays }, now));
const rows = () => engine.writer.db.selectFrom('audit').selectAll().orderBy('at').execute();
const act = (at: number) => ({
  at,
  requestId: 'r',
  userId: engine.admin.userId,
  tokenId: null,
  client: 'page',
  kind: 'human' as const,
  tool: 'test',
  projectId: null,
  noteIds: [],
  outcome: 'ok',
  milliseconds: 0,
  charactersIn: 0,
  charactersOut: 0,
});

test('notes leave the trash for good after their days, in every space, and not a moment before', async () => {
  const space = await engine.space();
  const old = await deletedAt('main', 'Old', start);
  const elsewhere = await deletedAt(space, 'Elsewhere', start);
  const young = await deletedAt('main', 'Young', start + 1);
  engine.now = start;
  const { noteId: live } = await engine.run(createNote, { project: 'main', title: 'Live', body: 'x' });

  expect(await forget(0, 30, start + 30 * day)).toEqual({ purged: 0 });
  expect(await forget(0, 30, start + 30 * day + 1)).toEqual({ purged: 2 });
  expect(await Promise.all([old, elsewhere, young, live].map(stateOf))).toEqual([
    'purged',
    'purged',
    'trash',
    'live',
  ]);
  const sources = await engine.writer.db.selectFrom('source').select('text').execute();
  expect(sources.map(({ text }) => text).filter((text) => /Old|Elsewhere/.test(text))).toEqual([]);
  expect(await verifyDatabase(engine.writer.db)).toEqual([]);

  const [erased, ...others] = (await rows()).filter(({ tool }) => tool === 'trash.retention');
  expect(others).toEqual([]);
  expect(erased).toMatchObject({ user_id: null, outcome: 'ok', client: 'INTENDANT_TRASH_RETENTION_DAYS' });
  expect(JSON.parse(erased?.note_ids ?? '').sort()).toEqual([old, elsewhere].sort());
});

test('audit rows are forgotten after their days', async () => {
  await engine.writer.db.deleteFrom('audit').execute();
  await engine.writer.transact(({ audit }) =>
    audit.add([act(start), act(start + day), act(start + 2 * day)]),
  );
  await forget(365, 0, start + 366 * day);
  expect((await rows()).map(({ at }) => at)).toEqual([start + day, start + 2 * day]);
});

test('0 keeps everything', async () => {
  const kept = await deletedAt('main', 'Kept', start);
  const before = await rows();
  expect(await forget(0, 0, start + 100_000 * day)).toEqual({ purged: 0 });
  expect(await stateOf(kept)).toBe('trash');
  expect(await rows()).toEqual(before);
});
