import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Instance, mainJob } from '../bench/mainJob.ts';
import { firstRun } from '../gateway/cli/firstRun.ts';
import { startGateway } from '../gateway/compose.ts';
import { readSettings } from '../gateway/config.ts';

const sample = fileURLToPath(new URL('../bench/sample', import.meta.url));

let dataDir: string;
let gateway: Awaited<ReturnType<typeof startGateway>>;
let instance: Instance;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'intendant-'));
  const variables = { INTENDANT_DATA: dataDir, INTENDANT_PORT: '0', INTENDANT_LOG_LEVEL: 'silent' };
  const settings = readSettings(variables);
  gateway = await startGateway(settings);
  const { adminToken = '', writeToken = '', readToken = '' } = await firstRun(gateway.engine, settings);
  instance = { url: `http://127.0.0.1:${gateway.port}`, tokens: { adminToken, writeToken, readToken } };
});

afterEach(async () => {
  await gateway.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function run(folder: string) {
  const lines: string[] = [];
  const good = await mainJob(instance, [folder], (line) => lines.push(line));
  return { good, failed: lines.filter((line) => !line.startsWith('✓ ')), steps: lines.length };
}

test('the main job goes through on the sample, step by step', async () => {
  expect(await run(sample)).toEqual({ good: true, failed: [], steps: 9 });
});

test('a file that cannot become a note is told, and the job does not pass', async () => {
  const folder = join(dataDir, 'vault');
  await mkdir(folder);
  await writeFile(join(folder, 'bell.md'), 'A bell \u0007 rings.\n');
  const { good, failed } = await run(folder);
  expect(good).toBe(false);
  expect(failed[0]).toContain('bell.md: ');
});
