import type { Express } from 'express';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../../../domain/errors.ts';
import { createApp } from '../../../gateway/http/app.ts';

const nobody = (): never => {
  throw new Error('Nobody may come as far as this.');
};

/** A gateway to which no token is known, so that everything here is answered before an engine is needed. */
const closedApp = (ready: () => Promise<void> = async () => {}): Express =>
  createApp({
    engine: { authenticate: async () => null, as: nobody, record: nobody, toolRights: nobody, ready },
    settings: {
      publicUrl: 'https://notes.example',
      allowedOrigins: ['https://ok.example'],
      ratePerMinute: 1_200,
    },
    version: '1.2.3',
    report: () => {},
    now: () => 0,
  });
const app = closedApp();
const post = () => request(app).post('/mcp').set('Content-Type', 'application/json');

describe('every answer', () => {
  test.each([
    ['GET', '/healthz', 200],
    ['GET', '/nothing', 404],
    ['GET', '/mcp', 405],
    ['POST', '/mcp', 401],
    ['GET', '/api/tokens', 401],
  ] as const)('%s %s is %d, in JSON, with the headers', async (method, path, status) => {
    const answer = await (method === 'GET' ? request(app).get(path) : request(app).post(path));
    expect(answer.status).toBe(status);
    expect(answer.type).toBe('application/json');
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(answer.headers).not.toHaveProperty('x-powered-by');
  });
});

describe('the guard', () => {
  test.each([
    ['/healthz', 'Host', 'evil.example'],
    ['/nothing', 'Host', 'evil.example'],
    ['/api/tokens', 'Host', 'evil.example'],
    ['/metrics', 'Origin', 'null'],
    ['/healthz', 'Origin', 'https://evil.example'],
    ['/api/tokens', 'Origin', 'http://localhost:1'],
  ])('%s with %s %s is 403', async (path, header, value) => {
    const answer = await request(app).get(path).set(header, value);
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ error: { code: 'forbidden' } });
  });

  test('speaks JSON-RPC at /mcp, and comes before the token', async () => {
    const answer = await post().set('Origin', 'null').set('Authorization', 'Bearer x').send('{}');
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ jsonrpc: '2.0', id: null, error: { data: { code: 'forbidden' } } });
  });

  test('the public host and an allowed origin pass', async () => {
    expect((await request(app).get('/healthz').set('Host', 'notes.example')).status).toBe(200);
    const answer = await request(app).get('/healthz').set('Origin', 'https://ok.example');
    expect(answer.status).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBe('https://ok.example');
  });

  test('an allowed origin gets its preflight, another does not', async () => {
    const preflight = (origin: string) =>
      request(app).options('/mcp').set('Origin', origin).set('Access-Control-Request-Method', 'POST');
    const allowed = await preflight('https://ok.example');
    expect(allowed.status).toBe(204);
    expect(allowed.headers['access-control-allow-headers']).toContain('Authorization');
    const foreign = await preflight('https://evil.example');
    expect(foreign.status).toBe(403);
    expect(foreign.headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('/mcp', () => {
  test.each(['get', 'delete', 'put'] as const)('%s is 405', async (method) => {
    const answer = await request(app)[method]('/mcp');
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe('POST');
    expect(answer.body).toMatchObject({ jsonrpc: '2.0' });
  });

  test.each([
    ['no token', undefined],
    ['an unknown token', 'Bearer itd_a_b'],
    ['another scheme', 'Basic YTpi'],
  ])('%s is 401, whatever the body', async (_what, header) => {
    for (const body of ['{}', '{broken', 'x'.repeat(17 * 1024 * 1024)]) {
      const call = header === undefined ? post() : post().set('Authorization', header);
      const answer = await call.send(body);
      expect(answer.status).toBe(401);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
      expect(answer.body).toMatchObject({
        jsonrpc: '2.0',
        id: null,
        error: { code: -32001, data: { code: 'unauthenticated' } },
      });
    }
  });
});

test.each(['/.well-known/oauth-authorization-server', '/.well-known/oauth-protected-resource/mcp'])(
  '%s is 404 in JSON',
  async (path) => {
    const answer = await request(app).get(path);
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ error: { code: 'notFound' } });
  },
);

describe('/readyz', () => {
  test('200 when ready', async () => {
    expect((await request(app).get('/readyz')).body).toEqual({ status: 'ready' });
  });

  test('503 with the reason when not', async () => {
    const refusal = new Refusal('unavailable', 'The database is read only.', 'Free some space.');
    const answer = await request(closedApp(() => Promise.reject(refusal))).get('/readyz');
    expect(answer.status).toBe(503);
    expect(answer.body).toEqual({
      error: { code: 'unavailable', message: 'The database is read only.', hint: 'Free some space.' },
    });
  });

  test('500 without inner text when something broke', async () => {
    const answer = await request(closedApp(() => Promise.reject(new Error('secret')))).get('/readyz');
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain('secret');
    expect(answer.body).toMatchObject({
      error: { code: 'internal', ref: expect.stringMatching(/^[0-9a-f]{12}$/) },
    });
  });
});

describe('/metrics', () => {
  test('needs no token straight from this machine', async () => {
    const answer = await request(app).get('/metrics');
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('# TYPE intendant_tool_calls_total counter');
    expect(answer.text).toContain('process_resident_memory_bytes');
  });

  test.each([
    ['X-Forwarded-For', '10.0.0.1'],
    ['Forwarded', 'for=10.0.0.1'],
    ['Host', 'notes.example'],
  ])('needs one through a proxy: %s %s', async (header, value) => {
    expect((await request(app).get('/metrics').set(header, value)).status).toBe(401);
  });
});
