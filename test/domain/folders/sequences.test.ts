import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Identity } from '../../../domain/actor.ts';
import { Refusal } from '../../../domain/errors.ts';
import { moveFolder } from '../../../domain/folders/move.ts';
import { renameFolder } from '../../../domain/folders/rename.ts';
import { createNote } from '../../../domain/notes/create.ts';
import { getNote } from '../../../domain/notes/get.ts';
import { moveNotes } from '../../../domain/notes/move.ts';
import { renameNote } from '../../../domain/notes/rename.ts';
import { renameProject } from '../../../domain/projects/rename.ts';
import { history } from '../../../domain/revisions/history.ts';
import { noteFacts } from '../../../domain/text/note.ts';
import { deleteNote } from '../../../domain/trash/delete.ts';
import { restoreTrash } from '../../../domain/trash/restore.ts';
import { verifyDatabase } from '../../../storage/verify.ts';
import { openTestEngine, type TestEngine } from '../../factories.ts';
import { spaceOf, type TestSpace } from '../revisions/space.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await openTestEngine();
});
afterAll(() => engine.close());

/** What a sequence works on, and what it has to keep. */
interface World {
  readonly space: TestSpace;
  readonly inner: string;
  readonly me: Identity;
  /** The ids of all notes made, live or deleted. */
  readonly made: string[];
  readonly deleted: Set<string>;
  /** Every title that a note ever had, by id. */
  readonly titles: Map<string, Set<string>>;
  readonly handles: Set<string>;
}

const folder = fc.constantFrom('/', 'a', 'b', 'a/b', 'b/a', 'inner', 'inner/a', 'c/d');
const name = fc.constantFrom('a', 'b', 'A', 'inner', 'e');
const title = fc.constantFrom('One', 'Two', 'one', 'A | B', 'Three]]', '# Four');
const pick = fc.nat(20);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('create'), folder, title, pick }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('move'), folder, title, pick }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('rename'), folder, title, pick }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('moveFolder'), folder, to: folder, pick }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('renameFolder'), folder, name, pick }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete'), pick }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('restore'), pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('renameProject'), name, pick }) },
);
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

/** Does one step; what the engine refuses changes nothing, and is left at that. */
async function take(world: World, each: Step): Promise<void> {
  const { space, me, made, deleted } = world;
  const project = space.handle;
  const live = made.filter((id) => !deleted.has(id));
  const ref = live[each.pick % Math.max(live.length, 1)];
  if ('name' in each) {
    if (each.kind === 'renameFolder')
      await engine.run(renameFolder, { project, path: each.folder, name: each.name }, me);
    else {
      const { to } = await engine.run(renameProject, { project: world.inner, slug: each.name }, me);
      world.handles.add(to);
    }
  } else if ('to' in each) await engine.run(moveFolder, { project, path: each.folder, toPath: each.to }, me);
  else if ('title' in each) {
    if (each.kind === 'create') {
      const body = `see ${live.map((id) => `[[${id}]]`).join(' ')}\n\ttext \r\n`;
      const input = { project, path: each.folder, title: each.title, body };
      const note = await engine.run(createNote, input, me);
      made.push(note.noteId);
      world.titles.set(note.noteId, new Set([note.title]));
    } else if (each.kind === 'move' && ref)
      await engine.run(moveNotes, { ref, toPath: each.folder, toProject: project }, me);
    else if (ref) {
      await engine.run(renameNote, { ref, title: each.title }, me);
      world.titles.get(ref)?.add(each.title);
    }
  } else if (each.kind === 'delete' && ref) {
    await engine.run(deleteNote, { ref }, me);
    deleted.add(ref);
  } else if (each.kind === 'restore') {
    const id = [...deleted][each.pick % Math.max(deleted.size, 1)];
    if (!id) return;
    const { restored } = await engine.run(
      restoreTrash,
      { space: project, noteIds: [id], onConflict: 'rename' },
      me,
    );
    if (restored === 1) deleted.delete(id);
  }
}

const bodyOf = (source: string): string => source.slice(noteFacts(source, 'x.md').bodyStart);

test('whatever is moved, renamed, deleted and restored: ids, links, names, handles, texts, counts and digests hold', async () => {
  let revisions = 0;
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), async (steps) => {
      const handle = await engine.space();
      const inner = await engine.project(handle, 'inner');
      const me = await engine.person({ [handle]: 'owner', [inner]: 'owner' });
      const space = spaceOf(engine, handle);
      const world: World = {
        space,
        inner,
        me,
        made: [],
        deleted: new Set(),
        titles: new Map(),
        handles: new Set([inner]),
      };
      const bodies = new Map<string, string>();
      for (const each of steps) {
        const [revision, before] = [await space.revision(), await space.notes()];
        try {
          await take(world, each);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          refused += 1;
          expect(await space.notes()).toEqual(before);
          expect(await space.revision()).toBe(revision);
        }
        expect(await space.revision()).toBeLessThanOrEqual(revision + 1);
        for (const [, { id, source }] of await space.notes()) {
          const body = bodies.get(id) ?? bodyOf(source);
          expect(bodyOf(source)).toBe(body);
          bodies.set(id, body);
        }
      }
      const live = world.made.filter((id) => !world.deleted.has(id));
      expect([...(await space.notes()).values()].map(({ id }) => id).sort()).toEqual([...live].sort());
      for (const id of live) {
        const note = await engine.run(getNote, { ref: id, responseFormat: 'detailed' }, me);
        const wanted = [...(bodies.get(id) ?? '').matchAll(/n_\w+/g)].map(([target]) => target);
        expect(note.links?.outgoing.map((link) => link.noteId)).toEqual(
          wanted.map((target) => (world.deleted.has(target) ? undefined : target)),
        );
        const facts = noteFacts(
          (await space.notes()).get(await spacePathOf(space, id))?.source ?? '',
          note.path,
        );
        const known = [note.title, ...facts.aliases].map((text) => text.toLowerCase());
        for (const title of world.titles.get(id) ?? []) expect(known).toContain(title.toLowerCase());
      }
      for (const each of world.handles)
        expect((await engine.run(renameProject, { project: each, name: 'same' }, me)).to).toMatch(/^space-/);
      const newest = await space.revision();
      const { total } = await engine.run(history, { space: handle }, me);
      expect(total).toBe(newest);
      revisions += newest;
      const digest = await space.digest();
      const twin = spaceOf(engine, await engine.space());
      const texts = [...(await space.notes())].map(([path, { source }]) => [path, source]);
      if (texts.length > 0) await twin.write(Object.fromEntries(texts));
      expect(await twin.digest()).toBe(digest);
    }),
    { numRuns: 40 },
  );
  expect(await verifyDatabase(engine.writer.db)).toEqual([]);
  // The sequences do something, and meet refusals too.
  expect(revisions).toBeGreaterThan(100);
  expect(refused).toBeGreaterThan(20);
}, 120_000);

const spacePathOf = async (space: TestSpace, id: string): Promise<string> =>
  [...(await space.notes())].find(([, note]) => note.id === id)?.[0] ?? '';
