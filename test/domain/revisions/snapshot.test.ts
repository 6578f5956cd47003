import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Identity } from '../../../domain/actor.ts';
import { snapshot } from '../../../domain/revisions/snapshot.ts';
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
  space = await newSpace();
});

const newSpace = async () => spaceOf(engine, await engine.space());
const shot = (where: TestSpace, as?: Identity) => engine.run(snapshot, { space: where.handle }, as);

describe('a whole space', () => {
  test('has a digest of 64 hex digits, a count and its revision', async () => {
    const empty = await shot(space);
    expect(empty).toEqual({ digest: expect.stringMatching(/^[0-9a-f]{64}$/), notes: 0, revision: 0 });
    await space.write({ 'a.md': 'a', 'b/c.md': 'c' });
    expect(await shot(space)).toMatchObject({ notes: 2, revision: 1 });
  });

  test.each<[string, (where: TestSpace) => Promise<unknown>]>([
    ['a text', (where) => where.write({ 'a/x.md': 'other' })],
    ['a name', (where) => where.move('a/x.md', 'a/', 'z.md')],
    ['the case of a name', (where) => where.move('a/x.md', 'a/', 'X.md')],
    ['a folder', (where) => where.move('a/x.md', 'b/')],
    ['a folder moved whole', (where) => where.moveFolder('a/', 'b/')],
    ['one note more', (where) => where.write({ 'a/y.md': 'x' })],
    ['one note less', (where) => where.write({ 'a/x.md': null })],
  ])('%s makes another digest, and the way back the first', async (_, change) => {
    await space.write({ 'a/x.md': 'x', 'top.md': 't' });
    const { digest } = await shot(space);
    await change(space);
    expect((await shot(space)).digest).not.toBe(digest);
    await space.restore(1);
    expect((await shot(space)).digest).toBe(digest);
  });

  test('texts that trade places make another digest', async () => {
    const other = await newSpace();
    await space.write({ 'a.md': '1', 'b.md': '2' });
    await other.write({ 'a.md': '2', 'b.md': '1' });
    expect((await shot(other)).digest).not.toBe((await shot(space)).digest);
  });

  test('deleting everything gives the digest of the empty space', async () => {
    const { digest } = await shot(space);
    await space.write({ 'a/b/c.md': 'c' });
    await space.write({ 'a/b/c.md': null });
    expect(await shot(space)).toEqual({ digest, notes: 0, revision: 2 });
  });

  test('a space of others is not there', async () => {
    expect((await refusalOf(shot(space, await engine.person()))).code).toBe('notFound');
  });
});

const anyPath = fc.constantFrom(
  'x.md',
  'y.md',
  'a/x.md',
  'a/b/x.md',
  'a/b/y.md',
  'c/d/e/x.md',
  'in/x.md',
  'in/p/x.md',
);
const anyState = fc.uniqueArray(fc.tuple(anyPath, fc.constantFrom('1', '2', '')), {
  selector: ([path]) => path,
  maxLength: 8,
});

test('equal states have equal digests however they were reached', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyState.chain((state) =>
        fc.tuple(fc.constant(state), fc.shuffledSubarray(state, { minLength: state.length })),
      ),
      fc.array(fc.tuple(anyPath, fc.constantFrom('3', '4')), { maxLength: 4 }),
      async ([state, shuffled], detours) => {
        const [straight, winding] = [await newSpace(), await newSpace()];
        if (state.length > 0) await straight.write(Object.fromEntries(state));
        for (const [path, text] of detours) await winding.write({ [path]: text });
        for (const [path, text] of shuffled) await winding.write({ [path]: text });
        const wanted = new Set<string>(state.map(([path]) => path));
        for (const path of (await winding.notes()).keys())
          if (!wanted.has(path)) await winding.write({ [path]: null });
        const [one, other] = [await shot(straight), await shot(winding)];
        expect([other.digest, other.notes]).toEqual([one.digest, one.notes]);
        expect(one.notes).toBe(state.length);
      },
    ),
    { numRuns: 30 },
  );
  expect(await verifyDatabase(engine.writer.db)).toEqual([]);
}, 60_000);

describe('the part that a caller may see', () => {
  const build = async (projects: readonly (readonly [slug: string, path: string])[]) => {
    const where = await newSpace();
    for (const [slug, path] of projects) await engine.project(where.handle, slug, path);
    return where;
  };

  test('who sees all has the digest of the whole, with projects or without', async () => {
    const parted = await build([
      ['p', 'in/'],
      ['q', 'in/p/'],
    ]);
    const texts = { 'x.md': '1', 'in/x.md': '2', 'in/p/x.md': '3' };
    await space.write(texts);
    await parted.write(texts);
    const whole = (await shot(space)).digest;
    const roles = {
      [parted.handle]: 'reader',
      [`${parted.handle}/p`]: 'reader',
      [`${parted.handle}/q`]: 'reader',
    } as const;
    expect((await shot(parted)).digest).toBe(whole);
    expect((await shot(parted, await engine.person(roles))).digest).toBe(whole);
  });

  test('what is hidden changes neither digest nor count', async () => {
    const parted = await build([['p', 'in/']]);
    await parted.write({ 'x.md': '1', 'in/x.md': '2' });
    const outer = await engine.person({ [parted.handle]: 'reader' });
    const inner = await engine.person({ [`${parted.handle}/p`]: 'reader' });
    const before = [await shot(parted, outer), await shot(parted, inner)];
    await parted.write({ 'in/x.md': 'other', 'in/new/y.md': 'y' });
    expect(await shot(parted, outer)).toEqual({ ...before[0], revision: 2 });
    expect(await shot(parted, inner)).not.toMatchObject({ digest: before[1]?.digest });
    await parted.restore(1);
    expect(await shot(parted, inner)).toEqual({ ...before[1], revision: 3 });
  });

  test('it equals a space that holds nothing else, whatever is nested in what', async () => {
    const projects = [
      ['p', 'in/'],
      ['q', 'in/p/'],
      ['r', 'a/b/'],
    ] as const;
    const homes: readonly (readonly [slug: string, folder: string])[] = [['', ''], ...projects];
    await fc.assert(
      fc.asyncProperty(anyState, fc.subarray(['', 'p', 'q', 'r'], { minLength: 1 }), async (state, slugs) => {
        const parted = await build(projects);
        const alone = await newSpace();
        const home = (path: string) =>
          homes
            .filter(([, folder]) => path.startsWith(folder))
            .sort((a, b) => b[1].length - a[1].length)[0]?.[0];
        const seen = state.filter(([path]) => slugs.includes(home(path) ?? '?'));
        if (state.length > 0) await parted.write(Object.fromEntries(state));
        if (seen.length > 0) await alone.write(Object.fromEntries(seen));
        const handles = slugs.map((slug) => (slug === '' ? parted.handle : `${parted.handle}/${slug}`));
        const person = await engine.person(Object.fromEntries(handles.map((handle) => [handle, 'reader'])));
        const [part, whole] = [await shot(parted, person), await shot(alone)];
        expect([part.digest, part.notes]).toEqual([whole.digest, seen.length]);
      }),
      { numRuns: 40 },
    );
  }, 60_000);
});
