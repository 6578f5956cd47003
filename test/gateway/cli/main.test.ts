import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runInside } from './runInside.ts';

const empty = mkdtempSync(join(tmpdir(), 'cli-'));
afterAll(() => rmSync(empty, { recursive: true }));

describe('help is a result', () => {
  test.each([
    [['--help'], /Commands:[\s\S]*setup[\s\S]*serve[\s\S]*doctor/],
    [['help'], /Commands:/],
    [['token', '--help'], /create[\s\S]*list[\s\S]*rotate[\s\S]*revoke/],
    [['help', 'token', 'create'], /--scope <scope>/],
    [['serve', '--help'], /--host[\s\S]*--port[\s\S]*--socket[\s\S]*--data[\s\S]*--json/],
    [['--version'], /^1\.2\.3\n$/],
  ])('%j', async (words, expected) => {
    const { code, out, err } = await runInside(words);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(expected);
  });

  test.each([
    ['setup', []],
    ['serve', []],
    ['verify', []],
    ['doctor', []],
    ['token', ['create', 'list', 'rotate', 'revoke']],
    ['user', ['create', 'list', 'password', 'disable']],
    ['space', ['create', 'list']],
    ['project', ['create', 'list']],
    ['member', ['set']],
    ['trash', ['list', 'restore', 'purge']],
  ])('%s has --data and --json on every command', async (group, names) => {
    for (const words of names.length === 0 ? [[group]] : names.map((name) => [group, name])) {
      const { out } = await runInside([...words, '--help']);
      expect(out).toContain(`intendant ${words.join(' ')}`);
      expect(out).toMatch(/--data <dir>[\s\S]*--json/);
    }
  });
});

describe('wrong use: exit code 2, nothing on stdout', () => {
  test.each([
    [[], /Commands:/],
    [['token'], /create/],
    [['tokn'], /unknown command 'tokn'[\s\S]*Did you mean token/],
    [['--nope'], /unknown option '--nope'/],
    [['setup', 'extra'], /too many arguments/],
    [['token', 'create'], /--user/],
    [['token', 'create', '--user', 'a'], /--scope/],
    [['token', 'create', '--user', 'a', '--scope', 'root'], /Allowed choices are read, write, admin/],
    [['token', 'create', '--user', 'a', '--scope', 'read', '--expires', 'soon'], /"soon" is not a duration/],
    [['token', 'create', '--user', 'a', '--scope', 'read', '--rate', 'x'], /rate: /],
    [['token', 'create', '--user', 'a', '--scope', 'read', '--labl', 'x'], /Did you mean --label/],
    [['token', 'revoke'], /missing required argument 'id'/],
    [['trash', 'purge', 'n_1'], /--confirm/],
    [['trash', 'purge', 'n_1', '--confirm', 'all'], /confirm: /],
    [['member', 'set', '--user', 'a', '--role', 'boss', '--space', 'main'], /Allowed choices/],
    [['member', 'set', '--user', 'a', '--role', 'owner'], /one place/],
    [['project', 'create', 'main'], /space\/slug/],
    [['serve', '--port', '70000'], /INTENDANT_PORT \(--port\) is "70000"/],
    [['serve', '--host', '0.0.0.0'], /INTENDANT_HOST \(--host\)/],
    [['user', 'create', 'a', '--password-stdin'], /Nothing came from stdin/],
  ])('%j', async (words, expected) => {
    const { code, out, err } = await runInside(words, { env: { INTENDANT_DATA: empty } });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(expected);
    expect(readdirSync(empty)).toEqual([]);
  });

  test('a setting that cannot be used', async () => {
    const { code, err } = await runInside(['token', 'list'], {
      env: { INTENDANT_DTAA: empty, INTENDANT_PORT: 'x' },
    });
    expect(code).toBe(2);
    expect(err).toMatch(/did you mean INTENDANT_DATA\?[\s\S]*INTENDANT_PORT \(--port\) is "x"/);
  });

  test('with --json the error is JSON on stderr', async () => {
    const { out, err } = await runInside(['token', 'rotate', 'abc', '--overlap', '1x', '--json']);
    expect(out).toBe('');
    expect(JSON.parse(err)).toMatchObject({ error: { code: 'invalidArguments', hint: expect.any(String) } });
  });
});

describe('a folder without a database: exit code 1, and none is made', () => {
  test.each([
    [['token', 'list']],
    [['trash', 'list']],
    [['trash', 'restore', 'n_1']],
    [['user', 'list']],
    [['project', 'create', 'main/a']],
    [['verify']],
    [['doctor']],
  ])('%j', async (words) => {
    const { code, out, err } = await runInside([...words, '--data', empty]);
    expect(code).toBe(1);
    expect(out + err).toContain('intendant setup');
    expect(readdirSync(empty)).toEqual([]);
  });

  test('doctor answers in JSON too, with what to do', async () => {
    const { out } = await runInside(['doctor', '--json', '--data', empty]);
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      checks: expect.arrayContaining([expect.objectContaining({ name: 'Database file', state: 'problem' })]),
    });
  });
});
