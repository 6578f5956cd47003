import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../../domain/engine.ts';
import { apiRouter } from '../../../gateway/api/router.ts';
import { rateLimiter } from '../../../gateway/auth/rate.ts';
import { rateOf } from '../../../gateway/auth/rateOf.ts';
import { type FirstRun, firstRun } from '../../../gateway/cli/firstRun.ts';
import { composeEngine } from '../../../gateway/compose.ts';
import { readSettings } from '../../../gateway/config.ts';

const folder = mkdtempSync(join(tmpdir(), 'api-'));
const app = express();
const faults: unknown[] = [];
let engine: Engine;
let made: FirstRun;

beforeAll(async () => {
  const settings = readSettings({ INTENDANT_DATA: folder, INTENDANT_EMBEDDER: 'none' });
  engine = await composeEngine(settings);
  made = await firstRun(engine, settings);
  const now = () => Date.now();
  const take = rateOf(rateLimiter(now), 0);
  app.use('/api', apiRouter({ engine, take, now, report: (_ref, fault) => faults.push(fault) }));
});

afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
  expect(faults).toEqual([]);
});

type Method = 'get' | 'post' | 'delete';

const call = (method: Method, path: string, token = made.adminToken ?? '') =>
  supertest(app)[method](path).set('Authorization', `Bearer ${token}`);

/** Makes notes with these titles and deletes them again, as an agent does. */
const deleted = async (...titles: string[]): Promise<string[]> => {
  const actor = await engine.authenticate(made.writeToken ?? '');
  if (actor === null) throw new Error('the write token is not known');
  const agent = engine.as(actor, { tool: 'test', charactersIn: 0 });
  const ids: string[] = [];
  for (const title of titles) {
    const { noteId } = await agent.createNote({ project: 'main', title, body: `About ${title}.` });
    await agent.deleteNote({ ref: noteId });
    ids.push(noteId);
  }
  return ids;
};

describe('who may call', () => {
  test('nobody without a token: 401 that names the scheme', async () => {
    const answer = await supertest(app).get('/api/tokens');
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(answer.body.error).toMatchObject({ code: 'unauthenticated', hint: expect.any(String) });
  });

  test('an unknown token is like none', async () => {
    expect((await call('get', '/api/tokens', 'itd_abc_def')).status).toBe(401);
  });

  test('read and write tokens are refused, on every route', async () => {
    for (const token of [made.readToken, made.writeToken]) {
      for (const path of ['/api/tokens', '/api/spaces/main/trash', '/api/nothing']) {
        const answer = await call('get', path, token);
        expect([answer.status, answer.body.error.code]).toEqual([403, 'insufficientScope']);
      }
    }
  });
});

describe('the form of answers', () => {
  test.each([
    ['get', '/api/nothing', undefined, 404, 'notFound'],
    ['post', '/api/spaces/main/trash', {}, 404, 'notFound'],
    ['get', '/api/spaces/elsewhere/trash', undefined, 404, 'notFound'],
    ['get', '/api/spaces/main/trash?limt=5', undefined, 400, 'invalidArguments'],
    ['get', '/api/spaces/main/trash?limit=101', undefined, 400, 'invalidArguments'],
    ['get', '/api/spaces/main/trash?cursor=zzz', undefined, 400, 'invalidCursor'],
    ['post', '/api/spaces/main/trash/restore', {}, 400, 'invalidArguments'],
    ['post', '/api/spaces/main/trash/restore', { all: true, noteIds: ['n_1'] }, 400, 'invalidArguments'],
    ['post', '/api/spaces/main/trash/purge', { all: true }, 400, 'invalidArguments'],
    ['post', '/api/tokens', { label: 'a', scope: 'read', project: ['main'] }, 400, 'invalidArguments'],
    ['delete', '/api/tokens/nothing', undefined, 404, 'notFound'],
    ['delete', '/api/tokens/%zz', undefined, 400, 'invalidArguments'],
  ] as const)('%s %s %j: %d %s', async (method, path, body, status, code) => {
    const asked = call(method, path);
    const answer = await (body === undefined ? asked : asked.send(body));
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body.error.message).toMatch(/\.$/);
    expect(answer.body.error.hint).not.toBe('');
  });

  test('an unknown field is named with the nearest known one', async () => {
    const { body } = await call('post', '/api/tokens').send({ label: 'a', scope: 'read', project: ['main'] });
    expect(body.error.message).toContain('"project" is unknown (did you mean "projects"?)');
  });

  test.each([
    ['{"all":', 'application/json', 400],
    ['all=true', 'application/x-www-form-urlencoded', 400],
    [JSON.stringify({ noteIds: ['x'.repeat(17_000_000)] }), 'application/json', 413],
  ])('a body that cannot be read (%#): JSON, never HTML', async (body, type, status) => {
    const answer = await call('post', '/api/spaces/main/trash/restore').set('Content-Type', type).send(body);
    expect(answer.status).toBe(status);
    expect(answer.body.error.code).toBe(status === 413 ? 'tooLarge' : 'invalidArguments');
  });
});

describe('the trash', () => {
  test('is listed newest first, filtered and by page', async () => {
    const ids = await deleted('Alpha report', 'Beta report', 'Gamma');
    const all = await call('get', '/api/spaces/main/trash');
    expect(all.status).toBe(200);
    expect(all.body.items.map((item: { noteId: string }) => item.noteId).slice(0, 3)).toEqual(
      ids.toReversed(),
    );
    expect(all.body.items[0]).toMatchObject({
      title: 'Gamma',
      project: 'main',
      path: 'Gamma.md',
      deletedBy: { name: 'admin', kind: 'agent' },
      size: expect.any(Number),
    });
    const found = await call('get', '/api/spaces/main/trash?q=REPORT&limit=1');
    expect(found.body).toMatchObject({ total: 2, nextCursor: expect.any(String) });
    const next = await call('get', `/api/spaces/main/trash?q=REPORT&limit=1&cursor=${found.body.nextCursor}`);
    expect(next.body.items).toMatchObject([{ noteId: ids[0] }]);
    expect(next.body.nextCursor).toBeUndefined();
  });

  test('restores a note to its place with its id; an occupied path fails or is renamed', async () => {
    const [first] = await deleted('Twice');
    const [second] = await deleted('Twice');
    const restore = (noteIds: unknown[], onConflict?: string) =>
      call('post', '/api/spaces/main/trash/restore').send({ noteIds, ...(onConflict ? { onConflict } : {}) });
    expect((await restore([first])).body).toMatchObject({
      restored: 1,
      failed: 0,
      results: [{ noteId: first, status: 'restored', path: 'Twice.md' }],
    });
    const refused = await restore([second]);
    expect(refused.status).toBe(200);
    expect(refused.body).toMatchObject({
      restored: 0,
      failed: 1,
      results: [{ error: { code: 'alreadyExists' } }],
    });
    expect((await restore([second], 'rename')).body).toMatchObject({
      results: [{ noteId: second, path: 'Twice (restored).md' }],
    });
  });

  test('purges only the number that was confirmed', async () => {
    const noteIds = await deleted('Old one', 'Old two');
    const purge = (confirm: number) =>
      call('post', '/api/spaces/main/trash/purge').send({ noteIds, confirm });
    const refused = await purge(1);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.body.error.message).toContain('2');
    expect((await purge(2)).body).toMatchObject({ purged: 2 });
    const left = await call('get', '/api/spaces/main/trash?q=Old');
    expect(left.body.total).toBe(0);
  });
});

describe('tokens', () => {
  test('are made, listed without secrets, rotated and revoked', async () => {
    const created = await call('post', '/api/tokens').send({
      user: 'admin',
      label: 'a script',
      scope: 'admin',
      expiresAt: '2100-01-01T00:00:00Z',
    });
    expect(created.status).toBe(201);
    const { id, token } = created.body;
    expect(token).toMatch(/^itd_/);
    expect((await call('get', '/api/tokens', token)).status).toBe(200);

    const listed = await call('get', '/api/tokens?user=admin');
    expect(JSON.stringify(listed.body)).toContain('a script');
    expect(JSON.stringify(listed.body)).not.toContain(token.slice(-20));

    const rotated = await call('post', `/api/tokens/${id}/rotate`).send({});
    expect(rotated.status).toBe(200);
    expect((await call('get', '/api/tokens', token)).status).toBe(401);
    expect((await call('get', '/api/tokens', rotated.body.token)).status).toBe(200);

    expect((await call('delete', `/api/tokens/${rotated.body.id}`)).status).toBe(200);
    expect((await call('get', '/api/tokens', rotated.body.token)).status).toBe(401);
  });
});
