import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Identity } from '../../../domain/actor.ts';
import { rememberAboutUser } from '../../../domain/memory/rememberAboutUser.ts';
import { createNotes } from '../../../domain/notes/createMany.ts';
import { editNote } from '../../../domain/notes/edit.ts';
import { pinNote, unpinNote } from '../../../domain/notes/pin.ts';
import { startSession } from '../../../domain/session/startSession.ts';
import { deleteNote } from '../../../domain/trash/delete.ts';
import { purgeTrash } from '../../../domain/trash/purge.ts';
import { restoreTrash } from '../../../domain/trash/restore.ts';
import { known, openTestEngine, refusalOf, type TestEngine } from '../../factories.ts';
import { spaceOf, type TestSpace } from '../revisions/space.ts';

let engine: TestEngine;
let space: TestSpace;
let owner: Identity;

beforeAll(async () => {
  engine = await openTestEngine();
});
afterAll(() => engine.close());
beforeEach(async () => {
  space = spaceOf(engine, await engine.space());
  owner = await engine.person({ [space.handle]: 'owner' });
});

const make = async (path: string, text = 'x'): Promise<string> => {
  await space.write({ [path]: text });
  return (await space.note(path)).id;
};
const pin = (id: string, as = owner) => engine.run(pinNote, { id }, as);
const unpin = (id: string, as = owner) => engine.run(unpinNote, { id }, as);
const pinned = async (project = space.handle, as = engine.admin) =>
  known((await engine.run(startSession, { project }, as)).pinned);
const titles = async (project?: string) => (await pinned(project)).map((note) => note.title);

test('a pinned note is in every start, whole, with who changed it last', async () => {
  const id = await make('a.md', '---\nz: 1\n---\n# Rules\n');
  expect(await pin(id)).toEqual({
    noteId: id,
    title: 'Rules',
    project: space.handle,
    path: 'a.md',
    pinned: true,
  });
  const { hash } = await space.note('a.md');
  expect(await pinned(space.handle, await engine.person({ [space.handle]: 'reader' }))).toEqual([
    {
      noteId: id,
      title: 'Rules',
      path: 'a.md',
      versionToken: await engine.within(async (context) => context.versionToken(id, hash)),
      text: '---\nz: 1\n---\n# Rules\n',
      by: { name: 'admin', kind: 'human', client: 'page' },
      at: '2030-01-01T00:00:00.000Z',
    },
  ]);
  const agent = await engine.agent({ label: 'laptop' });
  const versionToken = known((await pinned())[0]).versionToken;
  await engine.run(editNote, { ref: id, versionToken, operation: 'append', content: 'by an agent' }, agent);
  expect(await pinned()).toMatchObject([{ by: { kind: 'agent' }, text: expect.stringContaining('agent') }]);
});

test('pins keep the order in which they were made; again, either changes nothing', async () => {
  const [b, a] = [await make('b.md', '# B'), await make('a.md', '# A')];
  await pin(b);
  engine.now += 1;
  await pin(a);
  engine.now += 1;
  expect(await pin(b)).toMatchObject({ pinned: true });
  expect(await titles()).toEqual(['B', 'A']);
  for (let count = 0; count < 2; count += 1)
    expect(await unpin(b)).toMatchObject({ noteId: b, pinned: false });
  expect(await titles()).toEqual(['A']);
});

describe('who may', () => {
  test('an owner and the admin, by hand; no agent, no editor', async () => {
    const id = await make('a.md');
    const editor = await engine.person({ [space.handle]: 'editor' });
    for (const act of [pin, unpin]) {
      for (const who of [await engine.agent(), editor, await engine.agent({ scope: 'read' })])
        expect(await refusalOf(act(id, who))).toMatchObject({ code: 'insufficientScope' });
      expect(await act(id, engine.admin)).toMatchObject({ noteId: id });
    }
    const hand = { ...(await engine.agent({ scope: 'admin' })), kind: 'human' } as const;
    expect(await pin(id, hand)).toMatchObject({ pinned: true });
  });

  test('what cannot be seen is not there, and a note in the trash is not', async () => {
    const id = await make('a.md');
    const stranger = await engine.person({});
    const absent = 'n_01ARZ3NDEKTSV4RRFFQ69G5FAV';
    const [hidden, none] = [await refusalOf(pin(id, stranger)), await refusalOf(pin(absent, stranger))];
    expect(hidden.code).toBe('notFound');
    expect(hidden.message.replace(id, absent)).toBe(none.message);
    for (const name of ['a.md', 'a', '', 'n_1'])
      expect(await refusalOf(pin(name))).toMatchObject({ code: 'notFound' });
    await engine.run(deleteNote, { ref: id });
    expect(await refusalOf(pin(id))).toMatchObject({ code: 'notFound' });
  });

  test('one’s own notes are of no project', async () => {
    await engine.run(rememberAboutUser, { observation: 'likes tea' }, owner);
    const { id } = await engine.within(async ({ stores, actor }) => {
      const [folder] = await stores.folders.byPathKeys(actor.user.personalSpaceId, ['memory/user/']);
      return known((await stores.notes.inFolders([known(folder).id]))[0]);
    }, owner);
    expect(await refusalOf(pin(id))).toMatchObject({ code: 'invalidArguments' });
    expect(await refusalOf(pin(id, engine.admin))).toMatchObject({ code: 'notFound' });
  });
});

describe('a pin', () => {
  test('does not show from the trash, is there again after a restore, and goes with a purge', async () => {
    const id = await make('a.md', '# A');
    await pin(id);
    await engine.run(deleteNote, { ref: id });
    expect(await titles()).toEqual([]);
    await engine.run(restoreTrash, { space: space.handle, noteIds: [id] });
    expect(await titles()).toEqual(['A']);
    await engine.run(deleteNote, { ref: id });
    await engine.run(purgeTrash, { space: space.handle, noteIds: [id], confirm: 1 });
    expect(await titles()).toEqual([]);
    const left = await engine.within(({ stores }) => stores.notes.byIds([id]));
    const rows = await engine.writer.db
      .selectFrom('pin')
      .selectAll()
      .where('note_seq', '=', known(left[0]).seq)
      .execute();
    expect(rows).toEqual([]);
  });

  test('is for the project in which it was made, and does not follow the note into another', async () => {
    const inner = await engine.project(space.handle, 'inner');
    const id = await make('a.md', '# A');
    await pin(id);
    await space.move('a.md', 'inner/');
    expect([await titles(), await titles(inner)]).toEqual([[], []]);
    await space.move('inner/a.md', '/');
    expect(await titles()).toEqual(['A']);
    await space.move('a.md', 'inner/');
    await pin(id, engine.admin);
    expect([await titles(), await titles(inner)]).toEqual([[], ['A']]);
  });
});

test('a project has at most a hundred', async () => {
  const { results } = await engine.run(createNotes, {
    project: space.handle,
    notes: Array.from({ length: 101 }, (_, index) => ({ path: `${index}.md`, body: 'x' })),
  });
  const ids = results.map((result) => known(result.noteId));
  for (const id of ids.slice(0, 100)) await pin(id);
  expect(await refusalOf(pin(known(ids[100])))).toMatchObject({ code: 'tooLarge' });
  expect(await pin(known(ids[5]))).toMatchObject({ pinned: true });
  await unpin(known(ids[5]));
  expect(await pin(known(ids[100]))).toMatchObject({ pinned: true });
});
