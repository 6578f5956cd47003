import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getNote } from '../../../domain/notes/get.ts';
import { history } from '../../../domain/revisions/history.ts';
import { restoreNote } from '../../../domain/revisions/restoreNote.ts';
import { openTestEngine, refusalOf, type TestEngine } from '../../factories.ts';
import { spaceOf, type TestSpace } from './space.ts';

let engine: TestEngine;
let space: TestSpace;
let id: string;

const oldText = '---\ntitle: "Old" # kept\r\n---\r\n\r\nbody  \r\n';

beforeAll(async () => {
  engine = await openTestEngine();
});
afterAll(() => engine.close());
beforeEach(async () => {
  space = spaceOf(engine, await engine.space());
  await space.write({ 'a.md': oldText });
  await space.write({ 'a.md': '# New', 'b.md': 'b' });
  id = (await space.note('a.md')).id;
});

const token = async () => (await engine.run(getNote, { ref: id })).versionToken;
const source = async (path: string) => (await space.notes()).get(path)?.source;

test('gives one note its older bytes and title back, in a revision of its own', async () => {
  const restored = await engine.run(restoreNote, { ref: id, revision: 1, replaces: await token() });
  expect(restored).toEqual({
    noteId: id,
    title: 'Old',
    versionToken: await token(),
    revision: 3,
    outcome: 'restored',
  });
  expect(await source('a.md')).toBe(oldText);
  expect(await source('b.md')).toBe('b');
  const { revisions } = await engine.run(history, { ref: id });
  expect(revisions[0]).toMatchObject({ message: 'restore revision 1', changes: [{ kind: 'restore' }] });
});

test('leaves the note where it is by now', async () => {
  await space.move('a.md', 'docs/', 'c.md');
  await engine.run(restoreNote, { ref: id, revision: 1, replaces: await token() });
  expect(await source('docs/c.md')).toBe(oldText);
});

test('the text that it has already makes no revision', async () => {
  const restored = await engine.run(restoreNote, { ref: id, revision: 2, replaces: await token() });
  expect(restored).toMatchObject({ revision: null, outcome: 'unchanged', title: 'New' });
  expect(await space.revision()).toBe(2);
});

test('a stale token is refused with what a retry needs, and nothing changes', async () => {
  const stale = await token();
  await space.write({ 'a.md': '# Newer' });
  const refusal = await refusalOf(engine.run(restoreNote, { ref: id, revision: 1, replaces: stale }));
  expect(refusal.code).toBe('versionConflict');
  expect(refusal.details).toMatchObject({
    versionToken: await token(),
    diff: expect.stringContaining('+# Newer'),
  });
  expect(await source('a.md')).toBe('# Newer');
});

test.each([0, 3, -1, 1.5])('revision %s of the note is not there', async (revision) => {
  const call = { ref: id, revision, replaces: await token() };
  expect((await refusalOf(engine.run(restoreNote, call))).code).toBe('notFound');
});

test('is for owners, in person', async () => {
  const call = { ref: id, revision: 1, replaces: await token() };
  const editor = await engine.person({ [space.handle]: 'editor' });
  const owner = await engine.person({ [space.handle]: 'owner' });
  for (const who of [editor, await engine.agent()])
    expect((await refusalOf(engine.run(restoreNote, call, who))).code).toBe('insufficientScope');
  expect((await refusalOf(engine.run(restoreNote, call, await engine.person()))).code).toBe('notFound');
  expect((await engine.run(restoreNote, call, owner)).outcome).toBe('restored');
});

test('a version from a project that the owner may not read stays there', async () => {
  await engine.project(space.handle, 'inner');
  await space.move('a.md', 'inner/');
  await space.write({ 'inner/a.md': 'secret' });
  await space.move('inner/a.md', '/');
  await space.write({ 'a.md': 'open' });
  const owner = await engine.person({ [space.handle]: 'owner' });
  const call = { ref: id, revision: 4, replaces: await token() };
  expect((await refusalOf(engine.run(restoreNote, call, owner))).code).toBe('notFound');
});
