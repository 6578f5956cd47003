import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role, Scope } from '../../../domain/actor.ts';
import type { Act } from '../../../domain/ports.ts';
import { type Instance, openInstance, refused } from './instance.ts';

const acts: readonly Act[] = ['read', 'write', 'restoreOwn', 'restoreAny', 'purge', 'manage'];

/** What each person may do in the project with an admin token: the table of spec/access.md. */
const byRole: Record<string, readonly Act[]> = {
  stranger: [],
  reader: ['read'],
  editor: ['read', 'write', 'restoreOwn'],
  owner: acts,
  admin: acts,
};
/** What a token may do at most. */
const byScope: Record<Scope, readonly Act[]> = { read: ['read'], write: ['read', 'write'], admin: acts };

let instance: Instance;
let openId: string;
let rootId: string;

beforeAll(async () => {
  instance = await openInstance();
  const admin = await instance.as('admin');
  await admin.createProject({ space: 'main', slug: 'open' });
  await admin.createProject({ space: 'main', slug: 'shut' });
  await admin.createSpace({ handle: 'other' });
  for (const name of ['stranger', 'reader', 'editor', 'owner']) await admin.createUser({ name });
  for (const role of ['reader', 'editor', 'owner'] as const)
    await admin.setMember({ user: role, role, project: 'main/open' });
  const idOf = (handle: string) =>
    instance.writer.transact(async (stores) => (await stores.projects.byHandle(handle))?.id ?? '');
  [openId, rootId] = [await idOf('main/open'), await idOf('main')];
});
afterAll(() => instance.close());

/** The acts that a token may do in a project; null is the personal space. */
const allowed = (token: string, projectId: string | null): Promise<Act[]> =>
  instance.within(token, async ({ access }) => acts.filter((act) => access.may(act, projectId)));

const people = ['stranger', 'reader', 'editor', 'owner', 'admin'];
const scopes = ['read', 'write', 'admin'] as const;

describe('scope and role together', () => {
  test.each(people.flatMap((who) => scopes.map((scope) => [who, scope] as const)))(
    '%s with a %s token',
    async (who, scope) => {
      const { token } = await instance.token(who, { scope });
      const wanted = acts.filter((act) => byRole[who]?.includes(act) && byScope[scope].includes(act));
      expect(await allowed(token, openId)).toEqual(wanted);
    },
  );

  test.each(people)('%s with a token for no project may do nothing in any', async (who) => {
    const { token } = await instance.token(who, { scope: 'admin', projects: [] });
    expect(await allowed(token, openId)).toEqual([]);
    const seen = await instance.within(token, async ({ access }) => [
      [...access.projects.keys()],
      access.visible,
    ]);
    expect(seen).toEqual([[], { projectIds: [], personalSpaceId: null, personalClasses: [] }]);
  });

  test('the admin with a token for one project has that one', async () => {
    const { token } = await instance.token('admin', { scope: 'admin', projects: ['main/open'] });
    expect(await allowed(token, openId)).toEqual(acts);
    expect(await allowed(token, rootId)).toEqual([]);
  });

  test('a project that is not there allows nothing, nor does a handle for an id', async () => {
    const { token } = await instance.token('admin', { scope: 'admin' });
    expect(await allowed(token, 'p_nothing')).toEqual([]);
    expect(await allowed(token, 'main/open')).toEqual([]);
    expect(await allowed(token, '')).toEqual([]);
  });
});

describe('a personal space', () => {
  test.each(scopes)('is its user’s own: a %s token may there what its scope may', async (scope) => {
    const { token } = await instance.token('stranger', { scope });
    expect(await allowed(token, null)).toEqual(byScope[scope]);
  });

  test.each<[object, boolean]>([
    [{}, true],
    [{ memory: false }, false],
    [{ projects: [] }, false],
    [{ projects: [], memory: true }, true],
  ])('with %j it is open: %s', async (input, open) => {
    const { token } = await instance.token('editor', input);
    expect(await allowed(token, null)).toEqual(open ? ['read', 'write'] : []);
  });

  test('is closed to the admin: theirs is the only one they see', async () => {
    const { token } = await instance.token('admin', { scope: 'admin' });
    const spaces = await instance.within(token, async ({ access, stores }) => ({
      seen: access.visible.personalSpaceId,
      own: (await stores.people.userByName('admin'))?.personalSpaceId,
      other: (await stores.people.userByName('editor'))?.personalSpaceId,
      projects: [...access.projects.values()].map((project) => project.spaceId),
    }));
    expect(spaces.seen).toBe(spaces.own);
    expect(spaces.seen).not.toBe(spaces.other);
    expect(spaces.projects).not.toContain(spaces.other);
  });

  test('has no handle and is in no list', async () => {
    const admin = await instance.as('admin');
    const { spaces } = await admin.listSpaces({});
    expect(spaces.map((space) => space.handle)).toEqual(['main', 'other']);
    expect(await refused(admin.setMember({ user: 'reader', role: 'owner', space: 'editor' }))).toBe(
      'notFound',
    );
    expect(await refused(admin.createProject({ space: 'editor', slug: 'spy' }))).toBe('notFound');
  });
});

describe('members', () => {
  const rolesOf = async (user: string): Promise<Record<string, string>> => {
    const { projects } = await (await instance.as(user)).whoami({});
    return Object.fromEntries(projects.map(({ handle, role }) => [handle, role]));
  };

  test('a role in a project overrides that in its space, up and down', async () => {
    const admin = await instance.as('admin');
    await admin.createUser({ name: 'ana' });
    const give = (role: Role | null, place: { project?: string; space?: string }) =>
      admin.setMember({ user: 'ANA', role, ...place });
    expect(await rolesOf('ana')).toEqual({});
    await give('editor', { space: 'main' });
    expect(await rolesOf('ana')).toEqual({ main: 'editor', 'main/open': 'editor', 'main/shut': 'editor' });
    await give('reader', { project: 'main/open' });
    await give('owner', { project: 'main/shut' });
    expect(await rolesOf('ana')).toEqual({ main: 'editor', 'main/open': 'reader', 'main/shut': 'owner' });
    await give(null, { space: 'main' });
    expect(await rolesOf('ana')).toEqual({ 'main/open': 'reader', 'main/shut': 'owner' });
    await give(null, { project: 'main/open' });
    await give(null, { project: 'main/shut' });
    expect(await rolesOf('ana')).toEqual({});
  });

  test('a role in the root project is not one in the projects below', async () => {
    const admin = await instance.as('admin');
    await admin.createUser({ name: 'ben' });
    await admin.setMember({ user: 'ben', role: 'owner', project: 'main' });
    expect(await rolesOf('ben')).toEqual({ main: 'owner' });
  });

  test.each<[string, { project?: string; space?: string }, string | null]>([
    ['owner', { project: 'main/open' }, null],
    ['owner', { project: 'main/shut' }, 'notFound'],
    ['owner', { space: 'main' }, 'insufficientScope'],
    ['editor', { project: 'main/open' }, 'insufficientScope'],
    ['reader', { project: 'main/open' }, 'insufficientScope'],
    ['stranger', { project: 'main/open' }, 'notFound'],
    ['stranger', { space: 'nowhere' }, 'insufficientScope'],
    ['admin', { project: 'main/open' }, null],
    ['admin', { space: 'main' }, null],
    ['admin', { space: 'nowhere' }, 'notFound'],
    ['admin', {}, 'invalidArguments'],
    ['admin', { project: 'main/open', space: 'main' }, 'invalidArguments'],
  ])('by %s in %j: %s', async (who, place, code) => {
    const work = (await instance.as(who)).setMember({ user: 'ben', role: 'reader', ...place });
    if (code === null) expect(await work).toEqual({ user: 'ben', role: 'reader' });
    else expect(await refused(work)).toBe(code);
  });

  test('who may not give roles does not learn who is there', async () => {
    const editor = await instance.as('editor');
    const codes = ['ben', 'nobody'].map((user) =>
      refused(editor.setMember({ user, role: 'reader', project: 'main/open' })),
    );
    expect(await Promise.all(codes)).toEqual(['insufficientScope', 'insufficientScope']);
  });

  test.each(['read', 'write'] as const)('an owner’s agent with a %s token gives no roles', async (scope) => {
    const agent = await instance.holding((await instance.token('owner', { scope })).token);
    const work = agent.setMember({ user: 'ben', role: 'owner', project: 'main/open' });
    expect(await refused(work)).toBe('insufficientScope');
  });

  test('a role counts at the very next call of a token made before', async () => {
    const admin = await instance.as('admin');
    await admin.createUser({ name: 'cleo' });
    const { token } = await instance.token('cleo', {});
    const set = (role: Role | null) => admin.setMember({ user: 'cleo', role, project: 'main/open' });
    expect(await allowed(token, openId)).toEqual([]);
    await set('editor');
    expect(await allowed(token, openId)).toEqual(['read', 'write']);
    await set('reader');
    expect(await allowed(token, openId)).toEqual(['read']);
    await set(null);
    expect(await allowed(token, openId)).toEqual([]);
  });
});
