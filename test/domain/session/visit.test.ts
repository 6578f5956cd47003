import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BoundEngine } from '../../../domain/engine.ts';
import { type Instance, known, minute, openInstance, start } from '../access/instance.ts';

let instance: Instance;
let person: BoundEngine;
/** The token under test, and another one. */
let token: string;
let other: string;

beforeEach(async () => {
  instance = await openInstance();
  person = await instance.as('admin');
  token = (await instance.token('admin', { label: 'mine' })).token;
  other = (await instance.token('admin', { label: 'other' })).token;
});
afterEach(() => instance.close());

const at = (minutes: number) => {
  instance.now = start + minutes * minute;
};

/** A call of the token is recorded, as the gateway does after it. */
const called = async (text = token, minutes?: readonly number[]) => {
  const actor = known(await instance.actorOf(text));
  await instance.writer.transact((stores) =>
    stores.audit.add(
      (minutes?.map((each) => start + each * minute) ?? [instance.now]).map((time) => ({
        at: time,
        requestId: 'r',
        userId: actor.user.id,
        tokenId: actor.token?.id ?? null,
        client: actor.client,
        kind: actor.kind,
        tool: 'whoami',
        projectId: null,
        noteIds: [],
        outcome: 'ok',
        milliseconds: 1,
        charactersIn: 0,
        charactersOut: 0,
      })),
    ),
  );
};

/** start_session with its visit and its audit row written; gives what it says of changes. */
const visit = async (project = 'main', text = token) => {
  const { changes } = await (await instance.holding(text)).startSession({ project });
  await instance.settle();
  await called(text);
  return known(changes);
};
const titles = async (...args: Parameters<typeof visit>) =>
  (await visit(...args)).items.map((item) => item.title);

let made = 0;
/** Makes a note of this title, as a person unless a token is given; it stands alone in a revision. */
const write = async (title: string, text?: string) => {
  made += 1;
  const engine = text === undefined ? person : await instance.holding(text);
  await engine.createNote({ project: 'main', title, path: `${made}.md`, body: 'x' });
};

test('a first visit has no changes, however often it starts', async () => {
  await write('before');
  expect(await visit()).toEqual({ since: null, items: [], total: 0 });
  await write('during');
  at(10);
  expect(await visit()).toEqual({ since: null, items: [], total: 0 });
});

test('the next visit tells what others did since, and only that', async () => {
  await write('before');
  await visit();
  await write('by a person');
  await write('by another token', other);
  await write('by itself', token);
  at(31);
  const changes = await visit();
  expect(changes).toMatchObject({ since: '1', total: 2 });
  expect(changes.items).toEqual([
    expect.objectContaining({
      title: 'by another token',
      by: { name: 'admin', kind: 'agent', client: 'other' },
    }),
    expect.objectContaining({ title: 'by a person', by: { name: 'admin', kind: 'human', client: 'page' } }),
  ]);
});

test('what was changed in a first visit is told in the second, since it was never listed', async () => {
  await visit();
  at(5);
  await write('during');
  at(10);
  await visit();
  at(60);
  expect(await titles()).toEqual(['during']);
});

test('within a visit since stays, and items run up to now', async () => {
  await visit();
  await write('one');
  at(31);
  expect(await visit()).toMatchObject({ since: '0', total: 1 });
  await write('two');
  at(60);
  expect(await visit()).toMatchObject({ since: '0', total: 2, items: [{ title: 'two' }, { title: 'one' }] });
  at(89);
  expect(await titles()).toEqual(['two', 'one']);
  at(119);
  expect(await visit()).toEqual({ since: '2', items: [], total: 0 });
});

test('a crash before the visit is written only repeats changes', async () => {
  await visit();
  await write('one');
  at(31);
  const lost = await (await instance.holding(token)).startSession({ project: 'main' });
  instance.visits.length = 0;
  await write('two');
  at(70);
  expect(lost.changes).toMatchObject({ since: '0', total: 1 });
  expect(await visit()).toMatchObject({ since: '0', total: 2 });
});

test('a retry before anything is written says the same', async () => {
  await visit();
  await write('one');
  at(31);
  const engine = await instance.holding(token);
  const first = await engine.startSession({ project: 'main' });
  expect(await engine.startSession({ project: 'main' })).toEqual(first);
  await instance.settle();
  expect(await engine.startSession({ project: 'main' })).toEqual(first);
});

describe('a visit ends after thirty minutes without a call of its token', () => {
  /** A visit with `one` listed, then calls at these minutes, `two` written, and a start at the last minute. */
  const startAfter = async (calls: readonly number[], last: number, by = token) => {
    await visit();
    await write('one');
    at(40);
    await visit();
    for (const minutes of calls) {
      at(40 + minutes);
      await called(by);
    }
    await write('two');
    at(40 + last);
    return titles();
  };
  const same = ['two', 'one'];
  const next = ['two'];

  test.each<[string, number[], number, string[]]>([
    ['just before', [], 29.9, same],
    ['at thirty', [], 30, next],
    ['calls of anything keep it', [20, 45, 70], 99, same],
    ['but for a pause at the end', [20], 50, next],
    ['but for a pause before', [], 0, same],
    ['a call right before the start does not bring it back', [60], 60.1, next],
    ['nor does a pause in the middle', [20, 55, 60], 61, next],
    ['nor one long ago', [35, 60, 85], 90, next],
  ])('%s', async (_what, calls, last, expected) => {
    expect(await startAfter(calls, last)).toEqual(expected);
  });

  test('calls of another token do not keep it', async () => {
    expect(await startAfter([10, 20, 30], 35, other)).toEqual(next);
  });

  test('calls that are written together count by their times, in whatever order', async () => {
    await visit();
    await write('one');
    at(40);
    await visit();
    await called(token, [90, 66, 68]);
    await write('two');
    at(91);
    expect(await titles()).toEqual(same);
  });
});

test('is by project, and by token', async () => {
  await person.createProject({ space: 'main', slug: 'garden' });
  await visit('main');
  await write('one');
  at(31);
  expect(await visit('main/garden')).toEqual({ since: null, items: [], total: 0 });
  expect(await visit('main', other)).toEqual({ since: null, items: [], total: 0 });
  await person.createNote({ project: 'main/garden', title: 'rose', body: 'x' });
  at(32);
  expect(await titles('main')).toEqual(['one']);
  at(100);
  expect(await titles('main/garden')).toEqual(['rose']);
});

test('a person without a token has no visits', async () => {
  await write('one');
  const { changes } = await person.startSession({ project: 'main' });
  expect(changes).toEqual({ since: null, items: [], total: 0 });
  expect(instance.visits).toEqual([]);
});

test('a start without a project, or of one that is not there, is no visit', async () => {
  const engine = await instance.holding(token);
  expect(await engine.startSession({})).not.toHaveProperty('changes');
  await expect(engine.startSession({ project: 'nothing' })).rejects.toMatchObject({ code: 'notFound' });
  expect(instance.visits).toEqual([]);
});

test('twenty items, and the rest from recent_activity by the cursor or by since', async () => {
  await visit();
  for (let count = 0; count < 25; count += 1) await write(`note ${count}`);
  await write('mine', token);
  at(31);
  const changes = await visit();
  expect(changes).toMatchObject({ since: '0', total: 25, nextCursor: expect.any(String) });
  expect(changes.items).toHaveLength(20);
  const engine = await instance.holding(token);
  for (const input of [{}, { project: 'main' }, { project: 'main', since: '0' }]) {
    const rest = await engine.recentActivity({ ...input, cursor: changes.nextCursor });
    expect(rest.changes.map((change) => change.title)).toEqual(
      [4, 3, 2, 1, 0].map((count) => `note ${count}`),
    );
    expect(rest).toMatchObject({ total: 25 });
    expect(rest).not.toHaveProperty('nextCursor');
  }
  const since = known(changes.since);
  expect(await engine.recentActivity({ project: 'main', since })).toMatchObject({ total: 26 });
});
