import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { moveFolder } from '../../../domain/folders/move.ts';
import { rememberAboutUser } from '../../../domain/memory/rememberAboutUser.ts';
import { createNote } from '../../../domain/notes/create.ts';
import { type RecentActivityInput, recentActivity } from '../../../domain/revisions/recentActivity.ts';
import { known, openTestEngine, refusalOf, start, type TestEngine } from '../../factories.ts';
import { spaceOf, type TestSpace } from './space.ts';

let engine: TestEngine;
let space: TestSpace;

beforeAll(async () => {
  engine = await openTestEngine();
});
afterAll(() => engine.close());
beforeEach(async () => {
  engine.now = start;
  space = spaceOf(engine, await engine.space());
});

const ask = (input: RecentActivityInput = {}, as = engine.admin) =>
  engine.run(recentActivity, { project: space.handle, ...input }, as);
const paths = async (...args: Parameters<typeof ask>) =>
  (await ask(...args)).changes.map((change) => change.path);

test('says what was done to which note, by whom and when', async () => {
  await space.write({ 'a.md': '# Alpha' });
  engine.now = start + 1234;
  const agent = await engine.agent();
  const made = await engine.run(
    createNote,
    { project: space.handle, path: 'docs/b.md', body: 'five!' },
    agent,
  );
  const { changes, total } = await ask();
  expect(total).toBe(2);
  expect(changes[0]).toEqual({
    revision: 2,
    at: '2030-01-01T00:00:01.234Z',
    noteId: made.noteId,
    title: 'b',
    path: 'docs/b.md',
    kind: 'create',
    by: { name: 'admin', kind: 'agent', client: 'agent' },
    added: 5,
    removed: 0,
    versionToken: made.versionToken,
  });
  expect(changes[1]).toMatchObject({ path: 'a.md', by: { kind: 'human', client: 'page' } });
});

describe('since', () => {
  beforeEach(async () => {
    for (const [name, at] of [
      ['one', start - 1],
      ['two', start],
      ['three', start + 1000],
    ] as const) {
      engine.now = at;
      await space.write({ [`${name}.md`]: name });
    }
  });
  test.each<[string, string, string[]]>([
    ['a day: its start in UTC, inclusive', '2030-01-01', ['three.md', 'two.md']],
    ['a time, inclusive', '2030-01-01T00:00:01Z', ['three.md']],
    ['a time with an offset', '2030-01-01T02:00:01+02:00', ['three.md']],
    ['a time without one is UTC', '2030-01-01T00:00:00.001', ['three.md']],
    ['a later time', '2030-01-01T00:00:01.001Z', []],
    ['a revision, exclusive', '1', ['three.md', 'two.md']],
    ['the newest revision', '3', []],
    ['revision 0', ' 0 ', ['three.md', 'two.md', 'one.md']],
  ])('%s', async (_what, since, expected) => {
    expect(await paths({ since })).toEqual(expected);
    expect((await ask({ since, limit: 1 })).total).toBe(expected.length);
  });

  test.each([
    ['no time', { since: 'yesterday' }],
    ['a day that no month has', { since: '2030-02-30' }],
    ['a revision that is not there yet', { since: '4' }],
    ['a revision without a project', { since: '1', project: undefined }],
  ])('%s is refused', async (_what, input) => {
    expect(await refusalOf(ask(input))).toMatchObject({
      code: 'invalidArguments',
      hint: expect.stringMatching(/time|revision/),
    });
  });
});

describe('pages', () => {
  const all = async (input: RecentActivityInput, between: () => Promise<unknown> = async () => {}) => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await ask({ ...input, cursor });
      seen.push(...page.changes.map((change) => change.path));
      cursor = page.nextCursor;
      await between();
    } while (cursor !== undefined);
    return seen;
  };

  test('hold every change once, within a revision too, while others are made', async () => {
    await space.write({ 'a.md': '1', 'b.md': '1', 'c.md': '1' });
    await space.write({ 'd.md': '1' });
    let made = 0;
    const between = () => {
      made += 1;
      return space.write({ [`new ${made}.md`]: 'x' });
    };
    expect(await all({ limit: 1 }, between)).toEqual(['d.md', 'c.md', 'b.md', 'a.md']);
    expect((await ask()).changes).toHaveLength(8);
  });

  test('go on by the cursor alone, with the scope that it was made in', async () => {
    const other = await engine.project(space.handle, 'other');
    await space.write({ 'a.md': '1', 'b.md': '1' });
    await space.write({ 'other/c.md': '1' });
    const note = await space.note('a.md');
    const { nextCursor } = await ask({ since: '0', limit: 1 });
    const alone = await ask({ project: undefined, cursor: nextCursor });
    expect(alone.changes.map((change) => change.path)).toEqual(['a.md']);
    expect(alone).not.toHaveProperty('nextCursor');
    for (const differs of [{ project: other }, { since: '1' }, { since: '2030-01-01' }, { ref: note.id }])
      expect(await refusalOf(ask({ cursor: nextCursor, ...differs }))).toMatchObject({
        code: 'invalidCursor',
      });
  });

  test('a cursor of another list is refused', async () => {
    for (const parts of [
      ['notes', 'a', 'b'],
      ['activity', '', '', 'x9', 0, 1, 1, 1, 1],
      ['activity', '', '', '', 0, 1, 1, 1],
    ]) {
      const cursor = Buffer.from(JSON.stringify(parts)).toString('base64url');
      expect(await refusalOf(ask({ cursor }))).toMatchObject({ code: 'invalidCursor' });
    }
  });
});

describe('what may be seen', () => {
  test('without a project: all that the caller may read, over all spaces, by time, each with its project', async () => {
    const other = spaceOf(engine, await engine.space());
    const inner = await engine.project(space.handle, 'inner');
    const hidden = await engine.project(space.handle, 'hidden');
    await space.write({ 'hidden/secret.md': '1' });
    await space.write({ 'a.md': '1' });
    engine.now = start + 1;
    await other.write({ 'b.md': '1' });
    engine.now = start + 2;
    await space.write({ 'inner/c.md': '1' });
    const reader = await engine.person({
      [space.handle]: 'reader',
      [inner]: 'reader',
      [other.handle]: 'reader',
    });
    const { changes, total } = await ask({ project: undefined }, reader);
    expect(changes.map((change) => [change.project, change.path])).toEqual([
      [inner, 'c.md'],
      [other.handle, 'b.md'],
      [space.handle, 'a.md'],
    ]);
    expect(total).toBe(3);
    expect(await refusalOf(ask({ project: hidden }, reader))).toMatchObject({ code: 'notFound' });
    expect(await ask({ project: inner }, reader)).toMatchObject({ total: 1, changes: [{ path: 'c.md' }] });
  });

  test('by the project that the note was in at that revision', async () => {
    const inner = await engine.project(space.handle, 'inner');
    await space.write({ 'inner/a.md': 'secret then' });
    await space.move('inner/a.md', '/');
    const reader = await engine.person({ [space.handle]: 'reader' });
    expect((await ask({}, reader)).changes).toMatchObject([{ kind: 'move', path: 'a.md' }]);
    expect((await ask({ project: inner })).changes).toMatchObject([{ kind: 'create', path: 'a.md' }]);
  });

  test('a cursor does not outlive the right', async () => {
    const inner = await engine.project(space.handle, 'inner');
    await space.write({ 'inner/a.md': '1', 'inner/b.md': '1' });
    const { nextCursor } = await ask({ project: inner, limit: 1 });
    const stranger = await engine.person({ [space.handle]: 'reader' });
    expect(await refusalOf(ask({ project: undefined, cursor: nextCursor }, stranger))).toMatchObject({
      code: 'invalidCursor',
    });
  });

  test('deletions show, purged notes never do', async () => {
    await space.write({ 'a.md': '1', 'b.md': '1' });
    await space.write({ 'b.md': null });
    expect(await ask({ limit: 1 })).toMatchObject({ total: 3, changes: [{ kind: 'delete', path: 'b.md' }] });
    await space.erase('a.md');
    expect(await paths()).toEqual(['b.md', 'b.md']);
    expect((await ask()).total).toBe(2);
  });

  test('someone’s own notes stand in no list, but for the owner who names one', async () => {
    await engine.run(rememberAboutUser, { observation: 'likes tea' });
    const ref = 'memory/user/general.md';
    const all = await ask({ project: undefined });
    expect(all.changes.filter((change) => change.path === ref)).toEqual([]);
    const own = await ask({ project: undefined, ref });
    expect(own).toMatchObject({ total: 1, changes: [{ kind: 'create', path: ref }] });
    expect(known(own.changes[0])).not.toHaveProperty('project');
    expect(await ask({ ref })).toMatchObject({ total: 0, changes: [] });
    const shut = await engine.agent({ memory: false });
    expect(await refusalOf(ask({ project: undefined, ref }, shut))).toMatchObject({
      code: 'notFound',
    });
  });
});

test('with ref: the history of one note', async () => {
  await space.write({ 'a.md': 'one', 'b.md': 'one' });
  await space.write({ 'a.md': 'one more' });
  const note = await space.note('a.md');
  const { changes, total } = await ask({ ref: note.id, project: undefined });
  expect(changes).toMatchObject([
    { kind: 'edit', revision: 2, project: space.handle, added: 5 },
    { kind: 'create', revision: 1 },
  ]);
  expect(total).toBe(2);
  const next = await ask({ ref: note.id, limit: 1 });
  expect(await ask({ cursor: next.nextCursor })).toMatchObject({ changes: [{ revision: 1 }], total: 2 });
  expect(await ask({ ref: note.id, since: '1' })).toMatchObject({ changes: [{ revision: 2 }], total: 1 });
});

describe('a folder that moves', () => {
  const move = (path: string, toPath: string) =>
    engine.run(moveFolder, { project: space.handle, path, toPath });

  test('is one change without a note, at its place among the others, with where it was', async () => {
    await space.write({ 'a/x.md': 'x', 'a/y.md': 'y' });
    engine.now += 1;
    await move('a', 'b');
    engine.now += 1;
    await space.write({ 'c.md': 'c' });
    const { changes, total } = await ask();
    expect(total).toBe(4);
    expect(changes.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      'create c.md',
      'moveFolder b/a/',
      'create a/y.md',
      'create a/x.md',
    ]);
    expect(changes[1]).toEqual({
      revision: 2,
      at: '2030-01-01T00:00:00.001Z',
      title: 'a',
      path: 'b/a/',
      from: 'a/',
      kind: 'moveFolder',
      by: { name: 'admin', kind: 'human', client: 'page' },
      added: 0,
      removed: 0,
    });
  });

  test('is on one page only, and counts by since', async () => {
    await space.write({ 'a/x.md': 'x' });
    await move('a', 'b');
    await move('b/a', '/');
    const seen: string[] = [];
    for (let cursor: string | undefined, more = true; more; ) {
      const page = await ask({ limit: 1, ...(cursor === undefined ? {} : { cursor }) });
      expect(page.total).toBe(3);
      seen.push(...page.changes.map(({ revision, kind }) => `${revision} ${kind}`));
      cursor = page.nextCursor;
      more = cursor !== undefined;
    }
    expect(seen).toEqual(['3 moveFolder', '2 moveFolder', '1 create']);
    expect((await ask({ since: '2' })).total).toBe(1);
  });

  test('is not told of one note, nor to who may not read its project', async () => {
    const [id] = [...(await notesOf({ 'a/x.md': 'x' }))];
    await move('a', 'b');
    expect((await ask({ project: undefined, ref: id })).changes.map(({ kind }) => kind)).toEqual(['create']);
    const stranger = await engine.person({});
    expect((await ask({ project: undefined }, stranger)).total).toBe(0);
  });
});

const notesOf = async (texts: Readonly<Record<string, string>>): Promise<string[]> => {
  await space.write(texts);
  return [...(await space.notes()).values()].map(({ id }) => id);
};
