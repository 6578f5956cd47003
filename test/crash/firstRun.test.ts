import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { openWriter } from '../../storage/database.ts';
import { buildProgram, callTool, intendant, startServer } from './serverProcess.ts';

beforeAll(buildProgram, 120_000);
let dataDir = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'intendant-first-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const secrets = z.object({ writeToken: z.string(), readToken: z.string(), adminToken: z.string() });

test('a first run that was cut off before anyone was made is finished by the next start', async () => {
  // All that a process leaves that dies right after the migrations.
  await (await openWriter(dataDir)).close();
  const server = startServer(dataDir);
  try {
    const url = await server.url;
    const text = await readFile(join(dataDir, 'first-run.json'), 'utf8');
    const { writeToken } = secrets.parse(JSON.parse(text));
    const input = { project: 'main', title: 'First', body: 'x' };
    expect(await callTool(url, writeToken, 'create_note', input)).toMatchObject({ kind: 'done' });
    expect(await server.stop()).toBe(0);
  } finally {
    await server.kill();
  }
  const listed = z.object({ tokens: z.array(z.unknown()) }).parse(await intendant(dataDir, 'token', 'list'));
  expect(listed.tokens).toHaveLength(3);
}, 60_000);

test('a folder that was set up is left alone by the next start', async () => {
  await intendant(dataDir, 'setup');
  const before = await intendant(dataDir, 'token', 'list');
  const server = startServer(dataDir);
  try {
    await server.url;
    await expect(readFile(join(dataDir, 'first-run.json'))).rejects.toThrow('ENOENT');
    expect(await intendant(dataDir, 'token', 'list')).toEqual(before);
    expect(await server.stop()).toBe(0);
  } finally {
    await server.kill();
  }
}, 60_000);
