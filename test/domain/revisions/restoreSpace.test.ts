import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getNote } from '../../../domain/notes/get.ts';
import { history } from '../../../domain/revisions/history.ts';
import { restoreSpace } from '../../../domain/revisions/restoreSpace.ts';
import { search } from '../../../domain/search/search.ts';
import { deleteNote } from '../../../domain/trash/delete.ts';
import { listTrash } from '../../../domain/trash/list.ts';
import { verifyDatabase } from '../../../storage/verify.ts';
import { openTestEngine, refusalOf, type TestEngine } from '../../factories.ts';
import { spaceOf, type TestSpace } from './space.ts';

let engine: TestEngine;
let space: TestSpace;

beforeAll(async () => {
  engine = await openTestEngine();
});
afterAll(() => engine.close());
beforeEach(async () => {
  space = spaceOf(engine, await engine.space());
});

const paths = async () => [...(await space.notes()).keys()];

describe('one new revision holds the older state', () => {
  test('later notes go to the trash, deleted ones come back, moved ones go back, edits are undone', async () => {
    const first = await space.write({
      'kept.md': 'kept',
      'edited.md': '# Old\r\n\r\ntext  \r\n',
      'deep/er/deleted.md': 'deleted',
      'moved.md': 'moved',
    });
    const before = await space.notes();
    const digest = await space.digest();
    await space.write({ 'edited.md': '# New', 'deep/er/deleted.md': null, 'made.md': 'made' });
    await space.move('moved.md', 'else/where/', 'renamed.md');
    const made = (await space.note('made.md')).id;

    const restored = await space.restore(first ?? 0);

    expect(restored).toEqual({ revision: 4, changed: 4, leftOut: [] });
    expect(await space.notes()).toEqual(before);
    expect(await space.digest()).toBe(digest);
    const { items } = await engine.run(listTrash, { space: space.handle });
    expect(items.map((item) => item.noteId)).toEqual([made]);
  });

  test('titles, search and the history of each note follow', async () => {
    await space.write({ 'a.md': '# Walrus\n\nivory' });
    const { id } = await space.note('a.md');
    await space.write({ 'a.md': '# Penguin\n\nfeathers' });
    await space.restore(1);
    expect((await engine.run(getNote, { ref: id })).title).toBe('Walrus');
    const hits = async (query: string) =>
      (await engine.run(search, { query, project: space.handle })).results.map((hit) => hit.noteId);
    expect(await hits('ivory')).toEqual([id]);
    expect(await hits('feathers')).toEqual([]);
    const { revisions } = await engine.run(history, { ref: id });
    expect(revisions.map((each) => [each.revision, each.changes[0]?.kind])).toEqual([
      [3, 'restore'],
      [2, 'edit'],
      [1, 'create'],
    ]);
    expect(revisions[0]?.message).toBe('restore revision 1');
  });

  test('revision 0 is the empty space, and going back from it brings all back', async () => {
    await space.write({ 'a.md': 'a', 'b/c.md': 'c' });
    const before = await space.notes();
    await space.restore(0);
    expect(await paths()).toEqual([]);
    await space.restore(1);
    expect(await space.notes()).toEqual(before);
  });

  test('two notes that changed places go back', async () => {
    await space.write({ 'a.md': 'a', 'b.md': 'b' });
    const before = await space.notes();
    await space.move('a.md', '/', 'c.md');
    await space.move('b.md', '/', 'a.md');
    await space.move('c.md', '/', 'b.md');
    await space.restore(1);
    expect(await space.notes()).toEqual(before);
  });

  test('a place that another note took is given back', async () => {
    await space.write({ 'a.md': 'first' });
    const before = await space.notes();
    await space.write({ 'a.md': null });
    await space.write({ 'a.md': 'second' });
    await space.restore(1);
    expect(await space.notes()).toEqual(before);
  });

  test('a name that changed in case alone goes back', async () => {
    await space.write({ 'budget.md': 'b' });
    await space.move('budget.md', '/', 'Budget.md');
    expect(await space.restore(1)).toMatchObject({ revision: 3, changed: 1 });
    expect(await paths()).toEqual(['budget.md']);
  });

  test('notes of a folder that was moved whole go back, and its later notes do not', async () => {
    await space.write({ 'a/x.md': 'x', 'a/b/y.md': 'y', 'z.md': 'z' });
    const before = await space.notes();
    const digest = await space.digest();
    await space.moveFolder('a/', 'q/');
    await space.write({ 'q/later.md': 'l', 'a/other.md': 'o' });
    expect(await paths()).toEqual(['z.md', 'a/other.md', 'q/later.md', 'q/x.md', 'q/b/y.md']);
    await space.restore(1);
    expect(await space.notes()).toEqual(before);
    expect(await space.digest()).toBe(digest);
    expect(await verifyDatabase(engine.writer.db)).toEqual([]);
  });

  test('the state that is there already makes no revision', async () => {
    await space.write({ 'a.md': 'a' });
    await space.write({ 'a.md': 'b' });
    await space.write({ 'a.md': 'a' });
    expect(await space.restore(1)).toEqual({ revision: null, changed: 0, leftOut: [] });
    expect(await space.restore(3)).toEqual({ revision: null, changed: 0, leftOut: [] });
  });

  test('erased notes are named as left out, but not those that came later or were gone before', async () => {
    await space.write({ 'stood.md': 's', 'gone.md': 'g', 'kept.md': 'k' });
    await engine.run(deleteNote, { ref: (await space.note('gone.md')).id });
    const at = await space.revision();
    await space.write({ 'later.md': 'l' });
    const stood = await space.erase('stood.md');
    await space.erase('later.md');
    const restored = await space.restore(at);
    expect(restored).toEqual({ revision: null, changed: 0, leftOut: [stood] });
    expect(await paths()).toEqual(['kept.md']);
  });
});

describe('refusals', () => {
  test('another revision than expected', async () => {
    await space.write({ 'a.md': 'a' });
    await space.write({ 'a.md': 'b' });
    const call = { space: space.handle, revision: 1, expectedRevision: 1 };
    const { code, details } = await refusalOf(engine.run(restoreSpace, call));
    expect([code, details.revision]).toEqual(['versionConflict', 2]);
    expect(await space.revision()).toBe(2);
  });

  test.each([-1, 2, 0.5, Number.NaN])('revision %s, which never was', async (revision) => {
    await space.write({ 'a.md': 'a' });
    expect((await refusalOf(space.restore(revision))).code).toBe('notFound');
  });

  test('who does not own every project touched', async () => {
    await engine.project(space.handle, 'inner');
    await space.write({ 'a.md': 'a', 'inner/b.md': 'b' });
    await space.write({ 'inner/b.md': 'c' });
    const outer = await engine.person({ [space.handle]: 'owner', [`${space.handle}/inner`]: 'editor' });
    const inner = await engine.person({ [`${space.handle}/inner`]: 'owner' });
    const both = await engine.person({ [space.handle]: 'owner', [`${space.handle}/inner`]: 'owner' });
    expect((await refusalOf(space.restore(1, outer))).code).toBe('insufficientScope');
    expect((await refusalOf(space.restore(0, inner))).code).toBe('insufficientScope');
    expect((await refusalOf(space.restore(0, await engine.agent()))).code).toBe('insufficientScope');
    expect((await refusalOf(space.restore(0, await engine.person()))).code).toBe('notFound');
    expect(await space.revision()).toBe(2);
    expect((await space.restore(1, inner)).revision).toBe(3);
    expect((await space.restore(2, both)).revision).toBe(4);
  });

  test('a place that by now belongs to a project of others', async () => {
    await space.write({ 'x/a.md': 'a' });
    await space.move('x/a.md', '/');
    await engine.project(space.handle, 'x');
    const owner = await engine.person({ [space.handle]: 'owner' });
    expect((await refusalOf(space.restore(1, owner))).code).toBe('insufficientScope');
  });

  test('a project whose folder was elsewhere: its notes would come to stand outside of it', async () => {
    await engine.project(space.handle, 'secret');
    await space.write({ 'secret/a.md': 'a' });
    await space.moveFolder('secret/', 'vault/');
    const refusal = await refusalOf(space.restore(1));
    expect(refusal.code).toBe('invalidPath');
    expect(refusal.message).toContain('"secret/"');
    await space.moveFolder('vault/', 'secret/');
    expect((await space.restore(1)).revision).toBeNull();
  });

  test('erased notes are not named to who does not see the whole space', async () => {
    await engine.project(space.handle, 'inner');
    await space.write({ 'inner/a.md': 'a', 'b.md': 'b' });
    await space.write({ 'b.md': 'c' });
    await space.erase('inner/a.md');
    const owner = await engine.person({ [space.handle]: 'owner' });
    expect((await space.restore(1, owner)).leftOut).toEqual([]);
  });
});

type Step =
  | { readonly kind: 'write'; readonly path: string; readonly text: string | null }
  | { readonly kind: 'move'; readonly path: string; readonly folder: string; readonly name: string }
  | { readonly kind: 'moveFolder'; readonly from: string; readonly to: string };

const folders = ['/', 'a/', 'a/b/', 'c/'];
const names = ['x.md', 'y.md'];
const anyPath = fc.tuple(fc.constantFrom(...folders), fc.constantFrom(...names)).map(([folder, name]) => {
  return folder === '/' ? name : `${folder}${name}`;
});
const anyText = fc.constantFrom(
  '',
  '# One\n',
  '---\ntitle: Two\n---\nbody\r\n',
  '[[x]] and [[One]]',
  'é\u0301 \t',
);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('write'), path: anyPath, text: anyText }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('write'), path: anyPath, text: fc.constant(null) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('move'),
      path: anyPath,
      folder: fc.constantFrom(...folders),
      name: fc.constantFrom(...names),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('moveFolder'),
      from: fc.constantFrom('a/', 'c/'),
      to: fc.constantFrom('a/', 'c/', 'd/'),
    }),
  },
);

/** Does a step where it can be done; another is left out. */
async function take(step: Step): Promise<void> {
  const present = [...(await space.notes()).keys()];
  if (step.kind === 'write') {
    if (step.text !== null || present.includes(step.path)) await space.write({ [step.path]: step.text });
  } else if (step.kind === 'move') {
    const target = step.folder === '/' ? step.name : `${step.folder}${step.name}`;
    if (present.includes(step.path) && !present.includes(target))
      await space.move(step.path, step.folder, step.name);
  } else if (
    present.some((path) => path.startsWith(step.from)) &&
    !present.some((path) => path.startsWith(step.to))
  )
    await space.moveFolder(step.from, step.to);
}

test('whatever was done since, bytes, paths, ids and digest of any revision come back, and back again', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 2, maxLength: 14 }), fc.nat(), async (steps, pick) => {
      space = spaceOf(engine, await engine.space());
      const states = [{ notes: await space.notes(), digest: await space.digest() }];
      for (const step of steps) {
        await take(step);
        states[await space.revision()] = { notes: await space.notes(), digest: await space.digest() };
      }
      const newest = await space.revision();
      const revision = pick % (newest + 1);
      await space.restore(revision);
      expect(await space.notes()).toEqual(states[revision]?.notes);
      expect(await space.digest()).toBe(states[revision]?.digest);
      await space.restore(newest);
      expect(await space.notes()).toEqual(states[newest]?.notes);
      expect(await space.digest()).toBe(states[newest]?.digest);
    }),
    { numRuns: 40 },
  );
  expect(await verifyDatabase(engine.writer.db)).toEqual([]);
}, 60_000);
