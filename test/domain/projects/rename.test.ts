import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSpace } from '../../../domain/access/spaces.ts';
import { createNote } from '../../../domain/notes/create.ts';
import { getNote } from '../../../domain/notes/get.ts';
import { createProject } from '../../../domain/projects/createProject.ts';
import { myProjects } from '../../../domain/projects/myProjects.ts';
import { renameProject } from '../../../domain/projects/rename.ts';
import { snapshot } from '../../../domain/revisions/snapshot.ts';
import { openTestEngine, refusalOf, type TestEngine } from '../../factories.ts';

let engine: TestEngine;
let space: string;
let one: string;

beforeAll(async () => {
  engine = await openTestEngine();
});
afterAll(() => engine.close());
beforeEach(async () => {
  space = await engine.space();
  one = await engine.project(space, 'one');
});

const rename = (project: string, input: { slug?: string; name?: string }, as = engine.admin) =>
  engine.run(renameProject, { project, ...input }, as);
const make = (project: string, path: string) => engine.run(createNote, { project, path, body: 'x' });
const projects = async () =>
  (await engine.run(myProjects, {})).projects
    .filter((project) => project.handle.startsWith(space.slice(0, 6)) || project.handle.startsWith('hq'))
    .map((project) => project.handle);

test('a new slug is a new handle; the old one leads there too, and cannot be taken', async () => {
  const { noteId } = await make(one, 'x.md');
  const digest = await engine.run(snapshot, { space });
  expect(await rename(one, { slug: 'Two' })).toEqual({
    from: `${space}/one`,
    to: `${space}/two`,
    notes: 1,
    outcome: 'renamed',
  });
  expect(await engine.run(getNote, { ref: noteId })).toMatchObject({ project: `${space}/two`, path: 'x.md' });
  expect((await make(one, 'y.md')).project).toBe(`${space}/two`);
  expect((await engine.run(snapshot, { space })).digest).not.toBe(digest.digest);
  const taken = engine.run(createProject, { space, slug: 'one', path: 'other' });
  expect((await refusalOf(taken)).code).toBe('alreadyExists');
  const three = await engine.project(space, 'three');
  expect((await refusalOf(rename(three, { slug: 'one' }))).code).toBe('alreadyExists');
  expect((await refusalOf(rename(three, { slug: 'two' }))).code).toBe('alreadyExists');
  expect((await rename(one, { slug: 'one' })).to).toBe(one);
});

test('a name alone leaves the handle', async () => {
  expect(await rename(one, { name: ' The first ' })).toMatchObject({
    from: one,
    to: one,
    outcome: 'renamed',
  });
  const { projects: all } = await engine.run(myProjects, {});
  expect(all.find((project) => project.handle === one)?.name).toBe('The first');
  expect((await rename(one, { name: 'The first', slug: 'one' })).outcome).toBe('unchanged');
});

test('handles that begin with the same text are other projects', async () => {
  const longer = await engine.project(space, 'one-more');
  await rename(one, { slug: 'two' });
  expect(await engine.run(renameProject, { project: longer, slug: 'one-more' })).toMatchObject({
    outcome: 'unchanged',
  });
});

test('a root project takes the space and all its handles along; the old ones go on', async () => {
  await make(one, 'x.md');
  const hq = `hq-${space}`;
  expect(await rename(space, { slug: hq })).toMatchObject({ from: space, to: hq });
  expect(await projects()).toEqual(expect.arrayContaining([hq, `${hq}/one`]));
  for (const project of [space, hq]) expect((await make(project, `${project}.md`)).project).toBe(hq);
  for (const project of [`${space}/one`, `${hq}/one`])
    expect((await make(project, `${project.slice(-12).replace('/', '-')}.md`)).project).toBe(`${hq}/one`);
  for (const name of [space, hq]) expect((await engine.run(snapshot, { space: name })).notes).toBe(5);
  expect((await engine.run(createProject, { space, slug: 'new' })).handle).toBe(`${hq}/new`);
  expect((await refusalOf(engine.run(createSpace, { handle: space }))).code).toBe('alreadyExists');
  expect((await rename(space, { slug: space })).to).toBe(space);
  expect(await projects()).toEqual(expect.arrayContaining([space, `${space}/one`, `${space}/new`]));
});

test.each([{}, { slug: 'a/b' }, { slug: '' }, { slug: '-a' }, { slug: 'ä' }, { name: '' }, { name: 'a\nb' }])(
  '%j is refused',
  async (input) => {
    expect((await refusalOf(rename(one, input))).code).toBe('invalidArguments');
  },
);

test('owners rename, with a write token too; editors may not, strangers find nothing', async () => {
  const owner = await engine.person({ [one]: 'owner' });
  const editor = await engine.person({ [one]: 'editor', [space]: 'owner' });
  const stranger = await engine.person({ [space]: 'owner' });
  expect((await refusalOf(rename(one, { slug: 'two' }, editor))).code).toBe('insufficientScope');
  expect((await refusalOf(rename(one, { slug: 'two' }, stranger))).code).toBe('notFound');
  expect((await refusalOf(rename(one, { slug: 'two' }, await engine.agent({ scope: 'read' })))).code).toBe(
    'insufficientScope',
  );
  expect((await rename(one, { slug: 'two' }, owner)).to).toBe(`${space}/two`);
  expect((await rename(one, { slug: 'three' }, await engine.agent())).to).toBe(`${space}/three`);
});
