import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Around, runInside } from './runInside.ts';

const root = mkdtempSync(join(tmpdir(), 'commands-'));
const data = join(root, 'data');
const env = { INTENDANT_DATA: data, INTENDANT_EMBEDDER: 'none' };
afterAll(() => rmSync(root, { recursive: true }));

const run = (words: readonly string[], around: Around = {}) => runInside(words, { env, ...around });

const json = async <T>(words: readonly string[], shape: z.ZodType<T>, around: Around = {}): Promise<T> => {
  const { code, out, err } = await run([...words, '--json'], around);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out.trimEnd().split('\n')).toHaveLength(1);
  return shape.parse(JSON.parse(out));
};

const anything = z.record(z.string(), z.unknown());

const secrets = z.object({
  password: z.string(),
  adminToken: z.string().regex(/^itd_/),
  writeToken: z.string().regex(/^itd_/),
  readToken: z.string().regex(/^itd_/),
});
let first: z.output<typeof secrets>;

beforeAll(async () => {
  first = await json(['setup'], secrets);
});

describe('setup', () => {
  test('a second run makes nothing and shows no secret', async () => {
    expect(await json(['setup'], anything)).toEqual({
      dataDir: data,
      url: 'http://127.0.0.1:7331',
      user: 'admin',
      space: 'main',
      project: 'main',
    });
    const { code, out } = await run(['setup']);
    expect(code).toBe(0);
    expect(out).toContain('nothing was made');
    for (const secret of Object.values(first)) expect(out).not.toContain(secret);
  });

  test('the data folder is closed to others', () => {
    expect(statSync(data).mode & 0o777).toBe(0o700);
    expect(statSync(join(data, 'intendant.db')).mode & 0o777).toBe(0o600);
  });
});

describe('tokens', () => {
  const token = z.object({ id: z.string(), token: z.string() });
  const tokens = z.object({ tokens: z.array(z.object({ id: z.string(), label: z.string() }).loose()) });

  test('create with an expiry, list, rotate, revoke', async () => {
    const words = [
      'token',
      'create',
      '--user',
      'admin',
      '--scope',
      'read',
      '--label',
      'weekly',
      '--expires',
      '90d',
    ];
    const made = await json([...words, '--project', 'main'], token.loose());
    expect(made.token).toMatch(new RegExp(`^itd_${made.id}_`));
    expect(made.expiresAt).toBe('2030-04-01T00:00:00.000Z');
    const before = await json(['token', 'list', '--user', 'admin'], tokens);
    expect(before.tokens.map(({ label }) => label)).toContain('weekly');
    const next = await json(['token', 'rotate', made.id, '--overlap', '1h'], token);
    expect(next.token).not.toBe(made.token);
    expect((await run(['token', 'revoke', next.id])).code).toBe(0);
    const listed = await run(['token', 'list']);
    expect(listed.out).toMatch(/^ID +USER +SCOPE/);
    expect(listed.out).not.toContain(next.token);
  });

  test.each([
    [['token', 'revoke', 'nothing']],
    [['token', 'create', '--user', 'nobody', '--scope', 'read']],
    [['token', 'create', '--user', 'admin', '--scope', 'read', '--project', 'nowhere']],
  ])('%j fails with exit code 1 and says why', async (words) => {
    const { code, out, err } = await run(words);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/\.\n.+\.\n$/);
  });
});

describe('people and places', () => {
  test('a person with a made password, a space, a project, a role', async () => {
    const made = await json(
      ['user', 'create', 'maria', '--locale', 'pt-BR'],
      z.object({ password: z.string().min(20) }),
    );
    const again = await json(['user', 'password', 'maria'], z.object({ password: z.string() }));
    expect(again.password).not.toBe(made.password);
    const own = await run(['user', 'password', 'maria', '--password-stdin'], {
      input: 'correct horse battery\n',
    });
    expect(own.code).toBe(0);
    expect(own.out).not.toContain('correct horse');
    await json(['space', 'create', 'research', '--name', 'Research'], anything);
    await json(['project', 'create', 'research/birds'], anything);
    await json(
      ['member', 'set', '--user', 'maria', '--role', 'editor', '--project', 'research/birds'],
      anything,
    );
    await json(
      ['member', 'set', '--user', 'maria', '--role', 'none', '--project', 'research/birds'],
      anything,
    );
    await json(['user', 'disable', 'maria'], anything);
    expect((await run(['user', 'list'])).out).toMatch(/maria +disabled/);
    expect((await run(['space', 'list'])).out).toContain('research');
    expect((await run(['project', 'list'])).out).toContain('research/birds');
    expect((await run(['space', 'create', 'research'])).code).toBe(1);
  });
});

describe('trash', () => {
  test('is empty at first; purging it needs the right number', async () => {
    expect(await json(['trash', 'list', '--space', 'main'], anything)).toMatchObject({ items: [], total: 0 });
    expect((await run(['trash', 'restore', 'n_00000000000000000000000000'])).code).toBe(1);
    expect((await run(['trash', 'list', '--space', 'elsewhere'])).code).toBe(1);
    expect((await run(['trash', 'restore'])).code).toBe(2);
    expect((await run(['trash', 'purge', '--all', 'n_1', '--confirm', '1'])).code).toBe(2);
  });
});

describe('verify and doctor', () => {
  test('verify finds nothing in a new database', async () => {
    expect(await run(['verify'])).toMatchObject({ code: 0, out: 'The database is sound.\n' });
  });

  test('doctor tells versions, folder, database and server', async () => {
    const { out, code } = await run(['doctor']);
    expect(code).toBe(0);
    for (const name of [
      'Node.js',
      'SQLite',
      'Data folder',
      'Database file',
      'Free disk space',
      'Embedder',
      'Server',
    ]) {
      expect(out).toContain(`${name}: `);
    }
  });
});

describe('serve', () => {
  const served = z.object({ url: z.string(), page: z.string(), mcp: z.string(), dataDir: z.string() });
  const words = ['serve', '--port', '0'];

  test('on a terminal the first run shows the secrets and a line for MCP clients', async () => {
    const around = { env: { ...env, INTENDANT_DATA: join(root, 'terminal') }, terminal: true };
    const { code, out } = await runInside(words, around);
    expect(code).toBe(0);
    expect(out).toMatch(/http:\/\/127\.0\.0\.1:\d+\/admin/);
    expect(out).toMatch(
      /claude mcp add .*http:\/\/127\.0\.0\.1:[1-9]\d*\/mcp --header "Authorization: Bearer itd_/,
    );
    const later = await runInside(words, around);
    expect(later.out).not.toContain('itd_');
    expect(later.out).toContain('/admin');
  });

  test('without one they go to a file of our own, and only its name is shown', async () => {
    const folder = join(root, 'service');
    const { code, out, err } = await runInside(words, { env: { ...env, INTENDANT_DATA: folder } });
    expect(code).toBe(0);
    const file = join(folder, 'first-run.json');
    expect(out).toContain(file);
    expect(out + err).not.toContain('itd_');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(secrets.safeParse(JSON.parse(readFileSync(file, 'utf8'))).success).toBe(true);
  });

  test('answers while it runs, lets commands work beside it, and ends when asked', async () => {
    let stop = () => {};
    const stopped = new Promise<void>((resolve) => {
      stop = resolve;
    });
    let ready = (_line: string) => {};
    const line = new Promise<string>((resolve) => {
      ready = resolve;
    });
    const running = run([...words, '--json'], { onOut: ready, stopped: () => stopped });
    const { url, mcp } = served.parse(JSON.parse(await Promise.race([line, running.then(({ err }) => err)])));
    expect(mcp).toBe(`${url}/mcp`);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect((await run(['trash', 'list'])).code).toBe(0);
    const { out } = await run(['doctor'], { env: { ...env, INTENDANT_PORT: new URL(url).port } });
    expect(out).toContain(`Server: ready at ${url}`);
    stop();
    expect((await running).code).toBe(0);
    await expect(fetch(`${url}/readyz`)).rejects.toThrow();
  });
});
