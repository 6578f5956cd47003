import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  checkFile,
  checkFolder,
  checkModels,
  checkNode,
  checkServer,
  checkSpace,
} from '../../../gateway/cli/checks.ts';
import { readSettings } from '../../../gateway/config.ts';

const folder = mkdtempSync(join(tmpdir(), 'checks-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['20.20.0', 'ok'],
  ['22.1.0', 'ok'],
  ['20.19.9', 'problem'],
  ['18.20.4', 'problem'],
])('Node.js %s: %s', (version, state) => {
  expect(checkNode(version).state).toBe(state);
});

test.each([
  [0o700, 'ok'],
  [0o750, 'warning'],
])('a data folder of mode %o: %s', async (mode, state) => {
  chmodSync(folder, mode);
  expect((await checkFolder(folder)).state).toBe(state);
});

test.each([
  [0o600, 'ok'],
  [0o644, 'warning'],
])('a database file of mode %o: %s', async (mode, state) => {
  const file = join(folder, 'intendant.db');
  writeFileSync(file, 'x');
  chmodSync(file, mode);
  expect((await checkFile(file)).state).toBe(state);
});

test('what is missing is a problem with advice', async () => {
  for (const check of [await checkFolder(join(folder, 'no')), await checkFile(join(folder, 'no'))]) {
    expect(check).toMatchObject({ state: 'problem', advice: expect.stringContaining('setup') });
  }
});

test('free space is told where the folder exists', async () => {
  expect((await checkSpace(folder))?.found).toMatch(/^\d+\.\d MiB$/);
  expect(await checkSpace(join(folder, 'no'))).toBeNull();
});

test.each([
  [{}, null],
  [{ INTENDANT_MODEL_DIR: folder }, 'ok'],
  [{ INTENDANT_MODEL_DIR: join(folder, 'no') }, 'warning'],
  [{ INTENDANT_MODEL_DIR: join(folder, 'no'), INTENDANT_EMBEDDER: 'transformers' }, 'problem'],
])('model folder with %j: %s', async (env, state) => {
  expect((await checkModels(readSettings(env)))?.state ?? null).toBe(state);
});

test.each([
  [200, 'ok', 'ready at'],
  [503, 'warning', 'answers 503'],
])('a server that answers %d: %s', async (status, state, found) => {
  const server = createServer((_request, response) => response.writeHead(status).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const settings = readSettings({ INTENDANT_PORT: String(port) });
  const answered = await checkServer(settings);
  await new Promise((resolve) => server.close(resolve));
  expect(answered).toMatchObject({ state, found: expect.stringContaining(found) });
  expect(await checkServer(settings)).toMatchObject({
    state: 'ok',
    found: expect.stringContaining('none answers'),
  });
});
