import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Agent, type Harness, startHarness } from '../harness.ts';

let harness: Harness;
let agent: Agent;
let token: string;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.token();
  agent = await harness.agentOf(token);
});
afterAll(() => harness.close());

const call = (name: string, input: unknown) => ({
  jsonrpc: '2.0',
  id: 5,
  method: 'tools/call',
  params: { name, arguments: input },
});
const note = (body: string) => call('create_note', { project: 'main', path: 'hostile.md', body });

/** Nothing that is sent here may make a note, whatever the answer. */
const nothingMade = async () =>
  expect((await agent.refused('get_note', { ref: 'hostile.md' })).code).toBe('notFound');

describe('a body that is no message', () => {
  test.each<[string, string | Uint8Array<ArrayBuffer>, number, number]>([
    ['not JSON', '{"jsonrpc":', 400, -32700],
    ['empty', '', 400, -32700],
    ['JSON with a tail', '{} {}', 400, -32700],
    ['NaN', '{"id":NaN}', 400, -32700],
    ['no UTF-8', new Uint8Array([0x22, 0xff, 0xfe, 0x22]), 400, -32700],
    ['cut inside a character', new Uint8Array([0x22, 0xe2, 0x82]), 400, -32700],
    ['a number', '5', 400, -32600],
    ['null', 'null', 400, -32600],
    ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', 400, -32600],
    ['an empty batch', '[]', 400, -32600],
    ['an empty object', '{}', 400, -32600],
    ['nested past reason', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 400, -32700],
  ])('%s', async (_what, body, status, code) => {
    const answer = await harness.post(token, body);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ jsonrpc: '2.0', id: null, error: { code } });
    expect(JSON.stringify(answer.body)).not.toMatch(/\bat .*\.[jt]s\b|node_modules/);
  });

  test.each([
    ['text/plain', 'text/plain'],
    ['another charset', 'application/json; charset=utf-16'],
    ['a form', 'application/x-www-form-urlencoded'],
  ])('of the type %s', async (_what, type) => {
    const answer = await harness.post(token, JSON.stringify(note('x')), { 'Content-Type': type });
    expect(answer).toMatchObject({ status: 415, body: { jsonrpc: '2.0' } });
    await nothingMade();
  });
});

describe('a body that is too large', () => {
  const large = JSON.stringify(note('x'.repeat(16 * 1024 * 1024)));

  test('by its length', async () => {
    expect(await harness.post(token, large)).toMatchObject({
      status: 413,
      body: { jsonrpc: '2.0', error: { data: { code: 'tooLarge' } } },
    });
    await nothingMade();
  });

  test('that does not say its length', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sent = request(`${harness.url}/mcp`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          'Transfer-Encoding': 'chunked',
        },
      });
      sent.once('response', (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.once('error', reject);
      sent.end(large);
    });
    expect(status).toBe(413);
    await nothingMade();
  });

  test('under the limit, with a note over its own', async () => {
    const answer = await agent.refused('create_note', {
      project: 'main',
      path: 'hostile.md',
      body: 'x'.repeat(1024 * 1024 + 1),
    });
    expect(answer).toMatchObject({ code: 'tooLarge', limit: 1024 * 1024 });
    await nothingMade();
  });

  test('the server goes on', async () => {
    await agent.ok('whoami');
  });
});

describe('the envelope', () => {
  test.each([
    ['the wrong version', { jsonrpc: '1.0', id: 1, method: 'ping' }],
    ['an object for an id', { jsonrpc: '2.0', id: {}, method: 'ping' }],
    ['a number for a method', { jsonrpc: '2.0', id: 1, method: 7 }],
    ['text for params', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: 'x' }],
  ])('%s is -32600', async (_what, message) => {
    expect(await harness.post(token, message)).toMatchObject({
      status: 400,
      body: { error: { code: -32600 } },
    });
  });

  test.each([
    ['no name', {}],
    ['a list for a name', { name: ['whoami'] }],
    ['the name of a prototype', { name: '__proto__' }],
    ['a name with a line break', { name: 'whoami\n' }],
    ['a name in other letters', { name: 'WhoAmI' }],
  ])('a call with %s is -32602', async (_what, params) => {
    const answer = await harness.post(token, { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    expect(answer).toMatchObject({ status: 200, body: { id: 1, error: { code: -32602 } } });
  });

  test('a session id from before a restart changes nothing', async () => {
    const answer = await harness.post(token, call('whoami', {}), { 'Mcp-Session-Id': 'long-gone' });
    expect(answer).toMatchObject({
      status: 200,
      body: { result: { structuredContent: { scope: 'write' } } },
    });
  });

  test('a notification that is a write does nothing', async () => {
    const { id: _, ...notification } = note('x');
    expect((await harness.post(token, notification)).status).toBe(202);
    await nothingMade();
  });
});

describe('text that is none', () => {
  // Sent as JSON escapes: this is how a lone surrogate arrives.
  test.each([
    ['\\ud83d', 'a lone high surrogate'],
    ['\\udc00', 'a lone low surrogate'],
    ['\\u0000', 'NUL'],
    ['\\u0007', 'a control character'],
  ])('%s in a body, a title, a path, a tag, a find and a query', async (character) => {
    const inside = (input: object) => JSON.stringify(input).replaceAll('@', character);
    const project = 'main';
    const inputs: [string, object][] = [
      ['create_note', { project, path: 'hostile.md', body: 'one\ntwo @' }],
      ['create_note', { project, title: 'Ho@stile', body: 'x' }],
      ['create_note', { project, path: 'hos@tile.md', body: 'x' }],
      ['create_note', { project, path: 'hostile.md', body: 'x', type: 'a@b' }],
      ['create_note', { project, path: 'hostile.md', body: 'x', tags: ['a@b'] }],
      ['create_note', { project, path: 'hostile.md', body: 'x', links: [{ relation: 'r', toTitle: 'a@b' }] }],
      ['create_note', { project, path: 'hostile.md', body: 'x', links: [{ relation: 'a@b', toTitle: 'T' }] }],
      ['create_note', { project: 'ma@in', path: 'hostile.md', body: 'x' }],
      ['get_note', { ref: 'hos@tile' }],
      ['list_notes', { project, path: 'a@b' }],
      ['search', { query: '@' }],
    ];
    for (const [name, input] of inputs) {
      const answer = await harness.post(token, inside(call(name, input)));
      expect(answer.status).toBe(200);
      expect(answer.body, `${name} ${inside(input)}`).toMatchObject({ result: { isError: true } });
      expect(JSON.stringify(answer.body), `${name} ${inside(input)}`).not.toContain('"internal"');
      expect(JSON.stringify(answer.body)).toMatch(/"(invalidArguments|invalidPath|notFound)"/);
    }
    await nothingMade();
  });

  test('the refusal says which character and where', async () => {
    const answer = await harness.post(token, JSON.stringify(note('one\ntwo @')).replace('@', '\\ud83d'));
    expect(JSON.stringify(answer.body)).toMatch(/U\+D83D/);
    expect(JSON.stringify(answer.body)).toMatch(/line 2/);
    expect(JSON.stringify(answer.body)).toMatch(/column 5/);
  });

  test('in a search it is a word like any other, or refused, never a fault', async () => {
    for (const query of ['a\\ud83db', 'a\\u0000b']) {
      const text = JSON.stringify(call('search', { query: '@' })).replace('@', query);
      const answer = await harness.post(token, text);
      expect(answer.status).toBe(200);
      expect(JSON.stringify(answer.body)).not.toContain('"internal"');
    }
  });
});

describe('who asks, and from where', () => {
  const raw = (headers: Record<string, string>, method = 'POST', path = '/mcp') =>
    new Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]>; body: string }>(
      (resolve, reject) => {
        const sent = request(
          `${harness.url}${path}`,
          {
            method,
            headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
          },
          (response) => {
            let body = '';
            response.setEncoding('utf8').on('data', (part: string) => {
              body += part;
            });
            response.once('end', () =>
              resolve({ status: response.statusCode, headers: response.headers, body }),
            );
          },
        );
        sent.once('error', reject);
        sent.end(method === 'POST' ? JSON.stringify(note('x')) : undefined);
      },
    );

  test.each([
    ['Origin', 'https://evil.example'],
    ['Origin', 'null'],
    ['Origin', 'http://localhost:1'],
    ['Origin', 'file://'],
    ['Host', 'evil.example'],
    ['Host', '127.0.0.1.evil.example'],
    ['Host', 'localhost@evil.example'],
  ])('%s %s is 403, and nothing is done', async (header, value) => {
    const answer = await raw({ [header]: value });
    expect(answer.status).toBe(403);
    expect(JSON.parse(answer.body)).toMatchObject({ jsonrpc: '2.0', error: { data: { code: 'forbidden' } } });
    await nothingMade();
  });

  test.each(['GET', 'DELETE', 'PUT', 'PATCH'])('%s is 405', async (method) => {
    const answer = await raw({}, method);
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe('POST');
  });

  test.each([
    ['no token', ''],
    ['no scheme', 'itd_x_y'],
    ['another scheme', 'Basic YWRtaW46eA=='],
    ['a token of another shape', 'Bearer x'],
    ['a token that is unknown', `Bearer itd_${'0'.repeat(12)}_${'A'.repeat(43)}`],
    ['a token with a quote', "Bearer itd_' or 1=1 --_x"],
  ])('%s is 401 before the body is read', async (_what, authorization) => {
    const answer = await raw({ Authorization: authorization });
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    await nothingMade();
  });

  test.each([
    ['/nothing', 404],
    ['/.well-known/oauth-protected-resource', 404],
    ['/%', 404],
    ['/api/tokens', 403],
    ['/../../etc/passwd', 404],
  ])('GET %s is %d in JSON', async (path, status) => {
    const answer = await raw({}, 'GET', path);
    expect([answer.status, answer.headers['content-type']]).toEqual([
      status,
      expect.stringMatching(/^application\/json/),
    ]);
  });

  test('an address that is not well formed is 400, behind the token', async () => {
    const admin = await harness.token({ scope: 'admin' });
    const answer = await harness.rest('GET', '/api/spaces/%ff/trash', undefined, admin);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalidArguments' } } });
  });
});
