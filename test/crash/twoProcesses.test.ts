import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { buildProgram, callTool, intendant, type ServerProcess, startServer } from './serverProcess.ts';

const writers = 16;
const counters = 4;
const increments = 10;

let dataDir = '';
let token = '';
let servers: ServerProcess[] = [];
let urls: string[] = [];
beforeAll(async () => {
  await buildProgram();
  dataDir = await mkdtemp(join(tmpdir(), 'intendant-two-'));
  token = z.object({ writeToken: z.string() }).parse(await intendant(dataDir, 'setup')).writeToken;
  servers = [startServer(dataDir), startServer(dataDir)];
  urls = await Promise.all(servers.map(({ url }) => url));
}, 120_000);
afterAll(async () => {
  for (const server of servers) await server.kill();
  await rm(dataDir, { recursive: true, force: true });
});

const url = (at: number): string => urls[at % urls.length] ?? '';
const noteShape = z.object({ versionToken: z.string(), content: z.string() });
const conflictShape = z.object({
  code: z.literal('versionConflict'),
  versionToken: z.string(),
  diff: z.string(),
});

const readNote = async (at: number, path: string) => {
  const answer = await callTool(url(at), token, 'get_note', { ref: path });
  if (answer.kind !== 'done') throw new Error(`${path} cannot be read.`);
  return noteShape.parse(answer.data);
};
const countIn = (text: string, form: RegExp): number => Number(form.exec(text)?.[1] ?? Number.NaN);

/** Adds one to a counter from a version it read. What a conflict says is all that its retry goes by. */
async function increment(at: number, path: string, from: { count: number; versionToken: string }) {
  let { count, versionToken } = from;
  for (let conflicts = 0; ; conflicts += 1) {
    const answer = await callTool(url(at), token, 'edit_note', {
      ref: path,
      versionToken,
      operation: 'findReplace',
      find: `count: ${count}.`,
      content: `count: ${count + 1}.`,
    });
    if (answer.kind === 'done') {
      return { count: count + 1, versionToken: String(answer.data.versionToken), conflicts };
    }
    if (answer.kind === 'broken') throw new Error('A server is gone.');
    const conflict = conflictShape.parse(answer.error);
    versionToken = conflict.versionToken;
    count = countIn(conflict.diff, /^\+count: (\d+)\.$/m);
  }
}

test(`${writers} writers on two processes: each edit counts once, and both see it at once`, async () => {
  const paths = Array.from({ length: counters }, (_, at) => `counter-${at}.md`);
  for (const path of paths) {
    const input = { project: 'main', path, body: '# Counter\n\ncount: 0.\n' };
    expect(await callTool(url(0), token, 'create_note', input)).toMatchObject({ kind: 'done' });
  }
  const work = async (at: number) => {
    const path = paths[at % counters] ?? '';
    // Two writers of each counter are on the one process, two on the other.
    const [own, other] = [Math.floor(at / counters), Math.floor(at / counters) + 1];
    const { versionToken, content } = await readNote(own, path);
    let state = { count: countIn(content, /count: (\d+)\./), versionToken, conflicts: 0 };
    let conflicts = 0;
    for (let done = 0; done < increments; done += 1) {
      state = await increment(own, path, state);
      conflicts += state.conflicts;
      const seen = await readNote(other, path);
      expect(countIn(seen.content, /count: (\d+)\./)).toBeGreaterThanOrEqual(state.count);
    }
    return conflicts;
  };
  const conflicts = await Promise.all(Array.from({ length: writers }, (_, at) => work(at)));

  for (const path of paths) {
    const wanted = (increments * writers) / counters;
    const [one, other] = [await readNote(0, path), await readNote(1, path)];
    expect(one).toEqual(other);
    expect(countIn(one.content, /count: (\d+)\./)).toBe(wanted);
  }
  // Without conflicts nothing was put to the test.
  expect(conflicts.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(0);
}, 120_000);

test('each process ends as it should, and the database is clean', async () => {
  expect(await intendant(dataDir, 'verify')).toMatchObject({ findings: [] });
  for (const server of servers) expect(await server.stop()).toBe(0);
  expect(await intendant(dataDir, 'verify')).toMatchObject({ findings: [] });
}, 60_000);
