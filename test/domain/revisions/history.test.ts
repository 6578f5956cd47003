import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { commit } from '../../../domain/revisions/commit.ts';
import { type HistoryInput, history } from '../../../domain/revisions/history.ts';
import { transact } from '../../../domain/revisions/transact.ts';
import { openTestEngine, refusalOf, start, type TestEngine } from '../../factories.ts';
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

const ofSpace = (page: Partial<HistoryInput> = {}, as = engine.admin) =>
  engine.run(history, { space: space.handle, ...page }, as);
const numbers = async (...args: Parameters<typeof ofSpace>) =>
  (await ofSpace(...args)).revisions.map((each) => each.revision);

describe('of a space', () => {
  test('who did what, when and why', async () => {
    await space.write({ 'a.md': '# Alpha' });
    engine.now = start + 1234;
    const changes = [{ path: 'docs/b.md', content: 'five!' }];
    await engine.run(transact, { space: space.handle, changes, message: ' because ' }, await engine.agent());
    const note = await space.note('docs/b.md');
    const { revisions, total } = await ofSpace();
    expect(total).toBe(2);
    expect(revisions[0]).toEqual({
      revision: 2,
      at: '2030-01-01T00:00:01.234Z',
      by: { name: 'admin', kind: 'agent', client: 'agent' },
      tool: 'test',
      message: 'because',
      folders: [],
      changes: [
        {
          noteId: note.id,
          kind: 'create',
          title: 'b',
          project: space.handle,
          path: 'docs/b.md',
          added: 5,
          removed: 0,
          versionToken: expect.stringMatching(/^v\d{15}$/),
          before: null,
        },
      ],
      totalChanges: 1,
    });
    expect(revisions[1]).toMatchObject({ revision: 1, at: '2030-01-01T00:00:00.000Z', message: null });
  });

  test('each kind of change names what it replaced', async () => {
    await space.write({ 'a.md': 'one' });
    await space.write({ 'a.md': 'one more' });
    await space.move('a.md', 'docs/', 'b.md');
    await space.write({ 'docs/b.md': null });
    await space.restore(1);
    const { revisions } = await ofSpace();
    const changes = revisions.map((each) => each.changes[0]);
    expect(changes.map((change) => [change?.kind, change?.path, change?.before?.path])).toEqual([
      ['restore', 'a.md', 'docs/b.md'],
      ['delete', 'docs/b.md', 'docs/b.md'],
      ['move', 'docs/b.md', 'a.md'],
      ['edit', 'a.md', 'a.md'],
      ['create', 'a.md', undefined],
    ]);
    const [restored, , , edited, created] = changes;
    expect(edited?.before?.versionToken).toBe(created?.versionToken);
    expect(restored?.versionToken).toBe(created?.versionToken);
    expect([edited?.added, edited?.removed]).toEqual([5, 0]);
  });

  test('pages hold each revision once, newest first', async () => {
    for (let count = 1; count <= 7; count += 1) await space.write({ 'a.md': `text ${count}` });
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await ofSpace({ limit: 3, cursor });
      expect(page.total).toBe(7);
      seen.push(...page.revisions.map((each) => each.revision));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(await ofSpace({ limit: 7 })).not.toHaveProperty('nextCursor');
  });

  test('a revision of many changes lists the first hundred and counts all', async () => {
    const texts = Object.fromEntries(Array.from({ length: 103 }, (_, at) => [`n${at}.md`, 't']));
    await space.write(texts);
    const [revision] = (await ofSpace()).revisions;
    expect([revision?.changes.length, revision?.totalChanges]).toEqual([20, 103]);
  });

  test('an empty space has no history', async () => {
    expect(await ofSpace()).toEqual({ revisions: [], total: 0 });
  });

  test('what is erased is not in it any more', async () => {
    await space.write({ 'a.md': 'a' });
    await space.write({ 'a.md': 'b', 'c.md': 'c' });
    await space.erase('a.md');
    expect(await numbers()).toEqual([2]);
    expect((await ofSpace()).total).toBe(1);
  });
});

describe('of a space in parts', () => {
  test('only changes of projects that the caller may read, and no revision without one', async () => {
    await engine.project(space.handle, 'inner');
    await space.write({ 'a.md': 'a' });
    await space.write({ 'inner/b.md': 'b' });
    await space.write({ 'c.md': 'c', 'inner/d.md': 'd' });
    await space.write({ 'inner/b.md': null });
    const outer = await engine.person({ [space.handle]: 'reader' });
    const inner = await engine.person({ [`${space.handle}/inner`]: 'reader' });
    expect(await numbers({}, outer)).toEqual([3, 1]);
    expect(await numbers({}, inner)).toEqual([4, 3, 2]);
    expect(await numbers()).toEqual([4, 3, 2, 1]);
    const [third] = (await ofSpace({}, outer)).revisions;
    expect(third).toMatchObject({ changes: [{ path: 'c.md' }], totalChanges: 1 });
    const [, mixed] = (await ofSpace({}, inner)).revisions;
    expect(mixed).toMatchObject({
      changes: [{ project: `${space.handle}/inner`, path: 'd.md' }],
      totalChanges: 1,
    });
    expect((await ofSpace({}, outer)).total).toBe(2);
    expect((await ofSpace({ limit: 1 }, outer)).nextCursor).toBeDefined();
  });

  test('it begins where a note was moved into sight, and ends where it was moved out', async () => {
    await engine.project(space.handle, 'inner');
    await space.write({ 'a.md': 'a' });
    await space.move('a.md', 'inner/');
    await space.write({ 'inner/a.md': 'b' });
    await space.move('inner/a.md', '/');
    const outer = await engine.person({ [space.handle]: 'reader' });
    const inner = await engine.person({ [`${space.handle}/inner`]: 'reader' });
    expect(await numbers({}, outer)).toEqual([4, 1]);
    expect(await numbers({}, inner)).toEqual([3, 2]);
    const earlier = async (as: typeof outer) =>
      (await ofSpace({}, as)).revisions.map((each) => each.changes[0]?.before?.path ?? null);
    expect(await earlier(outer)).toEqual([null, null]);
    expect(await earlier(inner)).toEqual(['a.md', null]);
    expect(await earlier(engine.admin)).toEqual(['a.md', 'a.md', 'a.md', null]);
    const { id } = await space.note('a.md');
    const note = await engine.run(history, { ref: id }, outer);
    expect(note.revisions.map((each) => each.revision)).toEqual([4, 1]);
    expect(note.total).toBe(2);
  });

  test('places are named as they were, in the project that they were in', async () => {
    await space.write({ 'x/a.md': '1' });
    await space.write({ 'x/a.md': '2' });
    await engine.project(space.handle, 'x');
    await space.write({ 'x/a.md': '3' });
    const { revisions } = await ofSpace();
    const outer = { project: space.handle, path: 'x/a.md' };
    const inner = { project: `${space.handle}/x`, path: 'a.md' };
    expect(revisions.map((each) => each.changes[0])).toMatchObject([
      { ...inner, before: inner },
      { ...inner, before: outer },
      { ...outer, before: null },
    ]);
  });

  test('a token for one project sees that project alone', async () => {
    await engine.project(space.handle, 'inner');
    await space.write({ 'a.md': 'a' });
    await space.write({ 'inner/b.md': 'b' });
    const agent = await engine.agent({ scope: 'read', projects: [`${space.handle}/inner`] });
    expect(await numbers({}, agent)).toEqual([2]);
  });

  test('a space of others is not there', async () => {
    expect((await refusalOf(ofSpace({}, await engine.person()))).code).toBe('notFound');
  });
});

describe('of a note', () => {
  test('its revisions alone, by pages', async () => {
    await space.write({ 'a.md': '1' });
    await space.write({ 'other.md': 'o' });
    await space.write({ 'a.md': '2', 'other.md': 'p' });
    const { id } = await space.note('a.md');
    const first = await engine.run(history, { ref: id, limit: 1 });
    expect(first).toMatchObject({ total: 2, revisions: [{ revision: 3, totalChanges: 1 }] });
    expect(first.revisions[0]?.changes.map((change) => change.noteId)).toEqual([id]);
    const second = await engine.run(history, { ref: id, limit: 1, cursor: first.nextCursor });
    expect(second.revisions.map((each) => each.revision)).toEqual([1]);
    expect(second).not.toHaveProperty('nextCursor');
  });

  test('a page of the personal space has its own, for its owner alone', async () => {
    const person = await engine.person();
    const { id } = await engine.within(async (context) => {
      const home = await context.stores.projects.spaceById(context.actor.user.personalSpaceId);
      if (!home) throw new Error('Everyone has a space.');
      const after = { folderPath: '/', name: 'profile.md', source: 'me' };
      const made = await commit(context, home, [
        { operation: 'create', note: null, after, class: 'profile' },
      ]);
      return { id: made.outcomes[0]?.note.id ?? '' };
    }, person);
    const own = await engine.run(history, { ref: id }, person);
    expect(own.revisions[0]?.changes).toMatchObject([{ project: null, path: 'profile.md', before: null }]);
    expect((await refusalOf(engine.run(history, { ref: id }))).code).toBe('notFound');
  });
});

describe('refusals', () => {
  test.each([{}, { space: 'main', ref: 'a' }])('neither or both: %j', async (input) => {
    expect((await refusalOf(engine.run(history, input))).code).toBe('invalidArguments');
  });

  test.each([0, 101, 1.5])('a limit of %s', async (limit) => {
    expect((await refusalOf(ofSpace({ limit }))).code).toBe('invalidArguments');
  });

  test('a cursor of another list', async () => {
    await space.write({ 'a.md': 'a' });
    await space.write({ 'a.md': 'b' });
    const { nextCursor } = await ofSpace({ limit: 1 });
    const call = { ref: (await space.note('a.md')).id, cursor: nextCursor };
    expect((await refusalOf(engine.run(history, call))).code).toBe('invalidCursor');
    expect((await refusalOf(ofSpace({ cursor: 'x' }))).code).toBe('invalidCursor');
  });
});
