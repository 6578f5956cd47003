import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PRODUCT, ROOT } from './repository.ts';

/** Answers with its arguments and exit code, or serves until SIGTERM. */
const MAIN = `
import { word } from '../domain/word.ts';
const [name, code] = process.argv.slice(2);
if (name === 'serve') {
  const idle = setInterval(() => undefined, 60_000);
  process.on('SIGTERM', () => {
    clearInterval(idle);
    console.log('closed');
  });
  console.log('listening');
} else {
  console.log(JSON.stringify([word, ...process.argv.slice(2)]));
  process.exitCode = Number(code ?? 0);
}
`;

let house = '';

beforeAll(async () => {
  house = await mkdtemp(join(tmpdir(), 'bootstrap-'));
  for (const folder of PRODUCT) await mkdir(join(house, folder));
  for (const name of ['bootstrap.mjs', 'package.json', 'package-lock.json', 'tsconfig.json']) {
    await cp(join(ROOT, name), join(house, name));
  }
  await symlink(join(ROOT, 'node_modules'), join(house, 'node_modules'));
  await writeFile(join(house, 'domain/word.ts'), "export const word: string = 'one';\n");
  await writeFile(join(house, 'policies/policy.csv'), 'p, owner, read\n');
  await writeFile(join(house, 'gateway/main.ts'), MAIN);
  await mkdir(join(house, 'docs'));
  await writeFile(join(house, 'docs/agents.md'), '# One\n');
});
afterAll(() => rm(house, { recursive: true, force: true }));

/** Runs npm in the small house; `onOutput` sees everything said so far and the process. */
function npm(args: string[], onOutput?: (text: string, kill: (signal: NodeJS.Signals) => void) => void) {
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    const child = spawn('npm', args, { cwd: house, stdio: ['ignore', 'pipe', 'pipe'] });
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        said[name] += text;
        onOutput?.(said.stdout, (signal) => child.kill(signal));
      });
    }
    child.once('close', (code) => resolve({ code, ...said }));
  });
}

const intendant = (...args: string[]) => npm(['run', '-s', 'intendant', '--', ...args]);

test('the command line builds once; results alone go to stdout, and the exit code is the program’s', async () => {
  const first = await intendant('two words', '3');
  expect(first).toEqual({ code: 3, stdout: '["one","two words","3"]\n', stderr: 'intendant: building.\n' });
  expect(await intendant('again')).toEqual({ code: 0, stdout: '["one","again"]\n', stderr: '' });
  expect(await readdir(join(house, 'dist/policies'))).toEqual(['policy.csv']);
});

test('a changed source is built, a removed one leaves nothing behind', async () => {
  await writeFile(join(house, 'domain/word.ts'), "export const word: string = 'three';\n");
  await writeFile(join(house, 'domain/gone.ts'), 'export const gone = 1;\n');
  expect((await intendant()).stdout).toBe('["three"]\n');
  expect(await readdir(join(house, 'dist/domain'))).toContain('gone.js');
  await rm(join(house, 'domain/gone.ts'));
  expect((await intendant()).stdout).toBe('["three"]\n');
  expect(await readdir(join(house, 'dist/domain'))).toEqual(['word.js', 'word.js.map']);
});

test('the guide that is served is built along, and again when it changes', async () => {
  const served = () => readFile(join(house, 'dist/docs/agents.md'), 'utf8');
  expect(await served()).toBe('# One\n');
  await writeFile(join(house, 'docs/agents.md'), '# Another\n');
  expect((await intendant()).code).toBe(0);
  expect(await served()).toBe('# Another\n');
});

test('several at a time wait for one set-up, also where one died in the middle of it', async () => {
  await writeFile(join(house, 'domain/word.ts'), "export const word: string = 'seven';\n");
  await writeFile(join(house, 'dist/.setup.lock'), '999999999');
  const runs = await Promise.all([intendant('a'), intendant('b'), intendant('c')]);
  expect(runs.map((run) => run.stdout)).toEqual(['["seven","a"]\n', '["seven","b"]\n', '["seven","c"]\n']);
  expect(await readdir(join(house, 'dist'))).not.toContain('.setup.lock');
});

test('a source that does not compile: exit code 1, the place, no result', async () => {
  await writeFile(join(house, 'domain/word.ts'), 'export const word: string = 1;\n');
  const broken = await intendant('x');
  expect(broken).toMatchObject({ code: 1, stdout: '' });
  expect(broken.stderr).toContain('domain/word.ts(1,14)');
  expect((await intendant('x')).code).toBe(1);
  await writeFile(join(house, 'domain/word.ts'), "export const word: string = 'one';\n");
  expect((await intendant('x')).code).toBe(0);
});

test('SIGTERM to npm start reaches the server, and npm waits until it has closed', async () => {
  let sent = false;
  const { code, stdout } = await npm(['start'], (text, kill) => {
    if (sent || !text.includes('listening')) return;
    sent = true;
    kill('SIGTERM');
  });
  expect(stdout).toContain('closed');
  expect(code).toBe(0);
});

test('an unknown command of the set-up is wrong use', async () => {
  const { code, stderr } = await npm(['run', '-s', 'build', '--', 'x']);
  expect([code, stderr]).toEqual([0, '']);
  const child = spawn(process.execPath, [join(house, 'bootstrap.mjs'), 'nothing'], { stdio: 'ignore' });
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(2);
});
