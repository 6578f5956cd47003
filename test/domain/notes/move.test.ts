import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Identity } from '../../../domain/actor.ts';
import { createNote } from '../../../domain/notes/create.ts';
import { editNote } from '../../../domain/notes/edit.ts';
import { getNote } from '../../../domain/notes/get.ts';
import { listNotes } from '../../../domain/notes/list.ts';
import { moveNotes } from '../../../domain/notes/move.ts';
import { history } from '../../../domain/revisions/history.ts';
import { search } from '../../../domain/search/search.ts';
import { verifyDatabase } from '../../../storage/verify.ts';
import { known, openTestEngine, refusalOf, type TestEngine } from '../../factories.ts';

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
  me = await engine.person({ [space]: 'owner' });
});

const make = (path: string, body = 'text', project = space) =>
  engine.run(createNote, { project, path, body });
const move = (input: Parameters<typeof moveNotes>[1], as = me) => engine.run(moveNotes, input, as);
const read = (ref: string, as = me) => engine.run(getNote, { ref, responseFormat: 'detailed' }, as);
const paths = async (project = space) =>
  (await engine.run(listNotes, { project, recursive: true })).notes.map((note) => note.path);

describe('one note', () => {
  test('keeps id, text, token and links, and has a new path', async () => {
    const note = await make('a/x.md', '# X\n\nsee [[y]] and [rel](y.md)');
    await make('a/y.md', 'y [[x]]');
    const moved = await move({ ref: note.noteId, toPath: 'b/c' });
    expect(moved).toEqual({
      noteId: note.noteId,
      from: 'a/x.md',
      to: 'b/c/x.md',
      notes: 1,
      versionToken: note.versionToken,
      revision: 3,
      outcome: 'moved',
    });
    const now = await read(note.noteId);
    expect(now).toMatchObject({ path: 'b/c/x.md', versionToken: note.versionToken, title: 'X' });
    expect(now.links?.outgoing.map((link) => link.title)).toEqual(['y', 'y']);
    expect(now.links?.incoming.map((link) => link.title)).toEqual(['y']);
    expect(await paths()).toEqual(['a/y.md', 'b/c/x.md']);
    const { results } = await engine.run(search, { query: 'X', project: space });
    expect(results[0]).toMatchObject({ noteId: note.noteId, path: 'b/c/x.md' });
  });

  test('keeps its relative links when it is edited afterwards, and a later namesake captures none', async () => {
    const target = await make('a/y.md');
    const note = await make('a/x.md', '[rel](y.md) [[y]]');
    await move({ ref: note.noteId, toPath: 'b' });
    await make('b/y.md', 'a namesake');
    const edit = {
      ref: note.noteId,
      versionToken: note.versionToken,
      operation: 'append',
      content: 'more',
    } as const;
    expect((await engine.run(editNote, edit)).outcome).toBe('edited');
    const { links } = await read(note.noteId);
    expect(links?.outgoing.map((link) => link.noteId)).toEqual([target.noteId, target.noteId]);
  });

  test('is there already: unchanged, and no revision', async () => {
    const { noteId, versionToken } = await make('a/x.md');
    const expected = { noteId, from: 'a/x.md', to: 'a/x.md', notes: 1, versionToken, outcome: 'unchanged' };
    expect(await move({ ref: noteId, toPath: 'a' })).toEqual(expected);
    expect(await move({ ref: noteId, toPath: 'A/' })).toEqual(expected);
    expect((await engine.run(history, { space })).total).toBe(1);
  });

  test('repeated by its old path or its id: unchanged', async () => {
    const { noteId } = await make('a/x.md');
    await move({ ref: 'a/x.md', toPath: 'b' });
    expect((await move({ ref: noteId, toPath: 'b' })).outcome).toBe('unchanged');
    expect((await move({ ref: 'a/x.md', toPath: 'b' })).outcome).toBe('unchanged');
  });

  test.each(['/', ''])('%j is the top of the project', async (toPath) => {
    const { noteId } = await make('a/x.md');
    expect((await move({ ref: noteId, toPath })).to).toBe('x.md');
    expect(await paths()).toEqual(['x.md']);
    expect((await engine.run(listNotes, { project: space })).folders).toEqual([]);
  });

  test('into another project of the space, and back', async () => {
    const inner = await engine.project(space, 'inner');
    me = await engine.person({ [space]: 'editor', [inner]: 'editor' });
    const { noteId } = await make('a/x.md');
    expect(await move({ ref: noteId, toPath: 'b', toProject: inner })).toMatchObject({
      from: 'a/x.md',
      to: 'b/x.md',
      outcome: 'moved',
    });
    expect(await read(noteId)).toMatchObject({ project: inner, path: 'b/x.md' });
    expect(await move({ ref: noteId, toPath: 'c' })).toMatchObject({ from: 'b/x.md', to: 'c/x.md' });
    expect(await read(noteId)).toMatchObject({ project: inner, path: 'c/x.md' });
    await move({ ref: noteId, toPath: '/', toProject: space });
    expect(await read(noteId)).toMatchObject({ project: space, path: 'x.md' });
  });

  test('after which its title may be made again in the old folder, but not in the new one', async () => {
    const { noteId, versionToken } = await make('a/Same.md');
    await move({ ref: noteId, toPath: 'b' });
    const again = (path: string) =>
      engine.run(createNote, { project: space, path, title: 'Same', body: 'x' });
    const { code, details } = await refusalOf(again('b'));
    expect([code, details]).toEqual([
      'alreadyExists',
      { noteId, project: space, path: 'b/Same.md', versionToken },
    ]);
    expect((await again('a')).path).toBe('a/Same.md');
  });
});

describe('many notes', () => {
  test('are one revision, each once, in the order they were named', async () => {
    const [x, y, z] = [await make('a/x.md'), await make('a/b/y.md'), await make('t/z.md')];
    const refs = [y.noteId, 'a/x.md', x.noteId.toLowerCase(), z.noteId];
    expect(await move({ refs, toPath: 't' })).toEqual({
      from: '/',
      to: 't/',
      notes: 3,
      revision: 4,
      outcome: 'moved',
      results: [
        { noteId: y.noteId, from: 'a/b/y.md', to: 't/y.md', versionToken: y.versionToken, outcome: 'moved' },
        { noteId: x.noteId, from: 'a/x.md', to: 't/x.md', versionToken: x.versionToken, outcome: 'moved' },
        {
          noteId: z.noteId,
          from: 't/z.md',
          to: 't/z.md',
          versionToken: z.versionToken,
          outcome: 'unchanged',
        },
      ],
    });
    expect(await move({ refs, toPath: 't' })).toMatchObject({ from: 't/', to: 't/', outcome: 'unchanged' });
  });

  test.each<[string, (ids: string[]) => Parameters<typeof moveNotes>[1], string]>([
    ['one that is not there', ([x = '']) => ({ refs: [x, 'nothing.md'], toPath: 'q' }), 'notFound'],
    ['one that is in the way of another', (ids) => ({ refs: ids, toPath: 'q' }), 'alreadyExists'],
    ['a folder with a note in the way', ([x = '']) => ({ refs: [x], toPath: 'b' }), 'alreadyExists'],
    ['both ref and refs', ([x = '']) => ({ ref: x, refs: [x], toPath: 'q' }), 'invalidArguments'],
    ['neither', () => ({ toPath: 'q' }), 'invalidArguments'],
    ['none', () => ({ refs: [], toPath: 'q' }), 'invalidArguments'],
    ['too many', ([x = '']) => ({ refs: Array(201).fill(x), toPath: 'q' }), 'invalidArguments'],
    [
      'a token for several',
      ([x = '']) => ({ refs: [x], toPath: 'q', versionToken: 'v' }),
      'invalidArguments',
    ],
  ])('%s: nothing moves', async (_what, input, code) => {
    const ids = [(await make('a/x.md')).noteId, (await make('b/x.md')).noteId];
    expect((await refusalOf(move(input(ids)))).code).toBe(code);
    expect(await paths()).toEqual(['a/x.md', 'b/x.md']);
  });

  test('two of a kind that would meet are named', async () => {
    const ids = [(await make('a/x.md')).noteId, (await make('b/X.md')).noteId];
    expect((await refusalOf(move({ refs: ids, toPath: 'c' }))).details).toEqual({ noteIds: ids });
  });
});

describe('refusals', () => {
  test('an occupied place names what is there', async () => {
    const { noteId } = await make('a/x.md');
    const there = await make('b/X.md', '# There');
    const { code, details, hint } = await refusalOf(move({ ref: noteId, toPath: 'b' }));
    expect([code, details]).toEqual([
      'alreadyExists',
      { noteId: there.noteId, project: space, path: 'b/X.md', versionToken: there.versionToken },
    ]);
    expect(hint).not.toBe('');
  });

  test.each<[string, string]>([
    ['b/x.md', 'b/'],
    ['x.md', '/'],
    ['b/other.md', 'b/'],
    ['b/x', 'b/'],
    ['X', '/'],
    ['b/Shown title', 'b/'],
  ])('%s is the new full path of the note: the folder meant is %s', async (toPath, folder) => {
    const { noteId } = await make('a/x.md', '# Shown title\n');
    const { code, details, hint } = await refusalOf(move({ ref: noteId, toPath }));
    expect([code, details.folder]).toEqual(['invalidPath', folder]);
    expect(hint).toContain(JSON.stringify(folder));
  });

  test('a folder that is there may be called like the note', async () => {
    const { noteId } = await make('x.md');
    await make('b/x/other.md');
    expect((await move({ ref: noteId, toPath: 'b/x' })).to).toBe('b/x/x.md');
  });

  test.each(['../up', 'a//b', '/a', 'a\\b', 'a/\u0000', ' a', `${'long/'.repeat(300)}`])(
    '%j',
    async (toPath) => {
      const { noteId } = await make('a/x.md');
      expect((await refusalOf(move({ ref: noteId, toPath }))).code).toBe('invalidPath');
    },
  );

  test('a token that is not the current one, with what a retry needs', async () => {
    const note = await make('a/x.md', 'one');
    const edit = {
      ref: note.noteId,
      versionToken: note.versionToken,
      operation: 'append',
      content: 'two',
    } as const;
    const { versionToken } = await engine.run(editNote, edit);
    const { code, details } = await refusalOf(
      move({ ref: note.noteId, toPath: 'b', versionToken: note.versionToken }),
    );
    expect([code, details.versionToken]).toEqual(['versionConflict', versionToken]);
    expect((await move({ ref: note.noteId, toPath: 'b', versionToken })).outcome).toBe('moved');
    const again = { ...edit, versionToken, content: 'three' };
    expect((await engine.run(editNote, again)).outcome).toBe('edited');
  });

  test('another space, by project and by notes', async () => {
    const other = await engine.space();
    me = engine.admin;
    const { noteId } = await make('a/x.md');
    const far = await make('a/y.md', 'y', other);
    expect((await refusalOf(move({ ref: noteId, toPath: 'a', toProject: other }))).code).toBe('crossSpace');
    expect((await refusalOf(move({ refs: [noteId, far.noteId], toPath: 'q' }))).code).toBe('crossSpace');
  });
});

describe('rights', () => {
  test('are needed where it was and where it goes', async () => {
    const inner = await engine.project(space, 'inner');
    const { noteId } = await make('a/x.md');
    const mixed = await engine.person({ [space]: 'editor', [inner]: 'reader' });
    const opposite = await engine.person({ [space]: 'reader', [inner]: 'editor' });
    const input = { ref: noteId, toPath: '/', toProject: inner };
    for (const who of [mixed, opposite])
      expect((await refusalOf(engine.run(moveNotes, input, who))).code).toBe('insufficientScope');
    const by = { ref: noteId, toPath: 'inner/deep' };
    expect((await refusalOf(engine.run(moveNotes, by, mixed))).code).toBe('insufficientScope');
    const both = await engine.person({ [space]: 'editor', [inner]: 'editor' });
    expect((await engine.run(moveNotes, by, both)).to).toBe('deep/x.md');
  });

  test('a project that cannot be seen is not there, and its folder is reserved', async () => {
    await engine.project(space, 'secret');
    const { noteId } = await make('a/x.md');
    const outer = await engine.person({ [space]: 'owner' });
    const into = (input: object) =>
      refusalOf(engine.run(moveNotes, { ref: noteId, toPath: 'q', ...input }, outer));
    expect((await into({ toProject: `${space}/secret` })).code).toBe('notFound');
    const refusal = await into({ toPath: 'secret/deep' });
    expect([refusal.code, refusal.details.reason]).toEqual(['invalidPath', 'reserved']);
  });

  test('an old path in a project of others does not lead to a note', async () => {
    const inner = await engine.project(space, 'secret');
    const { noteId } = await make('x.md', 'text', inner);
    await move({ ref: noteId, toPath: 'open', toProject: space }, engine.admin);
    const outer = await engine.person({ [space]: 'reader' });
    const both = await engine.person({ [space]: 'reader', [inner]: 'reader' });
    const find = (as: typeof outer) => engine.run(getNote, { ref: 'secret/x.md' }, as);
    expect((await find(both)).noteId).toBe(noteId);
    expect((await refusalOf(find(outer))).code).toBe('notFound');
  });
});

test('the path then stays in the history', async () => {
  const { noteId } = await make('a/x.md');
  await move({ ref: noteId, toPath: 'b' });
  const { revisions } = await engine.run(history, { ref: noteId });
  expect(revisions.map(({ changes }) => [known(changes[0]).kind, known(changes[0]).path])).toEqual([
    ['move', 'b/x.md'],
    ['create', 'a/x.md'],
  ]);
  expect((await engine.run(getNote, { ref: noteId, asOf: '1' })).path).toBe('a/x.md');
});
