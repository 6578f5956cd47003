import { join } from 'node:path';
import Database from 'better-sqlite3';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Agent, column, type Harness, handleOf, startHarness } from '../../harness.ts';

let harness: Harness;
let agent: Agent;
let other: Agent;
let adminToken: string;
beforeAll(async () => {
  harness = await startHarness();
  agent = await harness.agent({ label: 'mine' });
  other = await harness.agent({ label: 'other' });
  adminToken = await harness.token({ scope: 'admin', label: 'hand' });
});
afterAll(() => harness.close());

const make = async (project: string, title: string, more: Record<string, unknown> = {}) =>
  handleOf(await other.ok('create_note', { project, title, body: 'text', ...more }));
const project = async (slug: string): Promise<string> => {
  await harness.admin.createProject({ space: 'main', slug });
  return `main/${slug}`;
};
const pin = (method: string, id: string, token = adminToken) =>
  harness.rest(method, `/api/notes/${id}/pin`, undefined, token);

describe('pins over REST', () => {
  test('an owner pins and unpins, as often as they like; every start tells it', async () => {
    const handle = await project('rules');
    const { noteId } = await make(handle, 'House rules');
    for (let count = 0; count < 2; count += 1)
      expect(await pin('PUT', noteId)).toMatchObject({
        status: 200,
        body: { noteId, title: 'House rules', project: handle, path: 'House rules.md', pinned: true },
      });
    const { data, text } = await agent.call('start_session', { project: handle });
    expect(data).toMatchObject({
      pinned: [
        { noteId, text: expect.stringContaining('text'), by: { kind: 'agent', client: expect.any(String) } },
      ],
    });
    expect(text).toContain(`Pinned "House rules" ${noteId}`);
    for (let count = 0; count < 2; count += 1)
      expect(await pin('DELETE', noteId)).toMatchObject({ status: 200, body: { noteId, pinned: false } });
    expect(await agent.ok('start_session', { project: handle })).toMatchObject({ pinned: [] });
  });

  test('is refused to agents, to editors and for what is not there', async () => {
    const handle = await project('closed');
    const { noteId } = await make(handle, 'Mine');
    await harness.admin.createUser({ name: 'ana', password: 'long enough' });
    await harness.admin.setMember({ user: 'ana', role: 'editor', project: handle });
    const ana = await harness.token({ user: 'ana', scope: 'admin' });
    for (const method of ['PUT', 'DELETE']) {
      expect((await pin(method, noteId, await harness.token())).status).toBe(403);
      expect(await pin(method, noteId, ana)).toMatchObject({
        status: 403,
        body: { error: { code: 'insufficientScope' } },
      });
      for (const id of ['n_01ARZ3NDEKTSV4RRFFQ69G5FAV', 'Mine', '%2e%2e%2f', 'Mine.md'])
        expect(await pin(method, id)).toMatchObject({ status: 404, body: { error: { code: 'notFound' } } });
    }
    expect((await harness.rest('GET', `/api/notes/${noteId}/pin`, undefined, adminToken)).status).toBe(404);
  });
});

describe('known values', () => {
  test('most used first, of the project alone, and categories of the caller alone', async () => {
    const handle = await project('values');
    const inner = await project('inner-values');
    await make(handle, 'One', { tags: ['common', 'rare'], type: 'report' });
    await make(handle, 'Two', { tags: ['Common', 'other'], type: 'report' });
    await make(handle, 'Three', { tags: ['common', 'other'], type: 'memo' });
    await make(inner, 'Four', { tags: ['elsewhere'], type: 'elsewhere' });
    const gone = await make(handle, 'Five', { tags: ['gone'], type: 'gone' });
    await other.ok('delete_note', { ref: gone.noteId });
    for (const [category, observation] of [
      ['habits', 'ships on Fridays'],
      ['people', 'Ana leads it'],
      ['people', 'Ben tests it'],
    ])
      await agent.ok('remember_about_project', { project: handle, category, observation });
    const session = await agent.ok('start_session', { project: handle });
    expect(session.knownValues).toEqual({
      tags: [expect.stringMatching(/^common$/i), 'other', 'rare'],
      types: ['report', 'memo'],
      categories: ['people', 'habits'],
    });
    expect(column(session, 'memory', 'text')).toContain('Ben tests it');
    const shut = await harness.agent({ memory: false });
    expect(await shut.ok('start_session', { project: handle })).toMatchObject({
      memory: [],
      profile: null,
      knownValues: { categories: [] },
    });
  });
});

describe('changes', () => {
  test('a visit is written within a second, and lasts: the next start within it says the same', async () => {
    const handle = await project('visited');
    await make(handle, 'Before');
    expect(await agent.ok('start_session', { project: handle })).toMatchObject({
      changes: { since: null, items: [], total: 0 },
    });
    await make(handle, 'After');
    const start = () => agent.ok('start_session', { project: handle });
    expect(await start()).toEqual(await start());
    const database = new Database(join(harness.dataDir, 'intendant.db'), { readonly: true });
    try {
      const visits = () =>
        database
          .prepare(
            `select label, since_revision from visit join token on token.id = token_id
              join project on project.id = project_id where handle = ?`,
          )
          .all(handle);
      // Visits are written within a second.
      await expect.poll(visits, { timeout: 10_000 }).toEqual([{ label: 'mine', since_revision: null }]);
    } finally {
      database.close();
    }
    expect(await start()).toMatchObject({ changes: { since: null, items: [], total: 0 } });
  });
});

test('three hundred projects and folders, hostile titles and paths, and full texts: under 7,000 tokens', async () => {
  const handle = await project('hostile');
  for (let index = 0; index < 300; index += 1)
    await harness.admin.createProject({ space: 'main', slug: `p-${index}`, name: `"\\${'🫠'.repeat(40)}` });
  const long = (index: number) =>
    `${index}${'\u202e"\\🫠'.repeat(80)}`.slice(0, 299).replace(/[\ud800-\udbff]$/, '');
  const deep = (index: number) =>
    `${'鬱'.repeat(60)}${index}/${'薔'.repeat(80)}/${'薇'.repeat(80)}/${'龜'.repeat(80)}/x.md`;
  const notes = Array.from({ length: 300 }, (_, index) => ({
    path: deep(index),
    title: long(index),
    body: 'The pump leaks. '.repeat(600),
    type: `type ${long(index)}`,
    tags: [`tag ${long(index)}`],
  }));
  const made = await other.ok('create_notes', { project: handle, notes });
  expect(made).toMatchObject({ created: 300 });
  for (const id of column(made, 'results', 'noteId').slice(0, 20))
    expect((await pin('PUT', String(id))).status).toBe(200);
  for (let index = 0; index < 20; index += 1) {
    const observation = `${index} ${'\u200b\u202ex'.repeat(600)}`;
    await agent.ok('remember_about_user', { observation });
    await agent.ok('remember_about_project', { project: handle, observation, category: `c${index}` });
  }
  for (const input of [{ project: handle }, {}]) {
    const { data, text } = await agent.call('start_session', input);
    const tokens = { json: countTokens(JSON.stringify(data)), text: countTokens(text) };
    console.info(`start_session ${JSON.stringify(input)}`, tokens);
    expect(tokens.json).toBeLessThan(7_000);
    expect(tokens.text).toBeLessThan(7_000);
    expect(data?.totalProjects).toBeGreaterThan(300);
  }
  const session = await agent.ok('start_session', { project: handle });
  expect(session.index).toMatchObject({ notes: 300, totalFolders: 300 });
  expect(column(session, 'pinned', 'noteId').length).toBeGreaterThan(0);
  expect(session.totalOmitted).toBeGreaterThan(10);
});
