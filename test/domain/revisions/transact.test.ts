import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Identity } from '../../../domain/actor.ts';
import { getNote } from '../../../domain/notes/get.ts';
import { keyLifetime } from '../../../domain/once.ts';
import { hashOf } from '../../../domain/revisions/hash.ts';
import { type TransactInput, transact } from '../../../domain/revisions/transact.ts';
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

type Changes = TransactInput['changes'];
const send = (changes: Changes, more: Partial<TransactInput> = {}, as?: Identity) =>
  engine.run(transact, { space: space.handle, changes, ...more }, as);
const refused = async (changes: Changes, more: Partial<TransactInput> = {}, as?: Identity) => {
  const revision = await space.revision();
  const refusal = await refusalOf(send(changes, more, as));
  expect(await space.revision()).toBe(revision);
  return refusal;
};
const sources = async () =>
  Object.fromEntries([...(await space.notes())].map(([path, { source }]) => [path, source]));

describe('all or nothing', () => {
  test('creates, replaces and deletes in one revision, bytes as sent', async () => {
    await space.write({ 'edit.md': 'old', 'drop.md': 'drop', 'keep.md': 'keep' });
    const text = '---\r\ntags: [b, a]\r\n---\r\n\r\n x \r\n';
    const { revision, results } = await send([
      { path: 'new/deep/n.md', content: text },
      { path: 'edit.md', content: '# New title', replaces: hashOf('old') },
      { path: 'drop.md', content: null, replaces: hashOf('drop') },
      { path: 'keep.md', content: 'keep', replaces: hashOf('keep') },
    ]);
    expect(revision).toBe(2);
    expect(await sources()).toEqual({ 'new/deep/n.md': text, 'edit.md': '# New title', 'keep.md': 'keep' });
    expect(results.map(({ path, hash, outcome }) => ({ path, hash, outcome }))).toEqual([
      { path: 'new/deep/n.md', hash: hashOf(text), outcome: 'changed' },
      { path: 'edit.md', hash: hashOf('# New title'), outcome: 'changed' },
      { path: 'drop.md', hash: hashOf('drop'), outcome: 'changed' },
      { path: 'keep.md', hash: hashOf('keep'), outcome: 'unchanged' },
    ]);
    const [made] = results;
    const note = await engine.run(getNote, { ref: made?.noteId ?? '' });
    expect(note.versionToken).toBe(made?.versionToken);
  });

  test('changes that change nothing make no revision', async () => {
    await space.write({ 'Docs/a.md': 'a' });
    const changes = [{ path: 'docs/A.md', content: 'a', replaces: hashOf('a') }];
    expect(await send(changes)).toMatchObject({ revision: null, results: [{ path: 'Docs/a.md' }] });
    expect(await space.revision()).toBe(1);
  });

  test('nor does a move to another spelling of the same folder', async () => {
    await space.write({ 'Docs/a.md': 'a' });
    expect(await space.move('Docs/a.md', 'docs/')).toBeNull();
    expect(await space.revision()).toBe(1);
  });

  test('another spelling of a path is the same note, whose path stays as it was', async () => {
    await space.write({ 'Café/Größe.md': 'a' });
    await send([{ path: 'cafe\u0301/GRÖSSE.md', content: 'b', replaces: hashOf('a') }]);
    expect(await sources()).toEqual({ 'Café/Größe.md': 'b' });
  });

  test('every failing change is named with what is there, and nothing is written', async () => {
    await space.write({ 'a.md': 'now', 'b.md': 'b', 'c.md': 'c' });
    const refusal = await refused([
      { path: 'fine.md', content: 'fine' },
      { path: 'a.md', content: 'x', replaces: hashOf('then') },
      { path: 'b.md', content: 'x' },
      { path: 'gone.md', content: 'x', replaces: hashOf('x') },
      { path: 'gone.md.md', content: null, replaces: hashOf('x') },
      { path: 'c.md', content: null },
      { path: '../up.md', content: 'x' },
      { path: 'folder/', content: 'x' },
      { path: 'control.md', content: 'a\u0007' },
      { path: 'FINE.md', content: 'again' },
      { path: 'large.md', content: 'x'.repeat(100_001) },
    ]);
    const current = (text: string) => ({ hash: hashOf(text), versionToken: expect.any(String) });
    expect(refusal.code).toBe('versionConflict');
    expect(refusal.details.failures).toMatchObject([
      { index: 1, path: 'a.md', code: 'versionConflict', ...current('now') },
      { index: 2, path: 'b.md', code: 'alreadyExists', ...current('b') },
      { index: 3, path: 'gone.md', code: 'notFound' },
      { index: 4, path: 'gone.md.md', code: 'notFound' },
      { index: 5, path: 'c.md', code: 'versionRequired', ...current('c') },
      { index: 6, path: '../up.md', code: 'invalidPath' },
      { index: 7, path: 'folder/', code: 'invalidPath' },
      { index: 8, path: 'control.md', code: 'invalidArguments' },
      { index: 9, path: 'FINE.md', code: 'invalidArguments' },
      { index: 10, path: 'large.md', code: 'tooLarge' },
    ]);
    expect(await sources()).toEqual({ 'a.md': 'now', 'b.md': 'b', 'c.md': 'c' });
  });

  test('changes of different notes never conflict', async () => {
    await space.write({ 'a.md': 'a', 'b.md': 'b' });
    await send([{ path: 'a.md', content: 'a2', replaces: hashOf('a') }]);
    await send([{ path: 'b.md', content: 'b2', replaces: hashOf('b') }]);
    expect(await sources()).toEqual({ 'a.md': 'a2', 'b.md': 'b2' });
  });

  test('an expected revision is checked too', async () => {
    await space.write({ 'a.md': 'a' });
    const changes = [{ path: 'b.md', content: 'b' }];
    const refusal = await refused(changes, { expectedRevision: 0 });
    expect([refusal.code, refusal.details]).toEqual([
      'versionConflict',
      { revision: 1, expectedRevision: 0 },
    ]);
    expect((await send(changes, { expectedRevision: 1 })).revision).toBe(2);
  });

  test('links among the notes of one call resolve', async () => {
    const { results } = await send([
      { path: 'a.md', content: '[[b]]' },
      { path: 'b.md', content: 'b' },
    ]);
    const ref = results[1]?.noteId ?? '';
    const note = await engine.run(getNote, { ref, responseFormat: 'detailed' });
    expect(note.links?.incoming).toMatchObject([{ noteId: results[0]?.noteId }]);
  });

  test('a note answers to the names of its newest text', async () => {
    const named = (...aliases: string[]) => `---\naliases: [${aliases.join(', ')}]\n---\ntext`;
    const id = async (ref: string) => (await engine.run(getNote, { ref })).noteId;
    await space.write({ 'a.md': 'text' });
    await space.write({ 'a.md': named('ocelot', 'serval') });
    expect(await id('ocelot')).toBe(await id('serval'));
    await space.write({ 'a.md': named('ocelot') });
    await space.write({ 'a.md': `${named('ocelot')} and more` });
    expect(await id('ocelot')).toBe((await space.note('a.md')).id);
    expect((await refusalOf(id('serval'))).code).toBe('notFound');
    await space.write({ 'a.md': 'text' });
    expect((await refusalOf(id('ocelot'))).code).toBe('notFound');
  });

  test.each([0, 1001])('%s changes are refused', async (count) => {
    const changes = Array.from({ length: count }, (_, at) => ({ path: `${at}.md`, content: '' }));
    expect((await refused(changes)).code).toBe('invalidArguments');
  });

  test('a thousand changes are one revision', async () => {
    const changes = Array.from({ length: 1000 }, (_, at) => ({
      path: `${at % 7}/${at}.md`,
      content: `${at}`,
    }));
    const { revision, results } = await send(changes);
    expect([revision, results.length]).toEqual([1, 1000]);
  });

  test.each([
    ['a control character', 'a\u0000'],
    ['more than 1,000 characters', 'x'.repeat(1001)],
  ])('a message with %s is refused', async (_, message) => {
    expect((await refused([{ path: 'a.md', content: 'a' }], { message })).code).toBe('invalidArguments');
  });
});

describe('rights', () => {
  beforeEach(async () => {
    await engine.project(space.handle, 'inner');
    await space.write({ 'a.md': 'a', 'inner/b.md': 'b' });
  });

  test('each project touched must be writable; what is visible alone is told', async () => {
    const reader = await engine.person({ [space.handle]: 'editor', [`${space.handle}/inner`]: 'reader' });
    const changes = [
      { path: 'a.md', content: 'a2', replaces: hashOf('a') },
      { path: 'inner/b.md', content: 'b2', replaces: hashOf('b') },
    ];
    const refusal = await refused(changes, {}, reader);
    expect(refusal.code).toBe('insufficientScope');
    expect(refusal.details.failures).toMatchObject([{ index: 1, hash: hashOf('b') }]);
    const agent = await engine.agent({ scope: 'read' });
    expect((await refused(changes, {}, agent)).details.failures).toHaveLength(2);
    expect((await send(changes, {}, await engine.agent())).revision).toBe(2);
  });

  test('a hidden project answers alike whether a note is there or not', async () => {
    const outer = await engine.person({ [space.handle]: 'editor' });
    const there = await refused([{ path: 'inner/b.md', content: 'x' }], {}, outer);
    const missing = await refused([{ path: 'inner/b.md', content: 'x', replaces: hashOf('b') }], {}, outer);
    expect(there.toFacts()).toEqual(missing.toFacts());
    expect(there.details.failures).toEqual([
      { index: 0, path: 'inner/b.md', code: 'invalidPath', message: expect.any(String) },
    ]);
  });

  test('a space of others is not there', async () => {
    const refusal = await refused([{ path: 'a.md', content: 'x' }], {}, await engine.person());
    expect(refusal.code).toBe('notFound');
  });
});

describe('an idempotency key', () => {
  const changes = [{ path: 'a.md', content: 'a' }];

  test('the same call again gives the first result and writes nothing', async () => {
    const first = await send(changes, { idempotencyKey: 'k', expectedRevision: 0 });
    await space.write({ 'a.md': 'changed since' });
    const again = await send(changes, { idempotencyKey: 'k', expectedRevision: 0 });
    expect(again).toEqual({ ...first, replayed: true });
    expect(await sources()).toEqual({ 'a.md': 'changed since' });
  });

  test('another payload is refused', async () => {
    await send(changes, { idempotencyKey: 'k' });
    const other = [{ path: 'b.md', content: 'b' }];
    expect((await refused(other, { idempotencyKey: 'k' })).code).toBe('idempotencyMismatch');
  });

  test('a failure is not stored', async () => {
    await space.write({ 'a.md': 'in the way' });
    expect((await refused(changes, { idempotencyKey: 'k' })).code).toBe('alreadyExists');
    await space.write({ 'a.md': null });
    expect((await send(changes, { idempotencyKey: 'k' })).revision).toBe(3);
  });

  test('is forgotten after seven days', async () => {
    await send(changes, { idempotencyKey: 'k' });
    engine.now = start + keyLifetime + 1;
    expect((await refused(changes, { idempotencyKey: 'k' })).code).toBe('alreadyExists');
  });

  test('the rights are asked as of now', async () => {
    const editor = await engine.person({ [space.handle]: 'editor' });
    await send(changes, { idempotencyKey: 'k' }, editor);
    await engine.within(async ({ stores }) => {
      const project = await stores.projects.byHandle(space.handle);
      await stores.people.setGrant(editor.userId, project?.spaceId ?? 0, project?.id ?? '', 'reader');
    });
    expect((await refused(changes, { idempotencyKey: 'k' }, editor)).code).toBe('insufficientScope');
  });
});
