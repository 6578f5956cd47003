import { mkdtemp, rm } from 'node:fs/promises';
import type { RequestListener, ServerResponse } from 'node:http';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listen } from '../../../gateway/http/listen.ts';

interface Reply {
  readonly status: number;
  readonly body: string;
  readonly connection: string | undefined;
}

const get = (options: { port?: number; socketPath?: string; agent?: Agent }): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', path: '/', ...options }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        body += part;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body, connection: response.headers.connection }),
      );
    });
    call.on('error', reject).end();
  });

/** A handler that keeps each request until the test ends it. */
const held = (): { handler: RequestListener; next(): Promise<ServerResponse> } => {
  const waiting: ((response: ServerResponse) => void)[] = [];
  return {
    handler: (_request, response) => waiting.shift()?.(response),
    next: () => new Promise((resolve) => waiting.push(resolve)),
  };
};

const here = { host: '127.0.0.1', port: 0 };

test('a running request ends while the server closes; the next finds nobody', async () => {
  const { handler, next } = held();
  const server = await listen(handler, here);
  const port = server.port ?? 0;
  const reached = next();
  const reply = get({ port, agent: new Agent({ keepAlive: true }) });
  const response = await reached;
  const closed = server.close();
  await expect(get({ port })).rejects.toThrow(/ECONNREFUSED/);
  response.end('done');
  expect(await reply).toEqual({ status: 200, body: 'done', connection: 'close' });
  await closed;
});

test('a kept connection without a request does not hold up the close', async () => {
  const server = await listen((_request, response) => response.end('ok'), here);
  const agent = new Agent({ keepAlive: true });
  expect(await get({ port: server.port ?? 0, agent })).toMatchObject({ status: 200, body: 'ok' });
  await server.close();
  agent.destroy();
});

test('closing twice is closing once', async () => {
  const server = await listen((_request, response) => response.end(), here);
  await Promise.all([server.close(), server.close()]);
});

test('an address in use is a rejection', async () => {
  const server = await listen((_request, response) => response.end(), here);
  await expect(listen(() => {}, { host: '127.0.0.1', port: server.port ?? 0 })).rejects.toThrow(/EADDRINUSE/);
  await server.close();
});

test('a Unix socket', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'listen-'));
  const socket = join(folder, 'gateway.sock');
  const server = await listen((_request, response) => response.end('by socket'), { ...here, socket });
  expect(server).toMatchObject({ url: socket, port: null });
  expect((await get({ socketPath: socket })).body).toBe('by socket');
  await server.close();
  await rm(folder, { recursive: true });
});
