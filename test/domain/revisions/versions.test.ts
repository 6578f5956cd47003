import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { diffVersions } from '../../../domain/revisions/diff.ts';
import { readVersion } from '../../../domain/revisions/readVersion.ts';
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

const read = (ref: string, asOf: string, as = engine.admin) => engine.run(readVersion, { ref, asOf }, as);

describe('a version of a note', () => {
  const first = '# One\r\n\r\ntext  \r\n';

  test('is its exact source with title and place as they were, by revision or by token', async () => {
    await space.write({ 'docs/a.md': first });
    await space.write({ 'other.md': 'o' });
    await space.write({ 'docs/a.md': '# Two' });
    await space.move('docs/a.md', '/', 'b.md');
    const { id } = await space.note('b.md');
    const one = await read(id, '1');
    expect(one).toEqual({
      noteId: id,
      revision: 1,
      title: 'One',
      project: space.handle,
      path: 'docs/a.md',
      source: first,
      versionToken: expect.any(String),
    });
    expect(await read(id, '2')).toEqual(one);
    expect(await read(id, one.versionToken)).toEqual(one);
    expect(await read(id, '3')).toMatchObject({ revision: 3, title: 'Two', path: 'docs/a.md' });
    expect(await read(id, '4')).toMatchObject({ revision: 4, source: '# Two', path: 'b.md' });
  });

  test('a text that was deleted and came back as another is still found by its token', async () => {
    await space.write({ 'a.md': 'one' });
    const { id } = await space.note('a.md');
    const { versionToken } = await read(id, '1');
    await space.write({ 'a.md': 'two' });
    await space.write({ 'a.md': null });
    await space.restore(1);
    await space.write({ 'a.md': null });
    await space.restore(2);
    expect((await read(id, versionToken)).source).toBe('one');
    expect((await read(id, '2')).source).toBe('two');
  });

  test.each([
    ['before it was made', '1'],
    ['while it was in the trash', '3'],
    ['after the newest revision', '5'],
    ['a revision below zero', '-1'],
    ['half a revision', '1.5'],
    ['a token of nothing', 'v000000000000000'],
    ['nothing', ''],
  ])('is not there %s', async (_, asOf) => {
    await space.write({ 'other.md': 'o' });
    await space.write({ 'a.md': 'a' });
    await space.write({ 'a.md': null });
    await space.restore(2);
    expect((await refusalOf(read((await space.note('a.md')).id, asOf))).code).toBe('notFound');
  });

  test('a token of another note never matches, the same text or not', async () => {
    await space.write({ 'a.md': 'same', 'b.md': 'same' });
    const { versionToken } = await read((await space.note('a.md')).id, '1');
    const b = (await space.note('b.md')).id;
    expect((await read(b, '1')).versionToken).not.toBe(versionToken);
    expect((await refusalOf(read(b, versionToken))).code).toBe('notFound');
  });

  test('does not exist for who may not read the project that it was in then', async () => {
    await engine.project(space.handle, 'inner');
    await space.write({ 'a.md': 'open' });
    await space.move('a.md', 'inner/');
    await space.write({ 'inner/a.md': 'secret' });
    const { id } = await space.note('inner/a.md');
    const { versionToken } = await read(id, '3');
    await space.move('inner/a.md', '/');
    await space.write({ 'a.md': 'open again' });
    const outer = await engine.person({ [space.handle]: 'reader' });
    expect((await read(id, '1', outer)).source).toBe('open');
    expect((await read(id, '5', outer)).source).toBe('open again');
    for (const asOf of ['2', '3']) {
      expect((await refusalOf(read(id, asOf, outer))).code).toBe('notFound');
      expect((await refusalOf(engine.run(diffVersions, { ref: id, from: asOf, to: '5' }, outer))).code).toBe(
        'notFound',
      );
    }
    // At the move back the text is in sight, and so its token is good.
    expect((await read(id, versionToken, outer)).revision).toBe(4);
  });
});

describe('a diff', () => {
  test('tells lines and words apart, whichever way it is asked', async () => {
    await space.write({ 'a.md': 'one\ntwo\nthree\n' });
    await space.write({ 'a.md': 'one\n2\nthree\nfour\n' });
    const { id } = await space.note('a.md');
    const forth = await engine.run(diffVersions, { ref: id, from: '1', to: '2' });
    expect(forth).toMatchObject({
      added: 2,
      removed: 1,
      diff: '@@ -1,3 +1,4 @@\n one\n-two\n+2\n three\n+four',
    });
    const joined = (kinds: readonly string[]) =>
      forth.words?.flatMap((word) => (kinds.includes(word.kind) ? [word.text] : [])).join('');
    expect(joined(['same', 'removed'])).toBe('one\ntwo\nthree\n');
    expect(joined(['same', 'added'])).toBe('one\n2\nthree\nfour\n');
    const back = await engine.run(diffVersions, { ref: id, from: forth.to, to: forth.from });
    expect(back).toMatchObject({ added: 1, removed: 2, from: forth.to, to: forth.from });
  });

  test('of a version with itself is empty', async () => {
    await space.write({ 'a.md': 'one' });
    const { id } = await space.note('a.md');
    const same = await engine.run(diffVersions, { ref: id, from: '1', to: '1' });
    expect(same).toMatchObject({ added: 0, removed: 0, diff: '' });
  });

  test('over the limits counts only', async () => {
    const lines = (word: string) => Array.from({ length: 300 }, (_, at) => `${word} ${at}\n`).join('');
    await space.write({ 'a.md': lines('old') });
    await space.write({ 'a.md': lines('new') });
    const { id } = await space.note('a.md');
    const diff = await engine.run(diffVersions, { ref: id, from: '1', to: '2' });
    expect(diff).toMatchObject({ diff: null, words: null });
    expect(diff.added).toBeGreaterThan(0);
  });
});
