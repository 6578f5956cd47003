import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { ROOT } from '../architecture/repository.ts';

let server: Server | undefined;
afterEach(() => new Promise<unknown>((done) => (server ? server.close(done) : done(undefined))));

/** A server that answers `/readyz` with `status` and notes the Host header; answers its port. */
function listen(status: number, hosts: (string | undefined)[]): Promise<number> {
  const started = createServer((request, response) => {
    hosts.push(request.headers.host);
    response.writeHead(request.url === '/readyz' ? status : 404).end();
  });
  server = started;
  return new Promise((resolve, reject) => {
    started.listen(0, '127.0.0.1', () => {
      const address = started.address();
      if (address === null || typeof address === 'string') reject(new Error('no port'));
      else resolve(address.port);
    });
  });
}

function check(env: Record<string, string>): Promise<{ code: number; stderr: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [join(ROOT, 'docker/healthcheck.mjs')],
      { env },
      (_error, _stdout, stderr) => resolve({ code: child.exitCode ?? -1, stderr }),
    );
  });
}

test.each([
  [200, '0.0.0.0', 0],
  [200, '127.0.0.1', 0],
  [200, '::', 0],
  [503, '0.0.0.0', 1],
])('status %i on %s: exit code %i', async (status, host, code) => {
  const hosts: (string | undefined)[] = [];
  const port = await listen(status, hosts);
  const result = await check({ INTENDANT_HOST: host, INTENDANT_PORT: String(port) });
  expect(result.code).toBe(code);
  expect(hosts).toEqual([`localhost:${port}`]);
});

test('no server: exit code 1 and the reason', async () => {
  const port = await listen(200, []);
  await new Promise((done) => server?.close(done));
  server = undefined;
  const result = await check({ INTENDANT_PORT: String(port) });
  expect(result).toEqual({ code: 1, stderr: expect.stringContaining('not ready: ') });
});
