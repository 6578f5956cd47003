import { join } from 'node:path';
import { McpError } from '@modelcontextprotocol/sdk/types.js';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreateTokenInput } from '../../domain/access/tokens.ts';
import { registry } from '../../gateway/tools/registry.ts';
import { type Agent, column, type Harness, handleOf, startHarness } from '../harness.ts';

/** They write to the caller's own space alone. */
const memory = ['remember_about_user', 'remember_about_project'];
const reorganizing = ['move_note', 'rename_note', 'move_folder', 'rename_folder', 'rename_project'];
const links = ['link', 'link_many'];
const writes = [
  'create_note',
  'edit_note',
  'delete_note',
  'link',
  ...reorganizing,
  'create_notes',
  'link_many',
];
const reads = [
  'start_session',
  'whoami',
  'get_my_projects',
  'list_notes',
  'recent_activity',
  'search',
  'get_note',
  'recall',
];

let harness: Harness;
/** Ana is an editor of main/open and knows nothing of main/secret; ben may only read main/open. */
let owner: Agent;
let ana: Agent;
let open: { noteId: string; versionToken: string };
let secret: { noteId: string; versionToken: string };

beforeAll(async () => {
  harness = await startHarness();
  const { admin } = harness;
  await admin.createProject({ space: 'main', slug: 'open' });
  await admin.createProject({ space: 'main', slug: 'secret' });
  await admin.createSpace({ handle: 'foreign' });
  for (const [name, role] of [
    ['ana', 'editor'],
    ['ben', 'reader'],
  ] as const) {
    await admin.createUser({ name, password: 'long enough' });
    await admin.setMember({ user: name, role, project: 'main/open' });
  }
  owner = await harness.agent();
  ana = await harness.agent({ user: 'ana' });
  const make = async (project: string, title: string, body: string) =>
    handleOf(await owner.ok('create_note', { project, title, body, tags: ['shared'] }));
  open = await make('main/open', 'Open ledger', 'plainword walrus');
  secret = await make('main/secret', 'Zebra ledger', 'hiddenword walrus');
  await make('main/secret', 'Vaults', 'walrus');
  await make('foreign', 'Elsewhere', 'walrus');
});
afterAll(() => harness.close());

const toolNames = async (agent: Agent): Promise<string[]> =>
  (await agent.client.listTools()).tools.map((tool) => tool.name);

describe('what a token sees of the tools', () => {
  test.each<[string, Partial<CreateTokenInput>, string[]]>([
    ['a write token', {}, [...reads, 'create_note', ...memory, ...writes.slice(1)]],
    ['a read token', { scope: 'read' }, reads],
    ['a write token for no project, without memory', { projects: [], memory: false }, reads],
    ['a token for no tool', { tools: [] }, []],
    ['a token for two tools', { tools: ['whoami', 'edit_note'] }, ['whoami', 'edit_note']],
    ['a read token for a write tool', { scope: 'read', tools: ['get_note', 'edit_note'] }, ['get_note']],
    ['a reader’s write token, without memory', { user: 'ben', memory: false }, reads],
  ])('%s', async (_who, input, tools) => {
    expect(await toolNames(await harness.agent(input))).toEqual(tools);
  });

  test('all four hints stand on every tool, and openWorldHint is false', async () => {
    const { tools } = await owner.client.listTools();
    expect(
      Object.fromEntries(tools.map(({ name, annotations }) => [name, { ...annotations, title: undefined }])),
    ).toEqual(
      Object.fromEntries(
        registry.map(({ name, effect }) => [
          name,
          {
            readOnlyHint: effect === 'read',
            destructiveHint: name === 'delete_note',
            idempotentHint: effect !== 'write' || [...memory, ...links, ...reorganizing].includes(name),
            openWorldHint: false,
          },
        ]),
      ),
    );
  });
});

/** The JSON-RPC error of a call. */
const rpcError = async (agent: Agent, name: string): Promise<{ code: number; message: string }> => {
  try {
    await agent.client.callTool({ name, arguments: { ref: open.noteId, project: 'main/open' } });
  } catch (error) {
    if (error instanceof McpError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error(`${name} was answered.`);
};

describe('a tool that is hidden is called by name', () => {
  test.each([...writes, ...memory, 'nothing_like_it'])('%s is unknown to a read token', async (name) => {
    const reader = await harness.agent({ scope: 'read' });
    expect(await rpcError(reader, name)).toEqual({
      code: -32602,
      message: `MCP error -32602: Unknown tool: ${name}`,
    });
  });

  test('and it is audited as what it is', async () => {
    const text = await harness.token({ scope: 'read', label: 'curious' });
    await rpcError(await harness.agentOf(text), 'delete_note');
    const tokenId = text.split('_')[1];
    const database = new Database(join(harness.dataDir, 'intendant.db'), { readonly: true });
    try {
      const rows = () =>
        database
          .prepare("select tool, outcome from audit where token_id = ? and tool = 'delete_note'")
          .all(tokenId);
      // Reads and refusals are written within a second.
      await expect
        .poll(rows, { timeout: 10_000 })
        .toEqual([{ tool: 'delete_note', outcome: 'insufficientScope' }]);
    } finally {
      database.close();
    }
  });
});

/** One call of each tool that changes something, aimed at a project and a note in it. */
const writeCalls = (
  project: string,
  { noteId, versionToken }: { noteId: string; versionToken: string },
): Record<string, Record<string, unknown>> => ({
  create_note: { project, title: 'New', body: 'x' },
  edit_note: { ref: noteId, versionToken, operation: 'append', content: 'x' },
  delete_note: { ref: noteId },
  link: { from: noteId, relation: 'about', toTitle: 'New' },
  move_note: { ref: noteId, toPath: 'x' },
  rename_note: { ref: noteId, title: 'New' },
  move_folder: { project, path: 'a', toPath: 'b' },
  rename_folder: { project, path: '/', name: 'x' },
  rename_project: { project, name: 'New' },
  create_notes: { project, notes: [{ title: 'New', body: 'x' }] },
});

describe('a role that is not enough', () => {
  const alone = writes.filter((name) => name !== 'link_many');
  test.each(alone)('%s by a reader with a write token: insufficientScope', async (tool) => {
    const ben = await harness.agent({ user: 'ben' });
    const call = writeCalls('main/open', open)[tool];
    expect(await ben.refused(tool, call)).toMatchObject({ code: 'insufficientScope' });
  });

  test('link_many by a reader: insufficientScope for each link', async () => {
    const ben = await harness.agent({ user: 'ben' });
    const links = [{ from: open.noteId, relation: 'about', toTitle: 'New' }];
    expect(await ben.ok('link_many', { links })).toMatchObject({
      failed: 1,
      revision: null,
      results: [{ error: { code: 'insufficientScope' } }],
    });
  });

  test('reading goes on', async () => {
    const ben = await harness.agent({ user: 'ben' });
    expect(await ben.ok('get_note', { ref: open.noteId })).toMatchObject({ title: 'Open ledger' });
    expect(await ben.ok('whoami')).toMatchObject({
      projects: [{ handle: 'main/open', role: 'reader', canWrite: false }],
    });
  });

  test('a project’s role overrides the space’s', async () => {
    const { admin } = harness;
    await admin.createUser({ name: 'cleo', password: 'long enough' });
    await admin.setMember({ user: 'cleo', role: 'editor', space: 'main' });
    await admin.setMember({ user: 'cleo', role: 'reader', project: 'main/secret' });
    const cleo = await harness.agent({ user: 'cleo' });
    expect(await cleo.ok('whoami')).toMatchObject({
      projects: [
        { handle: 'main', canWrite: true },
        { handle: 'main/open', canWrite: true },
        { handle: 'main/secret', role: 'reader', canWrite: false },
      ],
    });
    const error = await cleo.refused('create_note', { project: 'main/secret', title: 'New', body: 'x' });
    expect(error.code).toBe('insufficientScope');
  });
});

const absentId = 'n_01ARZ3NDEKTSV4RRFFQ69G5FAV';

/** Calls that name something hidden, each with the same call that names something that is not there. */
const pairs = (): [string, string, Record<string, unknown>, Record<string, unknown>][] => {
  const byProject = (handle: string) =>
    Object.entries({
      start_session: { project: handle },
      list_notes: { project: handle },
      recent_activity: { project: handle },
      search: { query: 'walrus', project: handle },
      remember_about_project: { project: handle, observation: 'walrus' },
      ...writeCalls(handle, open),
    });
  const byRef = (ref: string) =>
    Object.entries({
      get_note: { ref },
      edit_note: { ref, versionToken: secret.versionToken, operation: 'append', content: 'x' },
      delete_note: { ref },
      move_note: { ref, toPath: '/' },
      rename_note: { ref, title: 'New' },
      link: { from: open.noteId, relation: 'sees', to: ref },
      recent_activity: { ref },
      create_note: {
        project: 'main/open',
        title: 'Linker',
        body: 'x',
        links: [{ relation: 'sees', to: ref }],
      },
    });
  const zip = (
    what: string,
    hidden: [string, Record<string, unknown>][],
    absent: [string, Record<string, unknown>][],
  ) =>
    hidden.map(([tool, input], at): [string, string, Record<string, unknown>, Record<string, unknown>] => [
      tool,
      what,
      input,
      absent[at]?.[1] ?? {},
    ]);
  const projectCalls = (handle: string) =>
    byProject(handle).filter(([, input]) => !('ref' in input || 'from' in input));
  return [
    ...zip('a project', projectCalls('main/secret'), projectCalls('main/sesame')),
    ...zip('a space', projectCalls('foreign'), projectCalls('foreing')),
    ...zip('a note by id', byRef(secret.noteId), byRef(absentId)),
    ...zip('a note by title', byRef('Zebra ledger'), byRef('Zebro ledger')),
    ...zip('a note by path', byRef('secret/Zebra ledger.md'), byRef('secret/Zebro ledger.md')),
  ];
};

describe('what is hidden is answered like what is not there', () => {
  test('every call, word for word but for the name', async () => {
    const blank = (text: string) =>
      text
        .replaceAll(secret.noteId, 'X')
        .replaceAll(absentId, 'X')
        .replace(/secret|sesame/g, 'X')
        .replace(/foreign|foreing/g, 'X')
        .replace(/Zebra|Zebro/g, 'X');
    const all = pairs();
    expect(all).toHaveLength(44);
    for (const [tool, what, hidden, absent] of all) {
      const [one, other] = [await ana.call(tool, hidden), await ana.call(tool, absent)];
      expect(one.error?.code, `${tool} of ${what}`).toBe('notFound');
      expect(blank(one.text), `${tool} of ${what}`).toBe(blank(other.text));
      expect(blank(JSON.stringify(one.error)), `${tool} of ${what}`).toBe(blank(JSON.stringify(other.error)));
    }
  });

  test('totals, lists and search count what may be seen', async () => {
    expect(await ana.ok('get_my_projects')).toMatchObject({
      projects: [{ handle: 'main/open', notes: 1 }],
      total: 1,
    });
    expect(await ana.ok('list_notes')).toMatchObject({ folders: [{ path: 'main/open/' }], total: 1 });
    expect(await ana.ok('search', { query: 'walrus' })).toMatchObject({
      results: [{ noteId: open.noteId }],
      total: 1,
    });
    expect(await ana.ok('search', { query: 'hiddenword' })).toMatchObject({ results: [], total: 0 });
    expect((await owner.ok('search', { query: 'walrus' })).total).toBe(4);
  });

  test('an outer project does not count what an inner, hidden one holds', async () => {
    const outside = await harness.agent({ projects: ['main'] });
    const before = await outside.ok('start_session', { project: 'main' });
    expect(before).toMatchObject({
      projects: [{ handle: 'main', notes: 0 }],
      index: { notes: 0, folders: [] },
    });
    const listed = await outside.ok('list_notes', { project: 'main', recursive: true });
    expect(listed).toMatchObject({ folders: [], notes: [], total: 0 });
    const error = await outside.refused('list_notes', { project: 'main', path: 'secret/' });
    expect(error.code).toBe('notFound');
  });

  test('a link to it stays a forward reference, and the counts do not tell', async () => {
    const links = async (title: string) => {
      const made = await ana.ok('create_notes', {
        project: 'main/open',
        notes: [{ title: `About ${title}`, body: `see [[${title}]]` }],
      });
      const [ref] = column(made, 'results', 'noteId');
      const read = await ana.ok('get_note', { ref, responseFormat: 'detailed' });
      return { unresolved: made.unresolvedLinks, links: read.links };
    };
    const [hidden, absent] = [await links('Zebra ledger'), await links('Zebro ledger')];
    expect(JSON.stringify(hidden)).toBe(JSON.stringify(absent).replaceAll('Zebro', 'Zebra'));
  });

  test('someone’s profile, from the instance’s admin too', async () => {
    const session = await ana.ok('start_session');
    const { noteId } = handleOf(session.profile);
    expect(await ana.ok('get_note', { ref: noteId })).toMatchObject({ class: 'profile', project: null });
    const one = await owner.call('get_note', { ref: noteId });
    const other = await owner.call('get_note', { ref: absentId });
    expect(one.error?.code).toBe('notFound');
    expect(one.text).toBe(other.text.replaceAll(absentId, noteId));
  });
});

describe('a restricted token', () => {
  test('for no project sees none and writes none', async () => {
    const agent = await harness.agent({ projects: [] });
    expect(await agent.ok('whoami')).toMatchObject({ projects: [], restrictions: { projects: [] } });
    expect(await agent.ok('get_my_projects')).toMatchObject({ projects: [], total: 0 });
    expect(await agent.ok('search', { query: 'walrus' })).toMatchObject({ results: [], total: 0 });
    expect((await agent.refused('get_note', { ref: open.noteId })).code).toBe('notFound');
  });

  test('for one project sees that one, and nothing personal', async () => {
    const agent = await harness.agent({ projects: ['main/open'] });
    expect(await agent.ok('start_session')).toMatchObject({
      profile: null,
      projects: [{ handle: 'main/open' }],
    });
    expect(await agent.ok('whoami')).toMatchObject({
      restrictions: { projects: ['main/open'], memory: false },
    });
    expect((await agent.refused('get_note', { ref: secret.noteId })).code).toBe('notFound');
  });

  test('keeps memory where it was asked for', async () => {
    const agent = await harness.agent({ projects: ['main/open'], memory: true });
    expect((await agent.ok('start_session')).profile).not.toBeNull();
  });

  test('without memory has no profile: not in the session, by path, or by search', async () => {
    const [open, shut] = [await harness.agent(), await harness.agent({ memory: false })];
    expect((await open.ok('search', { query: 'admin', class: 'profile' })).total).toBe(1);
    expect((await open.ok('get_note', { ref: 'profile.md' })).class).toBe('profile');
    expect((await shut.ok('start_session')).profile).toBeNull();
    expect((await shut.ok('search', { query: 'admin', class: 'profile' })).total).toBe(0);
    expect((await shut.refused('get_note', { ref: 'profile.md' })).code).toBe('notFound');
  });

  test('the profile is edited, never deleted, by an agent', async () => {
    const agent = await harness.agent();
    const { noteId, versionToken } = handleOf(await agent.ok('get_note', { ref: 'profile.md' }));
    expect((await agent.refused('delete_note', { ref: noteId })).code).toBe('invalidArguments');
    const edit = { ref: noteId, versionToken, operation: 'append', content: 'Likes tea.' };
    expect(await agent.ok('edit_note', edit)).toMatchObject({ outcome: 'edited' });
  });
});

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

describe('rights are read again at every call', () => {
  test('a token that is revoked between two calls', async () => {
    const text = await harness.token();
    const agent = await harness.agentOf(text);
    await agent.ok('whoami');
    await harness.admin.revokeToken({ id: text.split('_')[1] ?? '' });
    await expect(agent.call('whoami')).rejects.toThrow();
    const answer = await harness.post(text, ping);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(answer.body).toMatchObject({ jsonrpc: '2.0', error: { data: { code: 'unauthenticated' } } });
  });

  test('a token that expires', async () => {
    const text = await harness.token({ expiresAt: new Date(Date.now() + 250).toISOString() });
    await expect.poll(async () => (await harness.post(text, ping)).status, { timeout: 10_000 }).toBe(401);
  });

  test('a secret that is rotated', async () => {
    const old = await harness.token();
    const { token } = await harness.admin.rotateToken({ id: old.split('_')[1] ?? '' });
    expect((await harness.post(old, ping)).status).toBe(401);
    expect((await harness.post(token, ping)).status).toBe(200);
  });

  test('the right id with another secret is nobody', async () => {
    const [, id] = (await harness.token()).split('_');
    expect((await harness.post(`itd_${id}_${'A'.repeat(43)}`, ping)).status).toBe(401);
  });

  test('a role that is taken away, lowered and given back', async () => {
    const { admin } = harness;
    await admin.createUser({ name: 'dora', password: 'long enough' });
    const dora = await harness.agent({ user: 'dora' });
    const write = () => dora.call('create_note', { project: 'main/open', path: 'dora.md', body: 'x' });
    const role = (given: 'reader' | 'editor' | null) =>
      admin.setMember({ user: 'dora', role: given, project: 'main/open' });
    expect((await write()).error?.code).toBe('notFound');
    await role('reader');
    expect((await write()).error?.code).toBe('insufficientScope');
    await role('editor');
    expect((await write()).error).toBeNull();
    await role(null);
    expect((await dora.refused('get_note', { ref: open.noteId })).code).toBe('notFound');
  });

  test('a stored answer is not given to one who lost the right', async () => {
    const { admin } = harness;
    await admin.createUser({ name: 'elle', password: 'long enough' });
    await admin.setMember({ user: 'elle', role: 'editor', project: 'main/open' });
    const elle = await harness.agent({ user: 'elle' });
    const call = { project: 'main/open', path: 'elle.md', body: 'x', idempotencyKey: 'k' };
    await elle.ok('create_note', call);
    expect((await elle.ok('create_note', call)).replayed).toBe(true);
    await admin.setMember({ user: 'elle', role: null, project: 'main/open' });
    expect((await elle.refused('create_note', call)).code).toBe('notFound');
  });

  test('a user who is disabled', async () => {
    const { admin } = harness;
    await admin.createUser({ name: 'finn', password: 'long enough' });
    const text = await harness.token({ user: 'finn' });
    expect((await harness.post(text, ping)).status).toBe(200);
    await admin.setDisabled({ name: 'finn', disabled: true });
    expect((await harness.post(text, ping)).status).toBe(401);
  });
});

describe('which door a token opens', () => {
  test('an admin token is refused at /mcp and taken by REST', async () => {
    const text = await harness.token({ scope: 'admin' });
    expect(await harness.post(text, ping)).toMatchObject({
      status: 403,
      body: { error: { data: { code: 'forbidden' } } },
    });
    expect(await harness.rest('GET', '/api/tokens', undefined, text)).toMatchObject({ status: 200 });
  });

  test.each(['read', 'write'] as const)('a %s token is refused by REST', async (scope) => {
    const answer = await harness.rest('GET', '/api/tokens', undefined, await harness.token({ scope }));
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'insufficientScope' } } });
  });

  test('an admin token of one who is no admin cannot make tokens for others', async () => {
    const text = await harness.token({ user: 'ana', scope: 'admin' });
    const body = { user: 'ben', label: 'x', scope: 'write' };
    expect(await harness.rest('POST', '/api/tokens', body, text)).toMatchObject({
      status: 403,
      body: { error: { code: 'insufficientScope' } },
    });
    expect(await harness.rest('POST', '/api/tokens', { label: 'x', scope: 'read' }, text)).toMatchObject({
      status: 201,
      body: { user: 'ana', token: expect.stringMatching(/^itd_/) },
    });
  });

  test('the rate of one token is no other’s', async () => {
    const slow = await harness.agent({ ratePerMinute: 6 });
    const codes: (string | undefined)[] = [];
    for (let call = 0; call < 8; call += 1) codes.push((await slow.call('whoami')).error?.code);
    expect(codes).toContain('rateLimited');
    expect((await slow.refused('whoami')).retryAfterMs).toBeGreaterThan(0);
    await owner.ok('whoami');
  });
});
