import { execFile, spawn } from 'node:child_process';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { builtMain, variablesFor } from './built.ts';
import { killAtEnd } from './killAtEnd.ts';

const environment = (data: string, port = 0) => ({ PATH: process.env.PATH, ...variablesFor(data, port) });

const setupShape = z.object({
  adminToken: z.string(),
  writeToken: z.string(),
  readToken: z.string(),
});
export type Tokens = z.output<typeof setupShape>;

/** `intendant setup` on an empty data folder: its three tokens. */
export async function setUpFolder(data: string): Promise<Tokens> {
  const { stdout } = await promisify(execFile)(process.execPath, [builtMain, 'setup', '--json'], {
    env: environment(data),
  });
  return setupShape.parse(JSON.parse(stdout));
}

/** The built program's `serve` in a process of its own. */
export interface Served {
  readonly url: string;
  readonly pid: number;
  /** Process start to the first 200 of `/readyz`, in ms. */
  readonly readyAfter: number;
  close(): Promise<void>;
}

export async function serve(data: string): Promise<Served> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const child = spawn(process.execPath, [builtMain, 'serve'], {
    env: environment(data, port),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  killAtEnd(child);
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error('the gateway ended at its start');
    await wait(3);
  }
  const readyAfter = performance.now() - started;
  return {
    url,
    pid: child.pid ?? 0,
    readyAfter,
    close: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const isReady = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const asked = get(`${url}/readyz`, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode === 200));
    });
    asked.on('error', () => resolve(false));
  });

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
