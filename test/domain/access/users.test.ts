import { scryptSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '../../../domain/access/password.ts';
import type { CreateUserInput } from '../../../domain/access/users.ts';
import { type Instance, known, openInstance, refused } from './instance.ts';

let instance: Instance;

beforeAll(async () => {
  instance = await openInstance();
});
afterAll(() => instance.close());

const storedPassword = async (name: string): Promise<string | null> => {
  const row = await instance.writer.db
    .selectFrom('user')
    .select('password')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.password ?? null;
};

/** Whether a stored password is that of the text, worked out from what is stored alone. */
const opens = (stored: string | null, text: string): boolean => {
  const [method, cost, blockSize, parallel, salt = '', key] = known(stored).split('$');
  const derived = scryptSync(text, Buffer.from(salt, 'base64url'), 32, {
    N: Number(cost),
    r: Number(blockSize),
    p: Number(parallel),
    maxmem: 64 * 1024 * 1024,
  });
  return method === 'scrypt' && derived.toString('base64url') === key;
};

describe('making a person', () => {
  test('with a space of their own and the page in it', async () => {
    const admin = await instance.as('admin');
    const made = await admin.createUser({ name: ' Ana Lima ', locale: 'pt-br' });
    expect(made).toEqual({
      id: expect.stringMatching(/^u_[0-9A-Z]{26}$/),
      name: 'Ana Lima',
      admin: false,
      disabled: false,
      locale: 'pt-BR',
    });
    const page = await (await instance.as('Ana Lima')).getNote({ ref: 'profile.md' });
    expect(page).toMatchObject({
      class: 'profile',
      project: null,
      title: 'Ana Lima',
      content: '# Ana Lima\n',
    });
  });

  test('whose page the admin does not find', async () => {
    const admin = await instance.as('admin');
    const { noteId } = await (await instance.as('Ana Lima')).getNote({ ref: 'profile.md' });
    expect(await refused(admin.getNote({ ref: noteId }))).toBe('notFound');
    expect((await admin.getNote({ ref: 'profile.md' })).title).toBe('admin');
  });

  test('without a password there is none', async () => {
    await (await instance.as('admin')).createUser({ name: 'silent' });
    expect(await storedPassword('silent')).toBeNull();
  });

  test('who is an admin may do what an admin may', async () => {
    const admin = await instance.as('admin');
    expect((await admin.createUser({ name: 'second', admin: true })).admin).toBe(true);
    const { users } = await (await instance.as('second')).listUsers({});
    expect(users.map((user) => user.name)).toContain('second');
  });

  test.each<[string, CreateUserInput]>([
    ['alreadyExists', { name: 'admin' }],
    ['alreadyExists', { name: ' ADMIN ' }],
    ['invalidArguments', { name: '' }],
    ['invalidArguments', { name: 'two\nlines' }],
    ['invalidArguments', { name: 'a\tb' }],
    ['invalidArguments', { name: 'x'.repeat(101) }],
    ['invalidArguments', { name: 'late', password: 'short' }],
    ['invalidArguments', { name: 'late', password: 'x'.repeat(1_001) }],
    ['invalidArguments', { name: 'late', locale: 'not a language' }],
    ['invalidArguments', { name: 'late', locale: '' }],
  ])('%s: %j leaves nothing behind', async (code, input) => {
    const admin = await instance.as('admin');
    const count = async () => {
      const spaces = await instance.writer.db.selectFrom('space').select('id').execute();
      return [(await admin.listUsers({})).users.length, spaces.length];
    };
    const before = await count();
    expect(await refused(admin.createUser(input))).toBe(code);
    expect(await count()).toEqual(before);
  });
});

describe('passwords', () => {
  test('are kept as scrypt with a salt of their own', async () => {
    const [one, other] = [await hashPassword('correct horse'), await hashPassword('correct horse')];
    expect(one).toMatch(/^scrypt\$32768\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
    expect(one).not.toBe(other);
    expect([opens(one, 'correct horse'), opens(other, 'correct horse')]).toEqual([true, true]);
    expect([opens(one, 'correct horsE'), opens(one, '')]).toEqual([false, false]);
  });

  test('are set by their person and by the admin', async () => {
    const admin = await instance.as('admin');
    await admin.createUser({ name: 'ben', password: 'the first one' });
    expect(opens(await storedPassword('ben'), 'the first one')).toBe(true);
    await (await instance.as('ben')).setPassword({ name: 'BEN', password: 'the second one' });
    expect(opens(await storedPassword('ben'), 'the second one')).toBe(true);
    await admin.setPassword({ name: 'ben', password: 'the third one' });
    expect(opens(await storedPassword('ben'), 'the third one')).toBe(true);
  });

  test.each(['admin', 'nobody'])('a person does not set that of %s', async (name) => {
    const before = await storedPassword('admin');
    const work = (await instance.as('ben')).setPassword({ name, password: 'long enough' });
    expect(await refused(work)).toBe('insufficientScope');
    expect(await storedPassword('admin')).toBe(before);
  });

  test.each(['read', 'write'] as const)('nor does an agent with a %s token', async (scope) => {
    const agent = await instance.holding((await instance.token('admin', { scope })).token);
    const work = agent.setPassword({ name: 'admin', password: 'long enough' });
    expect(await refused(work)).toBe('insufficientScope');
  });
});

describe('disabling', () => {
  test('the last admin stays; one of two may go, themselves too', async () => {
    const own = await openInstance();
    try {
      const admin = await own.as('admin');
      await admin.createUser({ name: 'ben' });
      const disable = (name: string) => admin.setDisabled({ name, disabled: true });
      expect(await refused(disable('admin'))).toBe('invalidArguments');
      await admin.createUser({ name: 'second', admin: true });
      await disable('second');
      expect(await refused(disable('admin'))).toBe('invalidArguments');
      await admin.setDisabled({ name: 'second', disabled: false });
      await disable('ben');
      await disable('admin');
      const { users } = await (await own.as('second')).listUsers({});
      expect(users.map(({ name, disabled }) => [name, disabled])).toEqual([
        ['admin', true],
        ['ben', true],
        ['second', false],
      ]);
      expect(await refused(disable('second'))).toBe('insufficientScope');
    } finally {
      await own.close();
    }
  });

  test('an unknown name is not there', async () => {
    const admin = await instance.as('admin');
    expect(await refused(admin.setDisabled({ name: 'nobody', disabled: true }))).toBe('notFound');
  });
});

describe('what the admin alone may do', () => {
  test.each(['a person', 'an agent of the admin'])('%s may not', async (who) => {
    const engine =
      who === 'a person'
        ? await instance.as('ben')
        : await instance.holding((await instance.token('admin', { scope: 'write' })).token);
    const calls = [
      engine.createUser({ name: 'mallory' }),
      engine.listUsers({}),
      engine.setDisabled({ name: 'ben', disabled: true }),
      engine.createSpace({ handle: 'mine' }),
      engine.listSpaces({}),
      engine.createProject({ space: 'main', slug: 'mine' }),
      engine.listAllProjects({}),
    ];
    expect(await Promise.all(calls.map(refused))).toEqual(calls.map(() => 'insufficientScope'));
  });
});
