import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreateProjectInput } from '../../../domain/projects/createProject.ts';
import { verifyDatabase } from '../../../storage/verify.ts';
import { type Instance, openInstance, refused } from './instance.ts';

let instance: Instance;

beforeAll(async () => {
  instance = await openInstance();
});
afterAll(() => instance.close());

const handles = async (): Promise<string[]> =>
  (await (await instance.as('admin')).listAllProjects({})).projects.map((project) => project.handle);

describe('spaces', () => {
  test('have a root project of the same handle and an empty history', async () => {
    const admin = await instance.as('admin');
    expect(await admin.createSpace({ handle: ' Research-2 ' })).toEqual({
      handle: 'research-2',
      name: 'research-2',
    });
    expect(await admin.createSpace({ handle: 'lab', name: 'The Lab' })).toEqual({
      handle: 'lab',
      name: 'The Lab',
    });
    expect((await admin.listSpaces({})).spaces).toEqual([
      { handle: 'lab', name: 'The Lab', revision: 0 },
      { handle: 'main', name: 'main', revision: 0 },
      { handle: 'research-2', name: 'research-2', revision: 0 },
    ]);
    const made = await admin.createNote({ project: 'lab', title: 'First', body: 'x' });
    expect(made).toMatchObject({ project: 'lab', path: 'First.md', revision: 1 });
  });

  test.each([
    ['alreadyExists', 'main'],
    ['alreadyExists', 'MAIN'],
    ['invalidArguments', ''],
    ['invalidArguments', '-a'],
    ['invalidArguments', 'a/b'],
    ['invalidArguments', 'a b'],
    ['invalidArguments', 'é'],
    ['invalidArguments', 'a\n'.repeat(2)],
    ['invalidArguments', 'x'.repeat(64)],
  ])('%s: %j', async (code, handle) => {
    const before = await handles();
    expect(await refused((await instance.as('admin')).createSpace({ handle }))).toBe(code);
    expect(await handles()).toEqual(before);
  });

  test('a handle may have 63 characters', async () => {
    const handle = 'x'.repeat(63);
    expect((await (await instance.as('admin')).createSpace({ handle })).handle).toBe(handle);
  });
});

describe('projects', () => {
  test('the notes of its folder and below become its own', async () => {
    const admin = await instance.as('admin');
    await admin.createSpace({ handle: 'moving' });
    const write = (path: string) => admin.createNote({ project: 'moving', path, body: 'x' });
    const [inside, below, beside] = [
      await write('Site/a.md'),
      await write('Site/deep/er/b.md'),
      await write('Site 2/c.md'),
    ];
    const made = await admin.createProject({ space: 'moving', slug: 'web', name: 'Website', path: 'site' });
    expect(made).toEqual({ handle: 'moving/web', name: 'Website' });
    const place = async ({ noteId }: { noteId: string }) => {
      const { project, path } = await admin.getNote({ ref: noteId });
      return [project, path];
    };
    expect(await place(inside)).toEqual(['moving/web', 'a.md']);
    expect(await place(below)).toEqual(['moving/web', 'deep/er/b.md']);
    expect(await place(beside)).toEqual(['moving', 'Site 2/c.md']);
    const { projects } = await admin.listAllProjects({});
    expect(projects.filter(({ handle }) => handle.startsWith('moving'))).toEqual([
      { handle: 'moving', name: 'moving', notes: 1 },
      { handle: 'moving/web', name: 'Website', notes: 2 },
    ]);
  });

  test('a project inside keeps what is its own, whichever was made first', async () => {
    const admin = await instance.as('admin');
    await admin.createSpace({ handle: 'nested' });
    await admin.createProject({ space: 'nested', slug: 'inner', path: 'a/b' });
    const note = await admin.createNote({ project: 'nested/inner', title: 'Deep', body: 'x' });
    await admin.createProject({ space: 'nested', slug: 'outer', path: 'a/' });
    expect((await admin.getNote({ ref: note.noteId })).project).toBe('nested/inner');
    await admin.createProject({ space: 'nested', slug: 'core', path: 'a/b/c' });
    const core = await admin.createNote({ project: 'nested/core', title: 'Core', body: 'x' });
    expect(await admin.getNote({ ref: core.noteId })).toMatchObject({
      project: 'nested/core',
      path: 'Core.md',
    });
    const counts = (await admin.listAllProjects({})).projects.filter(({ handle }) =>
      handle.startsWith('nested'),
    );
    expect(counts.map(({ handle, notes }) => [handle, notes])).toEqual([
      ['nested', 0],
      ['nested/core', 1],
      ['nested/inner', 1],
      ['nested/outer', 0],
    ]);
  });

  test('its empty folder stays when what was beside and in it goes', async () => {
    const admin = await instance.as('admin');
    await admin.createSpace({ handle: 'empty' });
    await admin.createProject({ space: 'empty', slug: 'one', path: 'deep/one' });
    const notes = [
      await admin.createNote({ project: 'empty/one', title: 'In', body: 'x' }),
      await admin.createNote({ project: 'empty', path: 'deep/beside.md', body: 'x' }),
    ];
    for (const { noteId } of notes) await admin.deleteNote({ ref: noteId });
    const again = await admin.createNote({ project: 'empty/one', title: 'Again', body: 'x' });
    expect(again).toMatchObject({ project: 'empty/one', path: 'Again.md' });
  });

  test('whoever may read the space’s root project does not see into the new one', async () => {
    const admin = await instance.as('admin');
    await admin.createSpace({ handle: 'split' });
    await admin.createUser({ name: 'ana' });
    await admin.setMember({ user: 'ana', role: 'editor', project: 'split' });
    const { noteId } = await admin.createNote({ project: 'split', path: 'plans/x.md', body: 'x' });
    const ana = await instance.as('ana');
    expect((await ana.getNote({ ref: noteId })).project).toBe('split');
    await admin.createProject({ space: 'split', slug: 'plans' });
    expect(await refused(ana.getNote({ ref: noteId }))).toBe('notFound');
  });

  test.each<[string, CreateProjectInput]>([
    ['notFound', { space: 'nowhere', slug: 'a' }],
    ['invalidArguments', { space: 'main', slug: 'a/b' }],
    ['invalidArguments', { space: 'main', slug: '' }],
    ['invalidArguments', { space: 'main', slug: 'a', name: '\n' }],
    ['invalidPath', { space: 'main', slug: 'a', path: '../a' }],
    ['invalidPath', { space: 'main', slug: 'a', path: '/a' }],
    ['invalidPath', { space: 'main', slug: 'a', path: 'a.md' }],
    ['alreadyExists', { space: 'main', slug: 'a', path: '/' }],
    ['alreadyExists', { space: 'main', slug: 'taken' }],
    ['alreadyExists', { space: 'MAIN', slug: 'Taken', path: 'elsewhere' }],
    ['alreadyExists', { space: 'main', slug: 'a', path: 'TAKEN/' }],
  ])('%s: %j', async (code, input) => {
    const admin = await instance.as('admin');
    if (!(await handles()).includes('main/taken'))
      await admin.createProject({ space: 'main', slug: 'taken' });
    const before = await handles();
    expect(await refused(admin.createProject(input))).toBe(code);
    expect(await handles()).toEqual(before);
  });

  test('all that was made leaves the database whole', async () => {
    expect(await verifyDatabase(instance.writer.db)).toEqual([]);
  });
});
