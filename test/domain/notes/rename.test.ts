import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Identity } from '../../../domain/actor.ts';
import { createNote } from '../../../domain/notes/create.ts';
import { getNote } from '../../../domain/notes/get.ts';
import { renameNote } from '../../../domain/notes/rename.ts';
import { history } from '../../../domain/revisions/history.ts';
import { search } from '../../../domain/search/search.ts';
import { verifyDatabase } from '../../../storage/verify.ts';
import { openTestEngine, refusalOf, type TestEngine } from '../../factories.ts';

let engine: TestEngine;
let space: string;
/** One who sees this space alone. */
let me: Identity;

beforeAll(async () => {
  engine = await openTestEngine();
});
afterAll(async () => {
  expect(await verifyDatabase(engine.writer.db)).toEqual([]);
  await engine.close();
});
beforeEach(async () => {
  space = await engine.space();
  me = await engine.person({ [space]: 'editor' });
});

const make = (input: { path?: string; title?: string; body?: string }) =>
  engine.run(createNote, { project: space, body: 'text', ...input });
const rename = (ref: string, title: string, more: { versionToken?: string } = {}) =>
  engine.run(renameNote, { ref, title, ...more }, me);
const read = (ref: string) => engine.run(getNote, { ref, responseFormat: 'detailed' }, me);

test('title, file name and alias change; id, links and the texts of others stay', async () => {
  const note = await make({ path: 'a/Depot 7.md', body: '# Depot 7\n\nsee [[other]]' });
  const other = await make({ path: 'other.md', body: '| [[Depot 7\\|d7]] | open |' });
  const renamed = await rename(note.noteId, 'Depot 8');
  expect(renamed).toEqual({
    noteId: note.noteId,
    from: 'a/Depot 7.md',
    to: 'a/Depot 8.md',
    notes: 1,
    versionToken: expect.not.stringMatching(note.versionToken),
    revision: 3,
    outcome: 'renamed',
  });
  const now = await read(note.noteId);
  expect(now).toMatchObject({ title: 'Depot 8', path: 'a/Depot 8.md', versionToken: renamed.versionToken });
  expect(now.content).toBe('# Depot 8\n\nsee [[other]]');
  expect(now.frontmatter).toEqual({ aliases: ['Depot 7'] });
  expect(now.links).toMatchObject({
    outgoing: [{ noteId: other.noteId }],
    incoming: [{ noteId: other.noteId }],
  });
  expect(await read(other.noteId)).toMatchObject({
    versionToken: other.versionToken,
    content: '| [[Depot 7\\|d7]] | open |',
  });
  for (const ref of ['Depot 7', 'Depot 8', 'a/Depot 7.md', 'a/Depot 8.md'])
    expect((await read(ref)).noteId).toBe(note.noteId);
  const later = await make({ path: 'later.md', body: '[[Depot 7]] and [[a/Depot 7]]' });
  expect((await read(later.noteId)).links?.outgoing.map((link) => link.noteId)).toEqual([
    note.noteId,
    note.noteId,
  ]);
  const found = (await engine.run(search, { query: 'Depot 8', project: space })).results[0];
  expect(found).toMatchObject({ noteId: note.noteId, path: 'a/Depot 8.md' });
});

describe('by case alone', () => {
  test.each([
    ['file', 'text', 'text'],
    ['heading', '# config\n', '# Config\n'],
  ])('a title from the %s', async (_from, body, after) => {
    const { noteId } = await make({ path: 'config.md', body });
    expect(await rename(noteId, 'Config')).toMatchObject({
      from: 'config.md',
      to: 'Config.md',
      outcome: 'renamed',
    });
    expect(await read(noteId)).toMatchObject({ title: 'Config', path: 'Config.md', content: after });
    expect((await engine.run(history, { ref: noteId })).total).toBe(2);
  });
});

describe('to the title it has', () => {
  test('is unchanged, whatever the blanks around and inside', async () => {
    const { noteId, versionToken } = await make({ title: 'Two words' });
    const expected = { notes: 1, versionToken, outcome: 'unchanged', to: 'Two words.md' };
    expect(await rename(noteId, ' Two  words ')).toMatchObject(expected);
    expect((await engine.run(history, { space })).total).toBe(1);
  });
});

describe('a title that no link can hold', () => {
  test.each(['A | B', 'A]]B', 'A#B', '^A', 'In/Out', '..', 'CON', '$& $1'])('%j is kept', async (title) => {
    const { noteId } = await make({ path: 'docs/Old.md', body: '# Old\n' });
    const writer = await make({ path: 'writer.md', body: '[[Old]]' });
    await rename(noteId, title);
    const now = await read(title);
    expect(now).toMatchObject({ noteId, title, content: `# ${title}\n` });
    expect(now.path).toMatch(/^docs\/[^/|#\]^]+\.md$/);
    expect((await read(writer.noteId)).links?.outgoing).toMatchObject([{ noteId, title }]);
    const body = '[[n]]';
    const links = [{ relation: 'sees', to: noteId }];
    const linker = await engine.run(createNote, { project: space, path: 'linker.md', body, links });
    expect((await read(linker.noteId)).links?.outgoing).toContainEqual({ relation: 'sees', noteId, title });
  });
});

describe('a name that is taken', () => {
  test('the same title in the folder is refused, naming the other note', async () => {
    const { noteId } = await make({ title: 'One' });
    const other = await make({ path: 'file.md', body: '# Two' });
    const { code, details } = await refusalOf(rename(noteId, 'two'));
    expect([code, details.noteId, details.path]).toEqual(['alreadyExists', other.noteId, 'file.md']);
    expect(await read(noteId)).toMatchObject({ title: 'One', path: 'One.md' });
  });

  test('another title of the same file name gets -2, and -2 again is its own', async () => {
    await make({ title: 'A: B' });
    const { noteId } = await make({ title: 'C' });
    expect((await rename(noteId, 'A? B')).to).toBe('A- B-2.md');
    expect((await rename(noteId, 'A* B')).to).toBe('A- B-2.md');
    expect((await read(noteId)).title).toBe('A* B');
  });

  test('the same title in another folder is a warning', async () => {
    const other = await make({ path: 'b', title: 'Two' });
    const { noteId } = await make({ path: 'a', title: 'One' });
    const { warnings } = await rename(noteId, 'Two');
    expect(warnings).toEqual([expect.stringContaining(other.noteId)]);
  });
});

test('a forward reference resolves by itself when a note takes its name', async () => {
  const writer = await make({ path: 'writer.md', body: '[[Later]]' });
  const { noteId } = await make({ title: 'Now' });
  await rename(noteId, 'Later');
  expect((await read(writer.noteId)).links?.outgoing).toMatchObject([{ noteId }]);
});

test('there and back again keeps every name', async () => {
  const { noteId } = await make({ title: 'A' });
  await rename(noteId, 'B');
  await rename(noteId, 'A');
  expect(await read(noteId)).toMatchObject({
    title: 'A',
    path: 'A.md',
    frontmatter: { aliases: ['A', 'B'] },
  });
  for (const ref of ['A', 'B', 'B.md']) expect((await read(ref)).noteId).toBe(noteId);
});

describe('refusals', () => {
  test.each(['', '  ', 'a\nb', 'a\tb', 'a\u0007b', '\ud83d', 'x'.repeat(301)])(
    '%j is no title',
    async (title) => {
      const { noteId } = await make({ title: 'A' });
      expect((await refusalOf(rename(noteId, title))).code).toBe('invalidArguments');
    },
  );

  test('a token that is not the current one', async () => {
    const { noteId, versionToken } = await make({ title: 'A' });
    const next = await rename(noteId, 'B', { versionToken });
    const { code, details } = await refusalOf(rename(noteId, 'C', { versionToken }));
    expect([code, details.versionToken]).toEqual(['versionConflict', next.versionToken]);
  });

  test('readers, strangers, and what is not there', async () => {
    const { noteId } = await make({ title: 'A' });
    expect((await refusalOf(rename('nothing', 'B'))).code).toBe('notFound');
    const reader = await engine.person({ [space]: 'reader' });
    const stranger = await engine.person();
    const as = (who: typeof reader) => refusalOf(engine.run(renameNote, { ref: noteId, title: 'B' }, who));
    expect((await as(reader)).code).toBe('insufficientScope');
    expect((await as(stranger)).code).toBe('notFound');
  });

  test('a source that would grow too large', async () => {
    const { noteId } = await make({ path: 'A.md', body: 'x'.repeat(99_999) });
    expect((await refusalOf(rename(noteId, 'B'))).code).toBe('tooLarge');
  });
});
