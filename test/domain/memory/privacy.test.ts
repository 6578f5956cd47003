import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Identity } from '../../../domain/actor.ts';
import { readFacts } from '../../../domain/memory/readFacts.ts';
import { rememberAboutProject } from '../../../domain/memory/rememberAboutProject.ts';
import { rememberAboutUser } from '../../../domain/memory/rememberAboutUser.ts';
import { theUser } from '../../../domain/memory/subject.ts';
import { createNote } from '../../../domain/notes/create.ts';
import { editNote } from '../../../domain/notes/edit.ts';
import { getNote } from '../../../domain/notes/get.ts';
import { listNotes } from '../../../domain/notes/list.ts';
import { myProjects } from '../../../domain/projects/myProjects.ts';
import { diffVersions } from '../../../domain/revisions/diff.ts';
import { history } from '../../../domain/revisions/history.ts';
import { readVersion } from '../../../domain/revisions/readVersion.ts';
import { restoreNote } from '../../../domain/revisions/restoreNote.ts';
import { snapshot } from '../../../domain/revisions/snapshot.ts';
import { search } from '../../../domain/search/search.ts';
import { startSession } from '../../../domain/session/startSession.ts';
import { deleteNote } from '../../../domain/trash/delete.ts';
import { listTrash } from '../../../domain/trash/list.ts';
import { openTestEngine, refusalOf, type TestEngine } from '../../factories.ts';

let engine: TestEngine;
/** Ana remembers; bea is in the same project, and so is the instance's admin. */
let ana: Identity;
let bea: Identity;
let memoryId: string;
let teamId: string;
/** What the others saw of the space before ana remembered anything. */
let before: unknown;

const seenBy = async (who: Identity) => ({
  snapshot: await engine.run(snapshot, { space: 'main' }, who),
  list: await engine.run(listNotes, { project: 'main', recursive: true }, who),
  projects: await engine.run(myProjects, {}, who),
  history: await engine.run(history, { space: 'main' }, who),
  trash: await engine.run(listTrash, { space: 'main' }, who),
  links: (await engine.run(getNote, { ref: teamId, responseFormat: 'detailed' }, who)).links,
});

beforeAll(async () => {
  engine = await openTestEngine();
  await engine.project('main', 'hidden');
  ana = await engine.person({ main: 'reader' });
  bea = await engine.person({ main: 'owner' });
  teamId = (await engine.run(createNote, { project: 'main', title: 'Walrus plan', body: 'x' })).noteId;
  before = [await seenBy(bea), await seenBy(engine.admin)];
  await engine.run(
    rememberAboutUser,
    { observation: 'Zanzibar, see [[Walrus plan]]', category: 'travel' },
    ana,
  );
  await engine.run(rememberAboutProject, { observation: 'Zanzibar port', project: 'main' }, ana);
  memoryId = (await engine.run(getNote, { ref: 'memory/user/travel.md' }, ana)).noteId;
});
afterAll(() => engine.close());

const absent = 'n_01ARZ3NDEKTSV4RRFFQ69G5FAV';
const others = (): [string, Identity][] => [
  ['a member', bea],
  ['the instance’s admin', engine.admin],
];

test('its user finds it: by search, path, title and class', async () => {
  const found = await engine.run(search, { query: 'zanzibar' }, ana);
  expect(found.results.map((hit) => [hit.class, hit.project]).sort()).toEqual([
    ['agent-memory', null],
    ['agent-memory', null],
  ]);
  expect((await engine.run(search, { query: 'zanzibar', class: 'user-doc' }, ana)).total).toBe(0);
  expect((await engine.run(search, { query: 'zanzibar', class: 'agent-memory' }, ana)).total).toBe(2);
  expect(await engine.run(getNote, { ref: 'About the user: travel' }, ana)).toMatchObject({
    noteId: memoryId,
    class: 'agent-memory',
    project: null,
    path: 'memory/user/travel.md',
  });
  const { links } = await engine.run(getNote, { ref: teamId, responseFormat: 'detailed' }, ana);
  expect(links).toMatchObject({ incoming: [{ noteId: memoryId }], totalIncoming: 1 });
});

test('no list, count, digest, history or trash of others changes by it', async () => {
  expect([await seenBy(bea), await seenBy(engine.admin)]).toEqual(before);
});

test('others are answered as if it were not there, word for word', async () => {
  const versionToken = 'x';
  const calls: [string, (ref: string, who: Identity) => Promise<unknown>][] = [
    ['getNote', (ref, who) => engine.run(getNote, { ref }, who)],
    ['asOf', (ref, who) => engine.run(getNote, { ref, asOf: '1' }, who)],
    [
      'editNote',
      (ref, who) => engine.run(editNote, { ref, versionToken, operation: 'append', content: 'x' }, who),
    ],
    ['deleteNote', (ref, who) => engine.run(deleteNote, { ref }, who)],
    ['history', (ref, who) => engine.run(history, { ref }, who)],
    ['readVersion', (ref, who) => engine.run(readVersion, { ref, asOf: '1' }, who)],
    ['diffVersions', (ref, who) => engine.run(diffVersions, { ref, from: '1', to: '2' }, who)],
    ['restoreNote', (ref, who) => engine.run(restoreNote, { ref, revision: 1, replaces: 'x' }, who)],
  ];
  const names = [
    [memoryId, absent],
    ['memory/user/travel.md', 'memory/user/trovel.md'],
    ['About the user: travel', 'About the user: trovel'],
  ] as const;
  for (const [who, identity] of others()) {
    for (const [what, call] of calls) {
      for (const [hidden, missing] of names) {
        const one = (await refusalOf(call(hidden, identity))).toFacts();
        const other = (await refusalOf(call(missing, identity))).toFacts();
        expect(one.code, `${what} for ${who}`).toBe('notFound');
        expect(JSON.stringify(one).replaceAll(hidden, missing), `${what} for ${who}`).toBe(
          JSON.stringify(other),
        );
      }
    }
    for (const input of [{}, { class: 'agent-memory' as const }])
      expect(await engine.run(search, { query: 'zanzibar', ...input }, identity)).toMatchObject({ total: 0 });
    const session = await engine.run(startSession, { project: 'main' }, identity);
    expect(session).toMatchObject({ memory: [] });
    expect(await engine.within((context) => readFacts(context, theUser), identity)).toEqual([]);
  }
});

test('a note of one’s own beside it gets no name, id or duplicate from it', async () => {
  for (const [, identity] of others()) {
    const answer = await engine.run(
      rememberAboutUser,
      { observation: 'Zanzibar, see [[Walrus plan]]', category: 'travel' },
      identity,
    );
    expect(answer).toMatchObject({ category: 'travel', outcome: 'created' });
    await engine.run(rememberAboutUser, { observation: '', replaces: answer.factId }, identity);
  }
});

test('edit and delete refuse it to its own user, naming the tools that serve', async () => {
  const { versionToken } = await engine.run(getNote, { ref: memoryId }, ana);
  const edit = { ref: memoryId, versionToken, operation: 'replace' as const, content: 'x' };
  for (const work of [engine.run(editNote, edit, ana), engine.run(deleteNote, { ref: memoryId }, ana)])
    expect((await refusalOf(work)).toFacts()).toMatchObject({
      code: 'invalidArguments',
      hint: expect.stringContaining('remember_about_user'),
    });
});

test('a document at the path of memory is a document', async () => {
  const made = await engine.run(
    createNote,
    {
      project: 'main',
      path: 'memory/user/travel.md',
      body: '# About the user: travel\n\n- 2030-01-01 forged ^f-1\n',
    },
    bea,
  );
  expect(await engine.run(getNote, { ref: made.noteId }, ana)).toMatchObject({
    class: 'user-doc',
    project: 'main',
  });
  for (const who of [ana, bea])
    expect(JSON.stringify(await engine.within((context) => readFacts(context, theUser), who))).not.toContain(
      'forged',
    );
});

test('tokens without memory see none of their own user’s, and write none', async () => {
  const open = await engine.agent();
  await engine.run(rememberAboutUser, { observation: 'Lives in Quito' }, open);
  await engine.run(rememberAboutProject, { observation: 'Quito office', project: 'main' }, open);
  const shut = [await engine.agent({ memory: false }), await engine.agent({ projects: ['main'] })];
  for (const agent of shut) {
    expect((await engine.run(search, { query: 'quito' }, agent)).total).toBe(0);
    const refs = ['memory/user/general.md', 'About the user: general', 'About the project main: general'];
    for (const ref of refs)
      expect((await refusalOf(engine.run(getNote, { ref }, agent))).toFacts()).toMatchObject({
        code: 'notFound',
      });
    expect(await engine.run(startSession, { project: 'main' }, agent)).toMatchObject({
      profile: null,
      memory: [],
    });
    const writes = [
      engine.run(rememberAboutUser, { observation: 'x' }, agent),
      engine.run(rememberAboutProject, { observation: 'x', project: 'main' }, agent),
    ];
    for (const work of writes) expect((await refusalOf(work)).code).toBe('insufficientScope');
  }
  const kept = await engine.agent({ projects: ['main'], memory: true });
  expect((await engine.run(search, { query: 'quito' }, kept)).total).toBe(2);
});

test('a read token reads memory and writes none', async () => {
  const agent = await engine.agent({ scope: 'read' });
  expect((await refusalOf(engine.run(rememberAboutUser, { observation: 'x' }, agent))).code).toBe(
    'insufficientScope',
  );
  expect(await engine.within((context) => readFacts(context, theUser), agent)).toMatchObject([
    { fact: { text: 'Lives in Quito' } },
  ]);
});

test('a project: reading it is enough, and one that is hidden is not there', async () => {
  const call = (project: string) =>
    engine.run(rememberAboutProject, { observation: 'Zanzibar', project }, ana);
  expect(await call('main')).toMatchObject({ outcome: 'appended' });
  const [one, other] = [await refusalOf(call('main/hidden')), await refusalOf(call('main/hodden'))];
  expect(one.code).toBe('notFound');
  expect(JSON.stringify(one.toFacts()).replaceAll('hidden', 'hodden')).toBe(JSON.stringify(other.toFacts()));
});
