import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditRow } from '../../../domain/ports.ts';
import { type Instance, known, openInstance, refused, start } from '../access/instance.ts';

const hour = 3_600_000;
const day = 24 * hour;

let instance: Instance;
let ids: Record<'admin' | 'ana', string>;
let tokens: Record<'admin' | 'ana', string>;
/** Made before the rows, since making them is recorded as well. */
let restricted: { id: string; token: string }[];
let agents: { id: string; token: string }[];
let hers: { id: string; token: string };
let note: string;
let other: string;

const row = (more: Partial<AuditRow>): AuditRow => ({
  at: start,
  requestId: 'r',
  userId: ids.admin,
  tokenId: tokens.admin,
  client: 'laptop',
  kind: 'agent',
  tool: 'search',
  projectId: null,
  noteIds: [],
  outcome: 'ok',
  milliseconds: 3,
  charactersIn: 10,
  charactersOut: 100,
  ...more,
});

beforeAll(async () => {
  instance = await openInstance();
  const admin = await instance.as('admin');
  await admin.createProject({ space: 'main', slug: 'open' });
  await admin.createProject({ space: 'main', slug: 'secret' });
  await admin.createUser({ name: 'ana', password: 'long enough' });
  await admin.setMember({ user: 'ana', role: 'editor', project: 'main/open' });
  tokens = {
    admin: (await instance.token('admin', { label: 'admin agent' })).id,
    ana: (await instance.token('ana', { label: 'ana agent' })).id,
  };
  restricted = [
    await instance.token('admin', { scope: 'admin', projects: ['main/open'] }),
    await instance.token('admin', { scope: 'admin', tools: ['whoami'] }),
  ];
  agents = [await instance.token('admin', { scope: 'read' }), await instance.token('admin', {})];
  hers = await instance.token('ana', {});
  ids = await instance.writer.transact(async ({ people }) => ({
    admin: known(await people.userByName('admin')).id,
    ana: known(await people.userByName('ana')).id,
  }));
  note = (await admin.createNote({ project: 'main/open', title: 'In', body: 'x' })).noteId;
  other = (await admin.createNote({ project: 'main/secret', title: 'Out', body: 'x' })).noteId;
  await instance.writer.db.deleteFrom('audit').execute();
  await instance.writer.db.deleteFrom('usage').execute();
  const ana = { userId: ids.ana, tokenId: tokens.ana };
  await instance.writer.transact(({ audit }) =>
    audit.add([
      row({ at: start, project: 'main/open' }),
      row({ at: start + hour, tool: 'get_note', noteIds: [note], charactersOut: 7 }),
      row({ at: start + hour, tool: 'get_note', noteIds: [note, other] }),
      row({ at: start + day, ...ana, tool: 'get_note', project: 'Main/Secret/', outcome: 'notFound' }),
      row({ at: start + day, ...ana, project: 'nothing' }),
      row({ at: start + 2 * day - 1, ...ana, tool: 'edit_note', noteIds: [note] }),
      row({ at: start + 3 * day, tokenId: null, kind: 'human', tool: 'trash.purge', project: 'main' }),
    ]),
  );
});
afterAll(() => instance.close());

describe('who sees what', () => {
  test('the admin sees all, newest first, with names and handles and without ids of users', async () => {
    const { items, total } = await (await instance.as('admin')).listAudit({});
    expect(total).toBe(7);
    expect(items.map(({ user, tool, project }) => [user, tool, project])).toEqual([
      ['admin', 'trash.purge', 'main'],
      ['ana', 'edit_note', 'main/open'],
      ['ana', 'search', null],
      ['ana', 'get_note', 'main/secret'],
      ['admin', 'get_note', null],
      ['admin', 'get_note', 'main/open'],
      ['admin', 'search', 'main/open'],
    ]);
    expect(items.at(-1)).toEqual({
      at: '2030-01-01T00:00:00.000Z',
      requestId: 'r',
      user: 'admin',
      tokenId: tokens.admin,
      client: 'laptop',
      kind: 'agent',
      tool: 'search',
      project: 'main/open',
      noteIds: [],
      outcome: 'ok',
      milliseconds: 3,
      charactersIn: 10,
      charactersOut: 100,
    });
  });

  test('others see their own, and of a project that is hidden from them as much as of none', async () => {
    const ana = await instance.as('ana');
    const { items, total } = await ana.listAudit({});
    expect(total).toBe(3);
    expect(items.map(({ tool, project }) => [tool, project])).toEqual([
      ['edit_note', 'main/open'],
      ['search', null],
      ['get_note', null],
    ]);
    expect(await ana.listAudit({ user: 'ana' })).toMatchObject({ total: 3 });
    expect(await refused(ana.listAudit({ user: 'admin' }))).toBe('insufficientScope');
    expect(await refused(ana.listAudit({ user: 'nobody' }))).toBe('insufficientScope');
    expect(await refused(ana.listAudit({ project: 'main/secret' }))).toBe('notFound');
    expect(await ana.listAudit({ token: tokens.admin })).toEqual({ items: [], total: 0 });
    expect(await ana.listUsage({ token: tokens.admin })).toEqual({ items: [], total: 0 });
    expect(await refused(ana.listUsage({ user: 'admin' }))).toBe('insufficientScope');
  });

  test('a token that is restricted sees what it did itself, the admin’s too', async () => {
    for (const { id, token } of restricted) {
      const holder = await instance.holding(token);
      expect(await holder.listAudit({})).toEqual({ items: [], total: 0 });
      expect(await holder.listAudit({ token: tokens.admin })).toEqual({ items: [], total: 0 });
      expect(await holder.listUsage({ tool: 'search' })).toEqual({ items: [], total: 0 });
      await instance.writer.transact(({ audit }) => audit.add([row({ at: 0, tokenId: id, tool: 'own' })]));
      expect(await holder.listAudit({ token: id })).toMatchObject({ items: [{ tool: 'own' }], total: 1 });
      expect(await holder.listUsage({})).toMatchObject({ items: [{ tokenId: id, calls: 1 }], total: 1 });
      await instance.writer.db.deleteFrom('audit').where('token_id', '=', id).execute();
      await instance.writer.db.deleteFrom('usage').where('token_id', '=', id).execute();
    }
  });

  test('the token of an agent sees nothing: the audit is for people', async () => {
    for (const { token } of agents) {
      const holder = await instance.holding(token);
      expect(await refused(holder.listAudit({}))).toBe('insufficientScope');
      expect(await refused(holder.listUsage({}))).toBe('insufficientScope');
    }
  });
});

describe('filters', () => {
  test.each<[string, object, number]>([
    ['user', { user: 'ana' }, 3],
    ['tool', { tool: 'get_note' }, 3],
    ['a tool that is none', { tool: "x' or 1=1" }, 0],
    ['project', { project: 'main/open' }, 3],
    ['project and user', { project: 'main/open', user: 'ana' }, 1],
    ['from a day', { from: '2030-01-02' }, 4],
    ['to a day, the whole of it', { to: '2030-01-02' }, 6],
    ['one day', { from: '2030-01-02', to: '2030-01-02' }, 3],
    ['from a time, inclusive', { from: '2030-01-01T01:00:00Z' }, 6],
    ['to a time, inclusive', { to: '2030-01-01T01:00:00Z' }, 3],
    ['a time with an offset', { to: '2030-01-01T00:59:00-00:01' }, 3],
    ['nothing between', { from: '2030-01-05', to: '2030-01-04' }, 0],
  ])('by %s', async (_what, filter, total) => {
    expect(await (await instance.as('admin')).listAudit(filter)).toMatchObject({ total });
  });

  test.each<[object, string]>([
    [{ from: 'yesterday' }, 'invalidArguments'],
    [{ to: '2030-02-30' }, 'invalidArguments'],
    [{ project: 'main/nothing' }, 'notFound'],
    [{ user: 'nobody' }, 'notFound'],
    [{ cursor: 'zzz' }, 'invalidCursor'],
    [{ limit: 0 }, 'invalidArguments'],
    [{ limit: 10_001 }, 'invalidArguments'],
  ])('%j is %s', async (filter, code) => {
    const admin = await instance.as('admin');
    expect(await refused(admin.listAudit(filter))).toBe(code);
    expect(await refused(admin.listUsage(filter))).toBe(code);
  });

  test('a cursor of one list is none of the other', async () => {
    const admin = await instance.as('admin');
    const cursor = known((await admin.listAudit({ limit: 1 })).nextCursor);
    expect(await refused(admin.listUsage({ cursor }))).toBe('invalidCursor');
  });
});

test('pages hold each row once, though several are of the same time', async () => {
  const admin = await instance.as('admin');
  const whole = (await admin.listAudit({})).items;
  const paged: unknown[] = [];
  let cursor: string | undefined;
  do {
    const page = await admin.listAudit({ limit: 2, cursor });
    expect(page.total).toBe(7);
    paged.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(paged).toEqual(whole);
});

describe('usage', () => {
  const sums = async (filter: object) =>
    (await (await instance.as('admin')).listUsage(filter)).items.map(
      ({ day: on, user, label, calls, charactersOut, tokensOut }) => [
        on,
        user,
        label,
        calls,
        charactersOut,
        tokensOut,
      ],
    );

  test('sums calls and what they returned by token and day, newest day first', async () => {
    expect(await sums({})).toEqual([
      ['2030-01-02', 'ana', 'ana agent', 3, 300, 75],
      ['2030-01-01', 'admin', 'admin agent', 3, 207, 52],
    ]);
  });

  test.each<[object, unknown[]]>([
    [{ user: 'ana' }, [['2030-01-02', 'ana', 'ana agent', 3, 300, 75]]],
    [{ to: '2030-01-01' }, [['2030-01-01', 'admin', 'admin agent', 3, 207, 52]]],
    [{ from: '2030-01-02' }, [['2030-01-02', 'ana', 'ana agent', 3, 300, 75]]],
    [{ tool: 'edit_note' }, [['2030-01-02', 'ana', 'ana agent', 1, 100, 25]]],
    [
      { project: 'main/open' },
      [
        ['2030-01-02', 'ana', 'ana agent', 1, 100, 25],
        ['2030-01-01', 'admin', 'admin agent', 2, 107, 27],
      ],
    ],
  ])('%j', async (filter, expected) => {
    expect(await sums(filter)).toEqual(expected);
  });

  test('has pages', async () => {
    const admin = await instance.as('admin');
    const first = await admin.listUsage({ limit: 1 });
    expect(first).toMatchObject({ items: [{ day: '2030-01-02' }], total: 2 });
    const second = await admin.listUsage({ limit: 1, cursor: first.nextCursor });
    expect(second).toMatchObject({ items: [{ day: '2030-01-01' }], total: 2 });
    expect(second.nextCursor).toBeUndefined();
  });
});

test('a write is recorded with its project, in its own commit; one in the trash too; one in a personal space with none', async () => {
  const holder = await instance.holding(hers.token);
  const made = await holder.createNote({ project: 'main/open', title: 'Recorded', body: 'x' });
  await holder.deleteNote({ ref: made.noteId });
  const profile = await holder.getNote({ ref: 'profile.md' });
  await holder.editNote({
    ref: profile.noteId,
    versionToken: profile.versionToken,
    operation: 'append',
    content: 'x',
  });
  const { items } = await (await instance.as('ana')).listAudit({ token: hers.id });
  expect(items.map(({ noteIds, project }) => [noteIds, project])).toEqual([
    [[profile.noteId], null],
    [[made.noteId], 'main/open'],
    [[made.noteId], 'main/open'],
  ]);
});
