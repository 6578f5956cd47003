import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Instance, openInstance, refused } from './instance.ts';

let instance: Instance;

beforeAll(async () => {
  instance = await openInstance();
});
afterAll(() => instance.close());

const state = async () => {
  const admin = await instance.as('admin');
  const [users, spaces, projects] = [
    await admin.listUsers({}),
    await admin.listSpaces({}),
    await admin.listAllProjects({}),
  ];
  const stored = await instance.writer.db.selectFrom('user').select(['id', 'password']).execute();
  return { ...users, ...spaces, ...projects, stored };
};

test('the first run makes the admin, their page, the space and its root project', async () => {
  expect(await state()).toMatchObject({
    users: [{ name: 'admin', admin: true, disabled: false, locale: 'en' }],
    spaces: [{ handle: 'main', revision: 0 }],
    projects: [{ handle: 'main', name: 'main', notes: 0 }],
  });
  const page = await (await instance.as('admin')).getNote({ ref: 'profile.md' });
  expect(page).toMatchObject({ class: 'profile', content: '# admin\n' });
});

test('a second and a third run change nothing, the password neither', async () => {
  const before = await state();
  expect(await instance.setUp()).toEqual({ madeUser: false });
  expect(await instance.setUp()).toEqual({ madeUser: false });
  expect(await state()).toEqual(before);
});

test('of two first runs at once, one makes all', async () => {
  const empty = await openInstance(false);
  try {
    const runs = await Promise.all([empty.setUp(), empty.setUp()]);
    expect(runs.map((run) => run.madeUser).sort()).toEqual([false, true]);
    const admin = await empty.as('admin');
    expect((await admin.listUsers({})).users).toHaveLength(1);
    expect((await admin.listSpaces({})).spaces).toHaveLength(1);
  } finally {
    await empty.close();
  }
});

test('a first run with a password that is refused makes nothing', async () => {
  const empty = await openInstance(false);
  try {
    expect(await refused(empty.setUp('short'))).toBe('invalidArguments');
    expect(await empty.setUp()).toEqual({ madeUser: true });
  } finally {
    await empty.close();
  }
});

test('the password of the first run is kept, that of the next is not', async () => {
  const stored = async () => (await state()).stored.map((user) => user.password);
  const [before] = await stored();
  expect(before).toMatch(/^scrypt\$/);
  await instance.setUp('another password');
  expect(await stored()).toEqual([before]);
});

test('what was made since is left alone', async () => {
  const admin = await instance.as('admin');
  await admin.createUser({ name: 'ana' });
  await admin.createNote({ project: 'main', title: 'Kept', body: 'x' });
  const before = await state();
  await instance.setUp();
  expect(await state()).toEqual(before);
});

test('a space that got another handle is not made again', async () => {
  await instance.writer.db
    .updateTable('space')
    .set({ handle: 'moved' })
    .where('handle', '=', 'main')
    .execute();
  const before = await state();
  expect(before.spaces).toMatchObject([{ handle: 'moved' }]);
  await instance.setUp();
  expect(await state()).toEqual(before);
});
