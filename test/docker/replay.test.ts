import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { ROOT } from '../architecture/repository.ts';
import { canConfine, confined, USER } from './confine.ts';
import { environmentOf, parseDockerfile, stepsOf } from './dockerfile.ts';
import { replay } from './replay.ts';

const mayConfine = canConfine();
const Settings = z.object({
  services: z.object({ intendant: z.object({ environment: z.record(z.string(), z.string()) }) }),
});

let folder = '';
let stages: ReturnType<typeof parseDockerfile> = [];
let composed: Record<string, string> = {};

beforeAll(async () => {
  stages = parseDockerfile(await readFile(join(ROOT, 'docker/Dockerfile'), 'utf8'));
  composed = Settings.parse(parse(await readFile(join(ROOT, 'docker/compose.yaml'), 'utf8'))).services
    .intendant.environment;
  folder = await mkdtemp(join(tmpdir(), 'image-'));
  await chmod(folder, 0o755);
  await replay(stages, ROOT, folder);
}, 180_000);
afterAll(() => rm(folder, { recursive: true, force: true }), 60_000);

test('a machine that says it can run the image as confined as compose.yaml does', () => {
  expect(mayConfine || process.env.REQUIRE_READ_ONLY_ROOT !== '1').toBe(true);
});

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address === null || typeof address === 'string'
          ? reject(new Error('no port'))
          : resolve(address.port),
      );
    });
  });
}

/** Starts what the stage's CMD says, with its ENV and compose.yaml's settings, on a data folder of its own. */
async function start(name: string) {
  const steps = stepsOf(stages, name);
  const data = join(folder, `${name}-data`);
  const app = join(folder, name, 'app');
  await mkdir(data, { mode: 0o700 });
  if (mayConfine) await chown(data, USER, USER);
  const inside = (value: string) => (value === '/data' ? data : value);
  const image = Object.entries(environmentOf(steps)).map(([key, value]) => [key, inside(value)] as const);
  const port = await freePort();
  const env = {
    PATH: process.env.PATH,
    ...Object.fromEntries(image),
    ...composed,
    INTENDANT_PORT: String(port),
  };
  const command = steps.findLast((step) => step.keyword === 'CMD')?.words ?? [];
  const [program = '', ...args] = mayConfine ? confined(data, app, command) : command;
  const server = spawn(program, args, { cwd: app, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<number | null>((resolve) => server.once('close', resolve));
  return {
    server,
    app,
    data,
    env,
    port,
    ended,
    output: () => output,
    check: healthCheck(steps, app, env, server),
  };
}

/** Runs the image's own health check until it passes, or until the server has ended; answers whether it passed. */
function healthCheck(
  steps: ReturnType<typeof stepsOf>,
  cwd: string,
  env: NodeJS.ProcessEnv,
  server: ChildProcess,
) {
  const text = steps.findLast((step) => step.keyword === 'HEALTHCHECK')?.text ?? '';
  const [program = '', ...args] = z.array(z.string()).parse(JSON.parse(text.slice(text.indexOf('['))));
  return async (): Promise<boolean> => {
    while (server.exitCode === null && server.signalCode === null) {
      const probe = spawn(program, args, { cwd, env, stdio: 'ignore' });
      const code = await new Promise((resolve) => probe.once('close', resolve));
      if (code === 0) return true;
    }
    return false;
  };
}

async function listing(path: string): Promise<string[]> {
  return (await readdir(path, { recursive: true })).sort();
}

describe.each(['full', 'slim'])('the image %s, built again in a clean folder', (name) => {
  test('holds the program and no development package', async () => {
    const app = join(folder, name, 'app');
    const has = (name: string) => existsSync(join(app, 'node_modules', name, 'package.json'));
    expect(
      ['express', 'better-sqlite3', 'typescript', 'vitest', '@biomejs/biome', 'knip'].filter(has),
    ).toEqual(['express', 'better-sqlite3']);
    expect((await readdir(app)).sort()).toEqual([
      'LICENSE',
      'dist',
      'docker',
      'node_modules',
      'package.json',
    ]);
    const loads = spawnSync(process.execPath, ['-e', "new (require('better-sqlite3'))(':memory:')"], {
      cwd: app,
    });
    expect(loads.status).toBe(0);
  });

  test('gets ready, keeps its secrets in the volume, writes nowhere else and ends on SIGTERM', async () => {
    const run = await start(name);
    try {
      const before = await listing(run.app);
      expect(await run.check(), run.output()).toBe(true);
      expect((await fetch(`http://127.0.0.1:${run.port}/readyz`)).status).toBe(200);
      const secrets = await stat(join(run.data, 'first-run.json'));
      expect(secrets.mode & 0o777).toBe(0o600);
      expect(run.output()).not.toMatch(/itd_\w/);
      expect(await listing(run.app)).toEqual(before);
    } finally {
      run.server.kill('SIGTERM');
    }
    expect(await run.ended, run.output()).toBe(0);
  }, 60_000);
});
