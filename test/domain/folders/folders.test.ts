import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Identity } from '../../../domain/actor.ts';
import { moveFolder } from '../../../domain/folders/move.ts';
import { renameFolder } from '../../../domain/folders/rename.ts';
import { createNote } from '../../../domain/notes/create.ts';
import { getNote } from '../../../domain/notes/get.ts';
import { listNotes } from '../../../domain/notes/list.ts';
import { moveNotes } from '../../../domain/notes/move.ts';
import { myProjects } from '../../../domain/projects/myProjects.ts';
import { history } from '../../../domain/revisions/history.ts';
import { search } from '../../../domain/search/search.ts';
import { deleteNote } from '../../../domain/trash/delete.ts';
import { listTrash } from '../../../domain/trash/list.ts';
import { restoreTrash } from '../../../domain/trash/restore.ts';
import { verifyDatabase } from '../../../storage/verify.ts';
import { known, openTestEngine, refusalOf, type TestEngine } from '../../factories.ts';
import { spaceOf, type TestSpace } from '../revisions/space.ts';

let engine: TestEngine;
let space: TestSpace;
let handle: string;
/** An editor of the space's root project, who sees no other. */
let me: Identity;

beforeAll(async () => {
  engine = await openTestEngine();
});
afterAll(async () => {
  expect(await verifyDatabase(engine.writer.db)).toEqual([]);
  await engine.close();
});
beforeEach(async () => {
  handle = await engine.space();
  space = spaceOf(engine, handle);
  me = await engine.person({ [handle]: 'editor' });
});

const move = (path: string, toPath: string, as = me, project = handle) =>
  engine.run(moveFolder, { project, path, toPath }, as);
const rename = (path: string, name: string, as = me, project = handle) =>
  engine.run(renameFolder, { project, path, name }, as);
const paths = async () => [...(await space.notes()).keys()].sort();
const note = (ref: string, as = me) => engine.run(getNote, { ref, responseFormat: 'detailed' }, as);
const folders = async (path = '/', as = me, project = handle) =>
  (await engine.run(listNotes, { project, path }, as)).folders.map((each) => [each.path, each.notes]);
const revisions = async (as: Identity) => (await engine.run(history, { space: handle }, as)).revisions;

describe('a folder moves', () => {
  test('with all that is in it, as one revision without a change to a note', async () => {
    await space.write({ 'a/x.md': '# X\n[[y]] [r](b/y.md)', 'a/b/y.md': 'y', 'z.md': '[[X]]' });
    const before = await space.notes();
    expect(await move('a', 'q/deep/')).toEqual({
      from: 'a/',
      to: 'q/deep/a/',
      notes: 2,
      revision: 2,
      outcome: 'moved',
    });
    const after = await space.notes();
    expect([...after.keys()].sort()).toEqual(['q/deep/a/b/y.md', 'q/deep/a/x.md', 'z.md']);
    expect([...after.values()].map(({ id }) => id).sort()).toEqual(
      [...before.values()].map(({ id }) => id).sort(),
    );
    expect(after.get('q/deep/a/x.md')).toEqual(before.get('a/x.md'));
    expect(await folders()).toEqual([['q/', 2]]);
    expect(await folders('q/deep')).toEqual([['q/deep/a/', 2]]);
    const now = await note('q/deep/a/x.md');
    expect(now.links?.outgoing.map((link) => link.title)).toEqual(['y', 'y']);
    expect(now.links?.incoming.map((link) => link.title)).toEqual(['z']);
    const hits = (await engine.run(search, { query: 'X', project: handle }, me)).results;
    expect(hits[0]).toMatchObject({ path: 'q/deep/a/x.md' });
    expect((await engine.run(history, { ref: now.noteId }, me)).total).toBe(1);
  });

  test('and its digest is that of the same state reached by single notes', async () => {
    const other = spaceOf(engine, await engine.space());
    for (const each of [space, other]) await each.write({ 'a/x.md': 'x', 'a/b/y.md': 'y', 'c/z.md': 'z' });
    await move('a', 'c');
    await other.move('a/x.md', 'c/a/');
    await other.move('a/b/y.md', 'c/a/b/');
    expect(await space.digest()).toBe(await other.digest());
    await move('c/a', '/');
    expect(await space.digest()).not.toBe(await other.digest());
    expect(await folders()).toEqual([
      ['a/', 2],
      ['c/', 1],
    ]);
  });

  test('leaving nothing of folders that are empty now', async () => {
    await space.write({ 'p/q/a/x.md': 'x' });
    await move('p/q/a', '/');
    expect(await folders()).toEqual([['a/', 1]]);
    expect((await refusalOf(move('p', 'z'))).code).toBe('notFound');
  });

  test('up into the folder above it, whose name it may share', async () => {
    await space.write({ 'a/a/x.md': 'x', 'a/y.md': 'y' });
    const { code, details } = await refusalOf(move('a/a', '/'));
    expect([code, details]).toEqual(['alreadyExists', { path: 'a/', project: handle, notes: 2 }]);
    await rename('a', 'b');
    expect((await move('b/a', '/')).to).toBe('a/');
    expect(await paths()).toEqual(['a/x.md', 'b/y.md']);
  });

  test('to where it is: unchanged', async () => {
    await space.write({ 'p/a/x.md': 'x' });
    expect(await move('P/A/', 'p')).toEqual({ from: 'p/a/', to: 'p/a/', notes: 1, outcome: 'unchanged' });
    expect(await rename('p/a', 'a')).toEqual({ from: 'p/a/', to: 'p/a/', notes: 1, outcome: 'unchanged' });
    expect(await space.revision()).toBe(1);
  });

  test('by a name that differs in case alone', async () => {
    await space.write({ 'a/x.md': 'x' });
    const digest = await space.digest();
    expect(await rename('a', 'A')).toMatchObject({ from: 'a/', to: 'A/', outcome: 'renamed' });
    expect(await paths()).toEqual(['A/x.md']);
    expect(await space.digest()).not.toBe(digest);
    await rename('A', 'a');
    expect(await space.digest()).toBe(digest);
  });
});

describe('into itself', () => {
  test.each([
    ['a', 'a'],
    ['a', 'a/b'],
    ['a', 'A/b/c'],
    ['a/b', 'a/b/c'],
    ['/', 'a'],
    ['/', '/'],
  ])('%s into %s is refused', async (path, toPath) => {
    await space.write({ 'a/b/x.md': 'x' });
    expect((await refusalOf(move(path, toPath))).code).toBe('intoItself');
  });

  test('a longer name that begins alike is another folder', async () => {
    await space.write({ 'a/x.md': 'x', 'ab/y.md': 'y' });
    expect((await move('a', 'ab')).to).toBe('ab/a/');
    expect(await paths()).toEqual(['ab/a/x.md', 'ab/y.md']);
  });
});

describe('refusals', () => {
  beforeEach(() => space.write({ 'a/x.md': 'x', 'b/a/y.md': 'y', 'c/z.md': 'z' }));

  test.each<[string, string, string]>([
    ['nothing', 'q', 'notFound'],
    ['a/x.md', 'q', 'invalidPath'],
    ['../a', 'q', 'invalidPath'],
    ['a', '../q', 'invalidPath'],
    ['a', 'q/\u0000', 'invalidPath'],
    ['a', 'q/a.md', 'invalidPath'],
    ['a', 'b', 'alreadyExists'],
  ])('move %j to %j: %s', async (path, toPath, code) => {
    expect((await refusalOf(move(path, toPath))).code).toBe(code);
    expect(await paths()).toEqual(['a/x.md', 'b/a/y.md', 'c/z.md']);
  });

  test.each([
    ['c/a', 'c/'],
    ['q/A/', 'q/'],
  ])('%s as the new full path: the folder meant is %s', async (toPath, folder) => {
    const { code, details, hint } = await refusalOf(move('a', toPath));
    expect([code, details.folder]).toEqual(['invalidPath', folder]);
    expect(hint).toContain(JSON.stringify(folder));
  });

  test.each<[string, string, string]>([
    ['a', 'c', 'alreadyExists'],
    ['a', 'C', 'alreadyExists'],
    ['a', 'c/d', 'invalidPath'],
    ['a', '', 'invalidPath'],
    ['a', '..', 'invalidPath'],
    ['a', '.a', 'invalidPath'],
    ['a', 'x.md', 'invalidPath'],
    ['a', 'x'.repeat(256), 'invalidPath'],
    ['/', 'q', 'invalidPath'],
    ['nothing', 'q', 'notFound'],
  ])('rename %j to %j: %s', async (path, name, code) => {
    expect((await refusalOf(rename(path, name))).code).toBe(code);
    expect(await paths()).toEqual(['a/x.md', 'b/a/y.md', 'c/z.md']);
  });

  test('a reader may not, a stranger finds nothing', async () => {
    const reader = await engine.person({ [handle]: 'reader' });
    const stranger = await engine.person();
    expect((await refusalOf(move('a', 'q', reader))).code).toBe('insufficientScope');
    expect((await refusalOf(rename('a', 'q', reader))).code).toBe('insufficientScope');
    expect((await refusalOf(move('a', 'q', stranger))).code).toBe('notFound');
    expect((await refusalOf(rename('a', 'q', stranger))).code).toBe('notFound');
  });
});

describe('projects inside', () => {
  let inner: string;
  let both: Identity;
  beforeEach(async () => {
    inner = await engine.project(handle, 'inner', 'a/inner');
    both = await engine.person({ [handle]: 'editor', [inner]: 'editor' });
    await space.write({ 'a/x.md': 'x', 'a/inner/y.md': 'y' });
  });

  test('go along with their handle, and stay themselves', async () => {
    expect(await move('a', 'q', both)).toMatchObject({ to: 'q/a/', notes: 2 });
    expect(await note('y.md', both)).toMatchObject({ project: inner, path: 'y.md' });
    expect(await note('q/a/x.md', both)).toMatchObject({ project: handle, path: 'q/a/x.md' });
    const { projects } = await engine.run(myProjects, {}, both);
    expect(projects.map((project) => [project.handle, project.notes])).toEqual([
      [handle, 1],
      [inner, 1],
    ]);
  });

  test('that cannot be seen are neither shown nor carried', async () => {
    const { code, details, message } = await refusalOf(move('a', 'q'));
    expect([code, details]).toEqual(['invalidPath', { reason: 'reserved' }]);
    expect(message).not.toContain('inner');
    expect((await refusalOf(rename('a', 'q'))).details).toEqual({ reason: 'reserved' });
    expect((await refusalOf(move('a/inner', 'q'))).message).toBe(
      (await refusalOf(move('a/other', 'q'))).message.replace('other', 'inner'),
    );
    await engine.run(deleteNote, { ref: 'a/x.md' }, me);
    expect((await refusalOf(move('a', 'q'))).code).toBe('notFound');
  });

  test('that may only be read are not carried', async () => {
    const half = await engine.person({ [handle]: 'owner', [inner]: 'reader' });
    expect((await refusalOf(move('a', 'q', half))).code).toBe('insufficientScope');
    expect((await refusalOf(move('a/inner', 'q', half))).code).toBe('insufficientScope');
  });

  test('are in the way unseen', async () => {
    await space.write({ 'b/inner/z.md': 'z', 'c/a/w.md': 'w' });
    expect((await refusalOf(move('b/inner', 'a'))).details).toEqual({ reason: 'reserved' });
    expect((await refusalOf(move('b', 'a/inner'))).details).toEqual({ reason: 'reserved' });
    await engine.run(deleteNote, { ref: 'a/x.md' }, me);
    const { code, details } = await refusalOf(move('c/a', '/'));
    expect([code, details]).toEqual(['invalidPath', { reason: 'reserved' }]);
  });

  test('take up the folders that are moved into them, and give them back', async () => {
    await space.write({ 'b/deep/z.md': 'z' });
    expect(await move('b', 'a/inner', both)).toMatchObject({ from: 'b/', to: 'a/inner/b/' });
    expect(await note('b/deep/z.md', both)).toMatchObject({ project: inner, path: 'b/deep/z.md' });
    expect((await refusalOf(note('b/deep/z.md'))).code).toBe('notFound');
    await move('a/inner/b', '/', both);
    expect(await note('b/deep/z.md')).toMatchObject({ project: handle, path: 'b/deep/z.md' });
  });

  test('keep their handle when their own folder is renamed or moved', async () => {
    expect(await rename('/', 'other', both, inner)).toMatchObject({
      from: 'a/inner/',
      to: 'a/other/',
      notes: 1,
    });
    expect(await note('y.md', both)).toMatchObject({ project: inner, path: 'y.md' });
    expect(await move('a/other', '/', both)).toMatchObject({ from: 'a/other/', to: 'other/' });
    expect(await folders('/', both, inner)).toEqual([]);
    expect(await folders('/', both)).toEqual([
      ['a/', 1],
      ['other/', 1],
    ]);
    const own = await engine.person({ [inner]: 'owner' });
    expect((await refusalOf(rename('/', 'mine', own, inner))).code).toBe('insufficientScope');
    expect(await folders('/', own, inner)).toEqual([]);
  });

  test('without a note are held by nothing but themselves', async () => {
    const empty = await engine.project(handle, 'empty', 'e/f');
    const who = await engine.person({ [handle]: 'editor', [empty]: 'editor' });
    expect((await move('e/f', 'g', who)).to).toBe('g/f/');
    expect((await refusalOf(move('e', 'z', who))).code).toBe('notFound');
    expect((await engine.run(createNote, { project: empty, path: 'n.md', body: 'n' }, who)).path).toBe(
      'n.md',
    );
    expect(await paths()).toContain('g/f/n.md');
  });
});

describe('the history', () => {
  test('shows where a folder went, and where each note was then', async () => {
    await space.write({ 'a/b/x.md': 'one' });
    await move('a', 'q');
    await space.write({ 'q/a/b/x.md': 'two' });
    await rename('q', 'r');
    const place = (path: string) => ({ project: handle, path });
    expect((await revisions(me)).map((each) => [each.revision, each.totalChanges, each.folders])).toEqual([
      [4, 0, [{ from: place('q/'), to: place('r/') }]],
      [3, 1, []],
      [2, 0, [{ from: place('a/'), to: place('q/a/') }]],
      [1, 1, []],
    ]);
    const { total, nextCursor } = await engine.run(history, { space: handle, limit: 2 }, me);
    expect(total).toBe(4);
    const rest = await engine.run(history, { space: handle, limit: 2, cursor: known(nextCursor) }, me);
    expect(rest.revisions.map((each) => each.revision)).toEqual([2, 1]);
    const { noteId } = await note('r/a/b/x.md');
    const then = async (asOf: string) => (await engine.run(getNote, { ref: noteId, asOf }, me)).path;
    expect([await then('1'), await then('3')]).toEqual(['a/b/x.md', 'q/a/b/x.md']);
    const own = (await engine.run(history, { ref: noteId }, me)).revisions;
    expect(own.map(({ changes }) => changes[0]?.path)).toEqual(['q/a/b/x.md', 'a/b/x.md']);
  });

  test('names no place of a project that the reader cannot see', async () => {
    const inner = await engine.project(handle, 'inner', 'in');
    const both = await engine.person({ [handle]: 'editor', [inner]: 'editor' });
    const insider = await engine.person({ [inner]: 'reader' });
    await space.write({ 'a/x.md': 'x', 'in/y.md': 'y' });
    await move('a', 'in', both);
    await rename('/', 'out', both, inner);
    await space.write({ 'out/y.md': 'z' });
    const seen = await revisions(insider);
    expect(seen.map((each) => [each.revision, each.folders])).toEqual([
      [4, []],
      [2, [{ from: null, to: { project: inner, path: 'a/' } }]],
      [1, []],
    ]);
    expect(seen[0]?.changes[0]).toMatchObject({ path: 'y.md', before: { path: 'y.md' } });
    expect(seen[2]?.changes).toMatchObject([{ project: inner, path: 'y.md' }]);
    expect((await revisions(me)).map((each) => each.revision)).toEqual([3, 1]);
    const { noteId } = await note('y.md', insider);
    const then = await engine.run(getNote, { ref: noteId, asOf: '1' }, insider);
    expect(then).toMatchObject({ project: inner, path: 'y.md' });
  });
});

describe('a path from before', () => {
  test('leads to the note, as a ref and as a link, while nothing else is there', async () => {
    await space.write({ 'a/b/x.md': '# Title\n', 'a/y.md': 'y' });
    const { noteId } = await note('a/b/x.md');
    await move('a', 'q');
    await rename('q/a/b', 'c');
    for (const ref of ['a/b/x.md', 'q/a/b/x.md', 'A/B/X.md', 'q/a/c/x.md'])
      expect((await note(ref)).noteId).toBe(noteId);
    await space.write({ 'w.md': '[[a/b/x]] [r](a/b/x.md) [[a/b/none]]' });
    expect((await note('w.md')).links?.outgoing.map((link) => link.noteId)).toEqual([
      noteId,
      noteId,
      undefined,
    ]);
    await space.write({ 'a/b/x.md': 'another' });
    expect((await note('a/b/x.md')).noteId).not.toBe(noteId);
  });

  test('does not lead out of a project that the caller cannot see', async () => {
    const inner = await engine.project(handle, 'secret');
    const both = await engine.person({ [handle]: 'editor', [inner]: 'editor' });
    await space.write({ 'secret/a/x.md': 'x' });
    await move('secret/a', '/', both);
    expect((await note('secret/a/x.md', both)).path).toBe('a/x.md');
    expect((await refusalOf(note('secret/a/x.md'))).code).toBe('notFound');
  });
});

describe('the trash', () => {
  const trash = async (as: Identity) =>
    (await engine.run(listTrash, { space: handle }, as)).items.map((each) => [each.project, each.path]);
  const restore = async (noteId: string, as: Identity) =>
    (await engine.run(restoreTrash, { space: handle, noteIds: [noteId] }, as)).results[0];
  const remove = async (ref: string, as: Identity) => (await engine.run(deleteNote, { ref }, as)).noteId;

  test('gives a note back to its folder, wherever that is now', async () => {
    await space.write({ 'a/b/x.md': 'x', 'a/b/y.md': 'y' });
    const id = await remove('a/b/x.md', me);
    await move('a', 'q');
    expect(await trash(me)).toEqual([[handle, 'q/a/b/x.md']]);
    expect(await restore(id, me)).toMatchObject({ status: 'restored', path: 'q/a/b/x.md' });
  });

  test('makes a folder that was gone again below the one that moved', async () => {
    await space.write({ 'a/b/c/x.md': 'x', 'a/y.md': 'y' });
    const id = await remove('a/b/c/x.md', me);
    await rename('a', 'q');
    expect(await trash(me)).toEqual([[handle, 'q/b/c/x.md']]);
    await space.write({ 'q/b/c/x.md': 'in the way' });
    const { items } = await engine.run(listTrash, { space: handle }, me);
    expect(items[0]?.occupiedBy?.title).toBe('x');
    expect(await restore(id, me)).toMatchObject({ status: 'failed', error: { code: 'alreadyExists' } });
    await space.write({ 'q/b/c/x.md': null });
    expect(await restore(id, me)).toMatchObject({ status: 'restored', path: 'q/b/c/x.md' });
  });

  test('keeps a note in its project when its folder went to another', async () => {
    const inner = await engine.project(handle, 'inner');
    const both = await engine.person({ [handle]: 'editor', [inner]: 'editor' });
    await space.write({ 'a/x.md': 'x', 'a/y.md': 'y', 'inner/z.md': 'z' });
    const id = await remove('a/x.md', both);
    await move('a', 'inner', both);
    expect(await trash(both)).toEqual([[handle, 'a/x.md']]);
    expect(await restore(id, both)).toMatchObject({ status: 'restored', path: 'a/x.md' });
    expect((await space.notes()).has('a/x.md')).toBe(true);
  });

  test('follows a project whose folder moved, though the note’s own is gone', async () => {
    const inner = await engine.project(handle, 'inner', 'a');
    const both = await engine.person({ [handle]: 'editor', [inner]: 'editor' });
    await space.write({ 'a/deep/x.md': 'x' });
    const id = await remove('deep/x.md', both);
    await rename('a', 'q', both);
    expect(await trash(both)).toEqual([[inner, 'deep/x.md']]);
    expect(await engine.run(deleteNote, { ref: id }, both)).toMatchObject({ path: 'deep/x.md' });
    expect(await restore(id, both)).toMatchObject({ path: 'deep/x.md' });
    expect(await paths()).toEqual(['q/deep/x.md']);
  });
});

test('a folder may be moved, filled where it was, and moved onto by name only once that is free', async () => {
  await space.write({ 'a/x.md': '1' });
  await move('a', 'q');
  await space.write({ 'a/x.md': '2' });
  expect((await refusalOf(move('q/a', '/'))).code).toBe('alreadyExists');
  await engine.run(moveNotes, { ref: 'a/x.md', toPath: 'elsewhere' }, me);
  expect((await move('q/a', '/')).to).toBe('a/');
  expect(await paths()).toEqual(['a/x.md', 'elsewhere/x.md']);
});

test('a restored revision stands where the folder was then', async () => {
  await space.write({ 'a/x.md': 'x', 'a/b/y.md': 'y' });
  const [before, digest] = [await space.notes(), await space.digest()];
  await move('a', 'q');
  await rename('q/a', 'z');
  await space.restore(1);
  expect(await space.notes()).toEqual(before);
  expect(await space.digest()).toBe(digest);
});
