import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../../../domain/actor.ts';
import type { AuditRow } from '../../../domain/ports.ts';
import { answerMcp } from '../../../gateway/mcp/http.ts';
import type { McpDeps } from '../../../gateway/mcp/server.ts';
import { instructions } from '../../../gateway/tools/instructions.ts';
import { registry } from '../../../gateway/tools/registry.ts';

const actor: Actor = {
  kind: 'agent',
  user: { id: 'u_1', name: 'ana', locale: 'en', admin: false, personalSpaceId: 1 },
  token: null,
  client: 'laptop',
  requestId: 'r_1',
};
const audit: AuditRow[] = [];
const deps: McpDeps = {
  engine: {
    as: () => {
      throw new Error('No call here goes as far as the engine.');
    },
    record: (row) => audit.push(row),
    toolRights: async () => new Set(['read'] as const),
  },
  take: () => 0,
  report: () => {},
  observe: () => {},
  now: () => 0,
  version: '1.2.3',
};

let message: unknown;
let protocolVersion: string | undefined;
const server = createServer((_request, response) => {
  void answerMcp(deps, { actor, message, charactersIn: 10, protocolVersion }, response);
});
let address = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const place = server.address();
  if (place === null || typeof place === 'string') throw new Error('The server has no port.');
  address = `http://127.0.0.1:${place.port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const send = async (sent: unknown, version?: string): Promise<{ status: number; body: unknown }> => {
  message = sent;
  protocolVersion = version;
  const answer = await fetch(address, { method: 'POST' });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
};
const ask = (method: string, params?: object) => send({ jsonrpc: '2.0', id: 7, method, params });
const initialize = (version: string) =>
  ask('initialize', { protocolVersion: version, capabilities: {}, clientInfo: { name: 'x', version: '1' } });

describe('initialize', () => {
  test.each([undefined, {}, { protocolVersion: 7 }, { protocolVersion: '2025-06-18', capabilities: {} }])(
    'with params %j is told what it needs',
    async (params) => {
      const { body } = await ask('initialize', params);
      expect(body).toMatchObject({ error: { code: -32602, message: expect.stringContaining('clientInfo') } });
    },
  );

  test('says who serves and how to begin', async () => {
    expect(await initialize('2025-06-18')).toEqual({
      status: 200,
      body: {
        jsonrpc: '2.0',
        id: 7,
        result: {
          protocolVersion: '2025-06-18',
          capabilities: { tools: {}, prompts: {}, resources: {} },
          serverInfo: { name: 'intendant', version: '1.2.3' },
          instructions,
        },
      },
    });
  });

  test('offers a version of its own for one it does not know', async () => {
    const { body } = await initialize('1999-01-01');
    expect(body).toMatchObject({ result: { protocolVersion: expect.stringMatching(/^20\d\d-\d\d-\d\d$/) } });
  });
});

test('tools/list holds what the rights allow, word for word', async () => {
  const { body } = await ask('tools/list');
  const tools = registry.filter(({ effect }) => effect === 'read').map(({ definition }) => definition);
  expect(body).toEqual({ jsonrpc: '2.0', id: 7, result: JSON.parse(JSON.stringify({ tools })) });
});

test.each([
  ['a tool that is not there', 'erase_all', 'notFound'],
  ['a tool that is hidden', 'delete_note', 'insufficientScope'],
  ['a name of an object', 'constructor', 'notFound'],
])('%s is unknown to the caller, and audited', async (_what, name, outcome) => {
  audit.length = 0;
  const { status, body } = await ask('tools/call', { name, arguments: { ref: 'x' } });
  expect({ status, body }).toEqual({
    status: 200,
    body: { jsonrpc: '2.0', id: 7, error: { code: -32602, message: `Unknown tool: ${name}` } },
  });
  expect(audit).toEqual([expect.objectContaining({ tool: name, outcome, userId: 'u_1', charactersIn: 10 })]);
});

test('a name that is no name comes back quoted and short', async () => {
  const { body } = await ask('tools/call', { name: `a\n\u202e${'x'.repeat(500)}` });
  expect(body).toMatchObject({
    error: { message: expect.stringMatching(/^Unknown tool: "a\\n\\u\{202e\}x{77}…"$/) },
  });
});

test.each([
  ['no arguments', undefined],
  ['null for arguments', null],
  ['arguments as text', '{"reff":"x"}'],
])('%s reach the tool', async (_what, given) => {
  const { body } = await ask('tools/call', { name: 'get_note', arguments: given });
  expect(body).toMatchObject({
    result: { isError: true, structuredContent: { error: { code: 'invalidArguments' } } },
  });
});

test.each([
  ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }],
  ['an answer', { jsonrpc: '2.0', id: 1, result: {} }],
])('%s is taken with 202', async (_what, sent) => {
  expect(await send(sent)).toEqual({ status: 202, body: null });
});

test('ping is answered', async () => {
  expect(await ask('ping')).toMatchObject({ status: 200, body: { id: 7, result: {} } });
});

test.each(['resources/subscribe', 'completion/complete', 'logging/setLevel', 'nonsense'])(
  '%s is no method here',
  async (method) => {
    expect(await ask(method)).toMatchObject({
      body: { error: { code: -32601, message: 'Method not found' } },
    });
  },
);

test.each([
  { a: 1 },
  { jsonrpc: '1.0', id: 1, method: 'ping' },
  { jsonrpc: '2.0', id: null, method: 'ping' },
])('%j is no message', async (sent) => {
  expect(await send(sent)).toMatchObject({ status: 400, body: { id: null, error: { code: -32600 } } });
});

test.each([
  ['2025-06-18', 200],
  ['1999-01-01', 400],
])('the header MCP-Protocol-Version %s gives %d', async (version, status) => {
  expect((await send({ jsonrpc: '2.0', id: 7, method: 'ping' }, version)).status).toBe(status);
});
