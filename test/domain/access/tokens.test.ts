import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreateTokenInput } from '../../../domain/access/tokens.ts';
import { type Instance, known, minute, openInstance, refused, start } from './instance.ts';

let instance: Instance;

beforeAll(async () => {
  instance = await openInstance();
  const admin = await instance.as('admin');
  await admin.createProject({ space: 'main', slug: 'open' });
  await admin.createProject({ space: 'main', slug: 'shut' });
  for (const name of ['ana', 'ben']) {
    await admin.createUser({ name });
    await admin.setMember({ user: name, role: 'editor', project: 'main/open' });
  }
});
afterAll(() => instance.close());

describe('what is made', () => {
  test('a plain token: no restriction, memory, no document verbs, for ever', async () => {
    const { token, id, ...rest } = await instance.token('ana', { label: '  Laptop ' });
    expect(token).toMatch(new RegExp(`^itd_${id}_[\\w-]{43}$`));
    expect(rest).toEqual({
      user: 'ana',
      label: 'Laptop',
      scope: 'write',
      projects: null,
      tools: null,
      memory: true,
      databaseTools: false,
      ratePerMinute: null,
      createdAt: new Date(start).toISOString(),
      expiresAt: null,
      revokedAt: null,
      lastUsedAt: null,
    });
  });

  test.each<[Partial<CreateTokenInput>, object]>([
    [{ projects: ['main/open'] }, { projects: ['main/open'], memory: false }],
    [
      { projects: ['main/open'], memory: true },
      { projects: ['main/open'], memory: true },
    ],
    [{ projects: [] }, { projects: [], memory: false }],
    [{ projects: [' MAIN/Open/ ', 'main/open'] }, { projects: ['main/open'] }],
    [{ memory: false }, { projects: null, memory: false }],
    [{ tools: [] }, { tools: [], memory: true }],
    [
      { tools: ['get_note', 'documents.search', 'get_note'] },
      { tools: ['get_note', 'documents.search'], projects: null },
    ],
    [{ ratePerMinute: 0 }, { ratePerMinute: 0 }],
    [{ databaseTools: true }, { databaseTools: true }],
    [{ expiresAt: '2030-01-02' }, { expiresAt: '2030-01-02T00:00:00.000Z' }],
    [{ expiresAt: '2030-01-01T02:00:00+01:00' }, { expiresAt: '2030-01-01T01:00:00.000Z' }],
    [{ label: 'x'.repeat(100) }, { label: 'x'.repeat(100) }],
  ])('%j gives %j, and is what the token then has', async (input, wanted) => {
    const { token, ...view } = await instance.token('ana', input);
    expect(view).toMatchObject(wanted);
    const { tokens } = await (await instance.as('ana')).listTokens({});
    expect(tokens.find((each) => each.id === view.id)).toEqual(view);
    const actor = known(await instance.actorOf(token));
    expect(actor.token).toMatchObject({ memory: view.memory, tools: view.tools });
    expect(actor.token?.projects?.length).toBe(view.projects?.length);
  });

  test('projects are kept by id', async () => {
    const { token } = await instance.token('ana', { projects: ['main/open'] });
    expect(known(await instance.actorOf(token)).token?.projects).toEqual([
      expect.stringMatching(/^p_[0-9A-Z]{26}$/),
    ]);
  });

  test.each<[string, Partial<CreateTokenInput>]>([
    ['invalidArguments', { label: ' ' }],
    ['invalidArguments', { label: 'x'.repeat(101) }],
    ['invalidArguments', { label: 'two\nlines' }],
    ['invalidArguments', { label: 'bell\u0007' }],
    ['invalidArguments', { label: 'half \ud800' }],
    ['invalidArguments', { expiresAt: new Date(start).toISOString() }],
    ['invalidArguments', { expiresAt: '2029-12-31' }],
    ['invalidArguments', { expiresAt: 'tomorrow' }],
    ['invalidArguments', { expiresAt: 'Jan 1 2031' }],
    ['invalidArguments', { expiresAt: '2031-13-01' }],
    ['invalidArguments', { expiresAt: '2031-01-01T00:00:00' }],
    ['invalidArguments', { ratePerMinute: -1 }],
    ['invalidArguments', { ratePerMinute: 1.5 }],
    ['invalidArguments', { ratePerMinute: Number.NaN }],
    ['invalidArguments', { tools: ['get note'] }],
    ['invalidArguments', { tools: [''] }],
    ['notFound', { projects: ['main/none'] }],
    ['notFound', { projects: ['main/open', 'main/shut'] }],
    ['notFound', { projects: [''] }],
  ])('%s: %j', async (code, input) => {
    const before = await countOf('ana');
    expect(await refused(instance.token('ana', input))).toBe(code);
    expect(await countOf('ana')).toBe(before);
  });

  test('no two tokens have an id or a secret in common', async () => {
    const texts: string[] = [];
    for (let made = 0; made < 20; made += 1) texts.push((await instance.token('ben', {})).token);
    expect(new Set(texts.map((text) => text.split('_')[1])).size).toBe(20);
    expect(new Set(texts.map((text) => text.slice(text.indexOf('_', 4)))).size).toBe(20);
  });
});

const countOf = async (user: string): Promise<number> =>
  (await (await instance.as('admin')).listTokens({ user })).tokens.length;

describe('who may manage whose', () => {
  test('the admin makes, lists, rotates and revokes anyone’s', async () => {
    const admin = await instance.as('admin');
    const made = await admin.createToken({ user: 'Ana', label: 'x', scope: 'read' });
    expect(made.user).toBe('ana');
    expect((await admin.listTokens({ user: 'ana' })).tokens.map((each) => each.id)).toContain(made.id);
    const users = (await admin.listTokens({})).tokens.map((each) => each.user);
    expect(new Set(users)).toContain('ana');
    const next = await admin.rotateToken({ id: made.id });
    expect(next.user).toBe('ana');
    await admin.revokeToken({ id: next.id });
    expect(await instance.actorOf(next.token)).toBeNull();
  });

  test('a person sees their own alone', async () => {
    await instance.token('ben', {});
    const ana = await instance.as('ana');
    const [all, own] = [await ana.listTokens({}), await ana.listTokens({ user: 'ANA' })];
    expect(new Set(all.tokens.map((each) => each.user))).toEqual(new Set(['ana']));
    expect(own).toEqual(all);
  });

  test.each(['ben', 'nobody'])('a person learns nothing of %s', async (user) => {
    const ana = await instance.as('ana');
    expect(await refused(ana.listTokens({ user }))).toBe('insufficientScope');
    expect(await refused(ana.createToken({ user, label: 'x', scope: 'read' }))).toBe('insufficientScope');
  });

  test('another person’s token is not there', async () => {
    const theirs = await instance.token('ben', {});
    const ana = await instance.as('ana');
    expect(await refused(ana.revokeToken({ id: theirs.id }))).toBe('notFound');
    expect(await refused(ana.rotateToken({ id: theirs.id }))).toBe('notFound');
    expect(await refused(ana.revokeToken({ id: 'zzzzzzzzzzzz' }))).toBe('notFound');
    expect(await instance.actorOf(theirs.token)).not.toBeNull();
  });

  test('the admin is told of an unknown name', async () => {
    const admin = await instance.as('admin');
    expect(await refused(admin.listTokens({ user: 'nobody' }))).toBe('notFound');
  });

  test.each(['read', 'write'] as const)('an agent with a %s token manages none', async (scope) => {
    const own = await instance.token('admin', { scope });
    const agent = await instance.holding(own.token);
    const calls = [
      agent.listTokens({}),
      agent.createToken({ label: 'x', scope: 'read' }),
      agent.rotateToken({ id: own.id }),
      agent.revokeToken({ id: own.id }),
      agent.revokeToken({ id: 'zzzzzzzzzzzz' }),
    ];
    expect(await Promise.all(calls.map(refused))).toEqual(calls.map(() => 'insufficientScope'));
  });
});

describe('a restricted admin token', () => {
  const made = async (input: Partial<CreateTokenInput>) =>
    instance.holding((await instance.token('admin', { scope: 'admin', ...input })).token);

  test.each<[Partial<CreateTokenInput>, Partial<CreateTokenInput>, boolean]>([
    [{}, {}, true],
    [{}, { user: 'ana' }, true],
    [{ memory: false }, {}, true],
    [{ memory: false }, { memory: true }, false],
    [{ projects: ['main/open'] }, {}, false],
    [{ projects: ['main/open'] }, { projects: [] }, true],
    [{ projects: ['main/open'] }, { projects: ['main/open'] }, true],
    [{ projects: ['main/open'] }, { projects: ['main/open'], memory: true }, false],
    [{ projects: ['main/open'] }, { projects: ['main/open'], user: 'ana' }, false],
    [{ tools: ['search'] }, {}, false],
    [{ tools: ['search'] }, { tools: ['search'] }, true],
    [{ tools: ['search'] }, { tools: ['search', 'get_note'] }, false],
    [{ tools: [] }, { tools: [] }, true],
  ])('%j makes %j: %s', async (own, asked, may) => {
    const work = (await made(own)).createToken({ label: 'x', scope: 'write', ...asked });
    if (!may) expect(await refused(work)).toBe('insufficientScope');
    else expect((await work).memory).toBe((own.memory ?? true) && own.projects === undefined);
  });

  test('does not come by the secret of a token that may do more', async () => {
    const wide = await instance.token('admin', {});
    const foreign = await instance.token('ana', { projects: ['main/open'] });
    const narrow = await made({ projects: ['main/open'] });
    expect(await refused(narrow.rotateToken({ id: wide.id }))).toBe('insufficientScope');
    expect(await refused(narrow.rotateToken({ id: foreign.id }))).toBe('notFound');
    expect(await instance.actorOf(wide.token)).not.toBeNull();
  });

  test('may rotate itself, and sees the tokens of its user alone', async () => {
    const own = await instance.token('admin', { scope: 'admin', projects: ['main/open'] });
    const narrow = await instance.holding(own.token);
    const listed = (await narrow.listTokens({})).tokens.map((each) => each.user);
    expect(new Set(listed)).toEqual(new Set(['admin']));
    expect((await narrow.rotateToken({ id: own.id })).projects).toEqual(['main/open']);
  });

  test.each<[string, (engine: Awaited<ReturnType<typeof made>>) => Promise<unknown>]>([
    ['makes no user', (engine) => engine.createUser({ name: 'mallory', admin: true })],
    ['sets no password', (engine) => engine.setPassword({ name: 'admin', password: 'long enough' })],
    ['makes no space', (engine) => engine.createSpace({ handle: 'mine' })],
    ['makes no project', (engine) => engine.createProject({ space: 'main', slug: 'mine' })],
    ['gives no role in a space', (engine) => engine.setMember({ user: 'ana', role: 'owner', space: 'main' })],
    ['lists no users', (engine) => engine.listUsers({})],
  ])('%s', async (_what, act) => {
    expect(await refused(act(await made({ projects: ['main/open'] })))).toBe('insufficientScope');
    expect(await refused(act(await made({ tools: ['search'] })))).toBe('insufficientScope');
  });
});

describe('rotating', () => {
  test('gives another id and secret with the same facts, and ends the old at once', async () => {
    const { token, ...old } = await instance.token('ana', {
      label: 'Robot',
      scope: 'read',
      projects: ['main/open'],
      tools: ['search'],
      memory: true,
      databaseTools: true,
      ratePerMinute: 7,
      expiresAt: '2031-01-01',
    });
    const { token: next, ...fresh } = await (await instance.as('ana')).rotateToken({ id: old.id });
    expect(fresh).toEqual({ ...old, id: fresh.id });
    expect(fresh.id).not.toBe(old.id);
    expect(await instance.actorOf(token)).toBeNull();
    expect((await instance.actorOf(next))?.token).toMatchObject({ label: 'Robot', tools: ['search'] });
  });

  test('lets both work through the overlap, to its end', async () => {
    const old = await instance.token('ana', {});
    const next = await (await instance.as('ana')).rotateToken({ id: old.id, overlapSeconds: 60 });
    expect(next.expiresAt).toBeNull();
    const works = async (now: number) => {
      instance.now = now;
      return [await instance.actorOf(old.token), await instance.actorOf(next.token)].map(Boolean);
    };
    expect(await works(start)).toEqual([true, true]);
    expect(await works(start + minute - 1)).toEqual([true, true]);
    expect(await works(start + minute)).toEqual([false, true]);
    instance.now = start;
  });

  test('never lengthens the life of the old one', async () => {
    const soon = new Date(start + minute).toISOString();
    const old = await instance.token('ana', { expiresAt: soon });
    const ana = await instance.as('ana');
    const next = await ana.rotateToken({ id: old.id, overlapSeconds: 3_600 });
    expect(next.expiresAt).toBe(soon);
    const { tokens } = await ana.listTokens({});
    expect(tokens.find((each) => each.id === old.id)?.expiresAt).toBe(soon);
  });

  test.each([-1, 0.5, Number.NaN, 30 * 24 * 3_600 + 1])('an overlap of %s s is refused', async (seconds) => {
    const old = await instance.token('ana', {});
    const work = (await instance.as('ana')).rotateToken({ id: old.id, overlapSeconds: seconds });
    expect(await refused(work)).toBe('invalidArguments');
    expect(await instance.actorOf(old.token)).not.toBeNull();
  });

  test('a token that has ended stays ended', async () => {
    const ana = await instance.as('ana');
    const revoked = await instance.token('ana', {});
    await ana.revokeToken({ id: revoked.id });
    expect(await refused(ana.rotateToken({ id: revoked.id }))).toBe('invalidArguments');
    const expired = await instance.token('ana', { expiresAt: new Date(start + minute).toISOString() });
    instance.now = start + minute;
    expect(await refused(ana.rotateToken({ id: expired.id }))).toBe('invalidArguments');
    instance.now = start;
  });

  test('of every number of turns, the last secret alone works', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 6 }), async (turns) => {
        const ana = await instance.as('ana');
        let { id, token } = await instance.token('ana', {});
        const old: string[] = [];
        for (let turn = 0; turn < turns; turn += 1) {
          old.push(token);
          ({ id, token } = await ana.rotateToken({ id }));
        }
        for (const text of old) expect(await instance.actorOf(text)).toBeNull();
        expect((await instance.actorOf(token))?.token?.id).toBe(id);
      }),
      { numRuns: 5 },
    );
  });
});

describe('revoking', () => {
  test('twice keeps the first time', async () => {
    const ana = await instance.as('ana');
    const { id, token } = await instance.token('ana', {});
    const first = await ana.revokeToken({ id: ` ${id} ` });
    instance.now = start + minute;
    expect(await ana.revokeToken({ id })).toEqual(first);
    instance.now = start;
    expect(first).toEqual({ id, revokedAt: new Date(start).toISOString() });
    expect(await instance.actorOf(token)).toBeNull();
    const { tokens } = await ana.listTokens({});
    expect(tokens.find((each) => each.id === id)?.revokedAt).toBe(first.revokedAt);
  });

  test('an admin token may end itself', async () => {
    const { id, token } = await instance.token('ana', { scope: 'admin' });
    await (await instance.holding(token)).revokeToken({ id });
    expect(await instance.actorOf(token)).toBeNull();
  });
});

test('lists hold no secret and no hash', async () => {
  const { token } = await instance.token('ana', {});
  const listed = await (await instance.as('admin')).listTokens({});
  expect(JSON.stringify(listed)).not.toContain(token.split('_').slice(2).join('_'));
  for (const each of listed.tokens) expect(Object.keys(each)).not.toContain('secretHash');
});
