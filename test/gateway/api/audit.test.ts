import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { csvOf } from '../../../gateway/api/csv.ts';
import { type Agent, type Harness, handleOf, startHarness } from '../../harness.ts';

let harness: Harness;
let admin: string;
let agent: Agent;
let agentId: string;
beforeAll(async () => {
  harness = await startHarness({
    INTENDANT_TRASH_RETENTION_DAYS: '30',
    INTENDANT_AUDIT_RETENTION_DAYS: '60',
  });
  admin = await harness.token({ scope: 'admin' });
  const text = await harness.token({ label: '=HYPERLINK("http://evil.example","x")' });
  agentId = text.split('_')[1] ?? '';
  agent = await harness.agentOf(text);
  await agent.ok('create_note', { project: 'main', title: 'Secret title', body: 'secret body' });
  await agent.ok('search', { query: 'secret query', project: 'main' });
  await agent.refused('get_note', { ref: 'secret ref' });
  await agent.refused('list_notes', { project: 'nothing' });
  // Reads and refusals are written within a second.
  await vi.waitFor(async () => expect(await list(`token=${agentId}`)).toMatchObject({ total: 4 }), 10_000);
});
afterAll(() => harness.close());

const listShape = z.object({
  items: z.array(z.looseObject({ tool: z.string().optional() })),
  total: z.int(),
  nextCursor: z.string().optional(),
});
const list = async (query: string, path = 'audit') =>
  listShape.parse((await harness.rest('GET', `/api/${path}?${query}`, undefined, admin)).body);
const get = (path: string, headers: Record<string, string> = {}, token = admin) =>
  fetch(`${harness.url}${path}`, { headers: { Authorization: `Bearer ${token}`, ...headers } });

describe('GET /api/audit', () => {
  test('tells of every call who, what and where, and never a text', async () => {
    const { items } = await list(`token=${agentId}`);
    expect(items.map(({ tool, project, outcome }) => [tool, project, outcome])).toEqual(
      expect.arrayContaining([
        ['create_note', 'main', 'ok'],
        ['search', 'main', 'ok'],
        ['get_note', null, 'notFound'],
        ['list_notes', null, 'notFound'],
      ]),
    );
    expect(JSON.stringify(items)).not.toMatch(/secret|itd_/i);
  });

  test('takes filters together', async () => {
    expect(await list(`token=${agentId}&tool=search&project=main&user=admin`)).toMatchObject({ total: 1 });
    expect(await list(`token=${agentId}&from=2999-01-01`)).toMatchObject({ total: 0 });
    expect(await list(`token=${agentId}&to=&from=`)).toMatchObject({ total: 4 });
  });

  test('is read by page, and reading it is audited', async () => {
    const first = await list(`token=${agentId}&limit=3`);
    expect(first.items).toHaveLength(3);
    const second = await list(`token=${agentId}&limit=3&cursor=${first.nextCursor}`);
    expect(second.items).toHaveLength(1);
    expect(second.nextCursor).toBeUndefined();
    await expect
      .poll(async () => (await list('tool=audit.list')).total, { timeout: 10_000 })
      .toBeGreaterThan(0);
  });

  test.each([
    ['limit=101', 400, 'invalidArguments'],
    ['limit=x', 400, 'invalidArguments'],
    ['tols=search', 400, 'invalidArguments'],
    ['format=xml', 400, 'invalidArguments'],
    ['from=yesterday', 400, 'invalidArguments'],
    ['cursor=zzz', 400, 'invalidCursor'],
    ['project=nothing', 404, 'notFound'],
    ['user=nobody', 404, 'notFound'],
    ['tool=a&tool=b', 400, 'invalidArguments'],
    ['format=csv&limit=10001', 400, 'invalidArguments'],
  ])('?%s is %d %s, in JSON', async (query, status, code) => {
    for (const path of ['audit', 'usage']) {
      const answer = await harness.rest('GET', `/api/${path}?${query}`, undefined, admin);
      expect(answer).toMatchObject({ status, body: { error: { code } } });
    }
  });

  test('others see their own', async () => {
    await harness.admin.createUser({ name: 'ana', password: 'long enough' });
    const hers = await harness.token({ user: 'ana', scope: 'admin' });
    const body = listShape.parse((await harness.rest('GET', '/api/audit', undefined, hers)).body);
    expect(JSON.stringify(body)).not.toContain(agentId);
    const answer = await harness.rest('GET', '/api/usage?user=admin', undefined, hers);
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'insufficientScope' } } });
    const write = await harness.token();
    expect(await harness.rest('GET', '/api/audit', undefined, write)).toMatchObject({ status: 403 });
  });
});

test('GET /api/usage sums a token’s calls by day', async () => {
  const { items, total } = await list(`token=${agentId}`, 'usage');
  expect(total).toBe(items.length);
  expect(items.reduce((sum, { calls }) => sum + Number(calls), 0)).toBe(4);
  expect(items[0]).toMatchObject({
    user: 'admin',
    tokenId: agentId,
    day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  });
});

describe('CSV', () => {
  test.each<[string, Record<string, string>]>([
    [`/api/audit?token=@&format=csv`, {}],
    [`/api/audit?token=@`, { Accept: 'text/csv' }],
  ])('%s %j', async (path, headers) => {
    const response = await get(path.replace('@', agentId), headers);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="audit.csv"');
    const lines = (await response.text()).split('\r\n');
    expect(lines).toHaveLength(6);
    expect(lines[0]).toBe(
      'at,requestId,user,tokenId,client,kind,tool,project,noteIds,outcome,milliseconds,charactersIn,charactersOut',
    );
    // The label begins like a formula.
    for (const line of lines.slice(1, 5))
      expect(line).toContain(`,"'=HYPERLINK(""http://evil.example"",""x"")`);
  });

  test('JSON stays the usual form', async () => {
    for (const accept of ['*/*', 'application/json', 'text/html,*/*']) {
      const response = await get('/api/usage', { Accept: accept });
      expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    }
    expect((await get('/api/usage?format=json', { Accept: 'text/csv' })).headers.get('content-type')).toMatch(
      /^application\/json/,
    );
  });

  test('of several pages names the next one', async () => {
    const first = await get(`/api/audit?token=${agentId}&format=csv&limit=3&tool=`);
    const [, next = ''] = /^<([^>]+)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? [];
    const second = await get(next);
    expect(second.headers.get('link')).toBeNull();
    const rows = async (response: Response) => (await response.text()).split('\r\n').slice(1, -1);
    expect([...(await rows(first)), ...(await rows(second))]).toHaveLength(4);
  });

  test.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@sum', "'@sum"],
    ['\tx', "'\tx"],
    ['\r=1', '"\'\r=1"'],
    ['a=b', 'a=b'],
    ['a,b', '"a,b"'],
    ['say "x"', '"say ""x"""'],
    ['two\nlines', '"two\nlines"'],
    [null, ''],
    [5, '5'],
    [['n_1', 'n_2'], 'n_1 n_2'],
    [['=1', 'x'], "'=1 x"],
  ])('a cell %j is written %j', (value, text) => {
    expect(csvOf(['a', 'b'], [{ a: value, b: 'end' }])).toBe(`a,b\r\n${text},end\r\n`);
  });
});

test('what is older than its setting is forgotten by the thread that writes', async () => {
  const { noteId } = handleOf(await agent.ok('create_note', { project: 'main', title: 'Bygone', body: 'x' }));
  await agent.ok('delete_note', { ref: noteId });
  const file = join(harness.dataDir, 'intendant.db');
  const database = new Database(file);
  const long = 100 * 86_400_000;
  try {
    expect(await harness.engine.forgetOld()).toEqual({ purged: 0 });
    database.prepare('update note set trashed_at = trashed_at - ? where id = ?').run(long, noteId);
    database.prepare("update audit set at = at - ? where tool = 'search'").run(long);
  } finally {
    database.close();
  }
  expect(await list(`tool=search`)).toMatchObject({ total: 1 });
  expect(await harness.engine.forgetOld()).toEqual({ purged: 1 });
  expect(await list(`tool=search`)).toMatchObject({ total: 0 });
  const { items } = await list('tool=trash.retention');
  expect(items).toMatchObject([{ user: null, noteIds: [noteId], outcome: 'ok' }]);
  expect(await harness.engine.verify()).toEqual({ findings: [] });
});
