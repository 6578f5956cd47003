import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Agent, column, type Harness, handleOf, startHarness } from '../../harness.ts';

let harness: Harness;
let agent: Agent;
beforeAll(async () => {
  harness = await startHarness();
  agent = await harness.agent({ label: 'laptop' });
  await harness.admin.createProject({ space: 'main', slug: 'garden' });
});
afterAll(() => harness.close());

test('tells what was done, and its text holds every id and token', async () => {
  const made = handleOf(await agent.ok('create_note', { project: 'main/garden', title: 'Rose', body: 'x' }));
  const edit = { ref: made.noteId, versionToken: made.versionToken, operation: 'append', content: 'more' };
  const { versionToken } = handleOf(await agent.ok('edit_note', edit));
  const { data, text } = await agent.call('recent_activity', { project: 'main/garden' });
  expect(data).toMatchObject({
    total: 2,
    changes: [
      {
        kind: 'edit',
        noteId: made.noteId,
        title: 'Rose',
        path: 'Rose.md',
        added: 6,
        removed: 0,
        versionToken,
        by: { name: 'admin', kind: 'agent', client: expect.stringMatching(/^laptop/) },
      },
      { kind: 'create', versionToken: made.versionToken },
    ],
  });
  for (const part of [
    made.noteId,
    made.versionToken,
    versionToken,
    '2 changes',
    'edit "Rose.md"',
    '(agent "laptop',
  ])
    expect(text).toContain(part);
  expect(await agent.ok('recent_activity', { project: 'main/garden' })).toEqual(data);
});

test('since is a revision as text or as a number, a date, or null', async () => {
  const changes = await agent.ok('recent_activity', { project: 'main/garden' });
  const [newest, oldest] = column(changes, 'changes', 'revision');
  for (const since of [oldest, String(oldest)])
    expect(
      column(await agent.ok('recent_activity', { project: 'main/garden', since }), 'changes', 'revision'),
    ).toEqual([newest]);
  const today = new Date().toISOString().slice(0, 10);
  for (const since of [today, '2020-01-01T00:00:00+09:00', null])
    expect((await agent.ok('recent_activity', { project: 'main/garden', since })).total).toBe(2);
  expect((await agent.ok('recent_activity', { since: '9999-01-01' })).total).toBe(0);
});

test.each<[string, Record<string, unknown>, string]>([
  ['a list as since', { since: ['1'] }, 'invalidArguments'],
  ['a boolean as since', { since: true }, 'invalidArguments'],
  ['words as since', { since: 'last week' }, 'invalidArguments'],
  ['a fraction as since', { project: 'main', since: 1.5 }, 'invalidArguments'],
  ['a negative revision', { project: 'main', since: -1 }, 'invalidArguments'],
  ['a revision without a project', { since: 1 }, 'invalidArguments'],
  ['a revision to come', { project: 'main', since: 99_999 }, 'invalidArguments'],
  ['a limit of 0', { limit: 0 }, 'invalidArguments'],
  ['a limit of 101', { limit: 101 }, 'invalidArguments'],
  ['an unknown field', { projekt: 'main' }, 'invalidArguments'],
  ['a made-up cursor', { cursor: 'abc' }, 'invalidCursor'],
  ['a cursor of another list', { cursor: 'WyJub3RlcyIsImEiLCJiIl0' }, 'invalidCursor'],
  ['an absent project', { project: 'main/nothing' }, 'notFound'],
  ['an absent note', { ref: 'Nothing like it' }, 'notFound'],
])('%s is refused', async (_what, input, code) => {
  const { text, error } = await agent.call('recent_activity', input);
  expect(error).toMatchObject({ code, hint: expect.stringMatching(/[.?]$/) });
  expect(text.startsWith(`${code}: `)).toBe(true);
});

test('an empty list says so', async () => {
  await harness.admin.createProject({ space: 'main', slug: 'empty' });
  const { data, text } = await agent.call('recent_activity', { project: 'main/empty' });
  expect(data).toEqual({ changes: [], total: 0 });
  expect(text).toBe('0 changes');
});
