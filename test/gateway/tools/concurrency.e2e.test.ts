import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Agent, column, type Harness, handleOf, startHarness, type ToolAnswer } from '../../harness.ts';

let harness: Harness;
let agent: Agent;
let token: string;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.token();
  agent = await harness.agentOf(token);
});
afterAll(() => harness.close());

const together = <T>(many: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: many }, (_, index) => work(index)));
const codes = (answers: readonly ToolAnswer[]) => answers.map(({ error }) => error?.code ?? 'ok').sort();
const create = (input: object) => agent.call('create_note', { project: 'main', body: 'x', ...input });
const make = async (path: string, body: string) =>
  handleOf(await agent.ok('create_note', { project: 'main', path, body }));
const contentOf = async (ref: string) => String((await agent.ok('get_note', { ref })).content);

describe('many at once', () => {
  test('20 notes are 20 notes and 20 revisions', async () => {
    const answers = await together(20, (at) => create({ title: `Parallel ${at}`, path: 'parallel' }));
    expect(codes(answers)).toEqual(Array(20).fill('ok'));
    expect(new Set(answers.map(({ data }) => data?.noteId)).size).toBe(20);
    expect(new Set(answers.map(({ data }) => data?.revision)).size).toBe(20);
    expect((await agent.ok('list_notes', { project: 'main', path: 'parallel' })).total).toBe(20);
  });

  test('20 of one title: one is made, the others learn its id', async () => {
    const answers = await together(20, () => create({ title: 'Only one', path: 'single' }));
    expect(codes(answers)).toEqual([...Array(19).fill('alreadyExists'), 'ok']);
    const ids = new Set(answers.map(({ data, error }) => data?.noteId ?? error?.noteId));
    expect(ids.size).toBe(1);
  });

  test('titles that give one file name: each gets its own', async () => {
    const answers = await together(8, (at) => create({ title: `S${'/\\:?*"<>'[at]}lug`, path: 'slug' }));
    expect(codes(answers)).toEqual(Array(8).fill('ok'));
    expect(new Set(answers.map(({ data }) => data?.path)).size).toBe(8);
  });

  test('20 edits of one version: one wins, the others are told the token', async () => {
    const { noteId, versionToken } = await make('race.md', 'start\n');
    const answers = await together(20, (at) =>
      agent.call('edit_note', { ref: noteId, versionToken, operation: 'append', content: `line ${at}` }),
    );
    expect(codes(answers)).toEqual(['ok', ...Array(19).fill('versionConflict')]);
    const [won] = answers.flatMap(({ data }) => (data === null ? [] : [data]));
    for (const { error } of answers) if (error) expect(error.versionToken).toBe(won?.versionToken);
    expect((await contentOf(noteId)).match(/line/g)).toHaveLength(1);
  });

  test('edits of different notes never conflict', async () => {
    const notes = await together(12, (at) => make(`own/${at}.md`, 'start\n'));
    const answers = await together(12, (at) =>
      agent.call('edit_note', {
        ref: notes[at]?.noteId,
        versionToken: notes[at]?.versionToken,
        operation: 'append',
        content: 'more',
      }),
    );
    expect(codes(answers)).toEqual(Array(12).fill('ok'));
  });

  test('an edit against a deletion: either, never half', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { noteId, versionToken } = await make(`duel/${round}.md`, 'start\n');
      const [edit, gone] = await Promise.all([
        agent.call('edit_note', { ref: noteId, versionToken, operation: 'append', content: 'more' }),
        agent.call('delete_note', { ref: noteId, versionToken }),
      ]);
      const wins = [edit.error === null, gone.error === null];
      expect(wins.filter((won) => won)).toHaveLength(1);
      expect(wins[0] ? gone.error?.code : edit.error?.code).toBe(wins[0] ? 'versionConflict' : 'notFound');
    }
  });

  test('two batches with the same keys: each key made once', async () => {
    const notes = Array.from({ length: 40 }, (_, at) => ({
      key: `k${at}`,
      path: `keys/${at}.md`,
      body: 'x',
    }));
    const answers = await together(4, () => agent.ok('create_notes', { project: 'main', notes }));
    const sum = (field: string) => answers.reduce((total, answer) => total + Number(answer[field]), 0);
    expect([sum('created'), sum('skipped'), sum('failed')]).toEqual([40, 120, 0]);
    expect((await agent.ok('list_notes', { project: 'main', path: 'keys' })).total).toBe(40);
  });

  test('a writer and 8 readers: no reader is refused, and each sees whole notes', async () => {
    const { noteId, versionToken } = await make('busy.md', 'round 0\nround 0\n');
    let current = versionToken;
    let writing = true;
    const readers = together(8, async () => {
      const seen = new Set<string>();
      while (writing) {
        const content = await contentOf(noteId);
        const [first, second] = content.trim().split('\n');
        expect(first).toBe(second);
        seen.add(String(first));
        const found = await agent.ok('search', { query: 'round' });
        expect(column(found, 'results', 'noteId')).toContain(noteId);
      }
      return seen.size;
    });
    for (let round = 1; round <= 15; round += 1) {
      const content = `round ${round}\nround ${round}\n`;
      const edit = { ref: noteId, versionToken: current, operation: 'replace', content };
      current = handleOf(await agent.ok('edit_note', edit)).versionToken;
    }
    writing = false;
    for (const versions of await readers) expect(versions).toBeGreaterThan(0);
    expect(await contentOf(noteId)).toBe('round 15\nround 15\n');
  });
});

describe('versions', () => {
  test('every answer about a note carries its token, and they agree', async () => {
    const made = await agent.ok('create_note', {
      project: 'main',
      title: 'Tokens',
      path: 'tokens',
      body: 'coati',
    });
    const ref = made.noteId;
    const tokens = new Set([
      made.versionToken,
      (await agent.ok('get_note', { ref })).versionToken,
      ...column(await agent.ok('search', { query: 'coati' }), 'results', 'versionToken'),
      ...column(await agent.ok('list_notes', { project: 'main', path: 'tokens' }), 'notes', 'versionToken'),
      (await agent.refused('edit_note', { ref, operation: 'append', content: 'x' })).versionToken,
    ]);
    expect([...tokens]).toEqual([made.versionToken]);
  });

  test('the same source is the same token again', async () => {
    const { noteId, versionToken } = await make('back.md', 'one\n');
    const replace = async (current: string, content: string) =>
      handleOf(
        await agent.ok('edit_note', { ref: noteId, versionToken: current, operation: 'replace', content }),
      ).versionToken;
    const second = await replace(versionToken, 'two\n');
    expect(second).not.toBe(versionToken);
    expect(await replace(second, 'one\n')).toBe(versionToken);
    await replace(versionToken, 'three\n');
  });

  test('one who edits with an old token loses nothing: both texts are kept', async () => {
    const { noteId, versionToken } = await make('editor.md', '# T\n\nfrom the start\n');
    await agent.ok('edit_note', {
      ref: noteId,
      versionToken,
      operation: 'append',
      content: 'from the agent',
    });
    const stale = { ref: noteId, versionToken, operation: 'append', content: 'from the editor' };
    const conflict = await agent.refused('edit_note', stale);
    expect(conflict).toMatchObject({
      code: 'versionConflict',
      diff: expect.stringContaining('from the agent'),
    });
    await agent.ok('edit_note', { ...stale, versionToken: conflict.versionToken });
    const content = await contentOf(noteId);
    for (const who of ['start', 'agent', 'editor']) expect(content).toContain(`from the ${who}`);
  });
});

describe('retries', () => {
  test('a repeated create without a key names the note', async () => {
    const first = await create({ title: 'Dropped', path: 'retry' });
    expect((await create({ title: 'Dropped', path: 'retry' })).error).toMatchObject({
      code: 'alreadyExists',
      noteId: first.data?.noteId,
      versionToken: first.data?.versionToken,
    });
  });

  test('ten of one call with one key, at once: one note, one answer', async () => {
    const answers = await together(10, () =>
      create({ title: 'Keyed', path: 'retry', idempotencyKey: 'same' }),
    );
    expect(codes(answers)).toEqual(Array(10).fill('ok'));
    expect(new Set(answers.map(({ data }) => JSON.stringify({ ...data, replayed: undefined }))).size).toBe(1);
    expect(answers.filter(({ data }) => data?.replayed === true)).toHaveLength(9);
  });

  test('a key is the token’s own: another’s discloses nothing', async () => {
    await create({ path: 'retry/secret of one.md', idempotencyKey: 'shared', body: 'mine' });
    const other = await harness.agent();
    const answer = await other.call('create_note', {
      project: 'main',
      path: 'retry/of another.md',
      body: 'theirs',
      idempotencyKey: 'shared',
    });
    expect(answer.error).toBeNull();
    expect(JSON.stringify(answer)).not.toContain('secret of one');
  });

  test('a failure is not kept: the same call may succeed later', async () => {
    const call = {
      title: 'Later',
      path: 'retry',
      links: [{ relation: 'r', to: 'Not made yet' }],
      idempotencyKey: 'f',
    };
    expect((await create(call)).error?.code).toBe('notFound');
    await create({ title: 'Not made yet', path: 'retry' });
    expect((await create(call)).data).not.toHaveProperty('replayed');
  });

  test('the answer of a keyed edit outlives later edits', async () => {
    const { noteId, versionToken } = await make('retry/edit.md', 'one\n');
    const call = { ref: noteId, versionToken, operation: 'append', content: 'two', idempotencyKey: 'e' };
    const first = await agent.ok('edit_note', call);
    await agent.ok('edit_note', {
      ...call,
      idempotencyKey: undefined,
      versionToken: first.versionToken,
      content: '3',
    });
    expect(await agent.ok('edit_note', call)).toEqual({ ...first, replayed: true });
    expect((await contentOf(noteId)).match(/two/g)).toHaveLength(1);
  });
});

test('clients that hang up: each edit is there once or not at all, and the token says which', async () => {
  const notes = await together(30, (at) => make(`hang/${at}.md`, 'start\n'));
  await Promise.all(
    notes.map(async ({ noteId, versionToken }, at) => {
      const aborted = new AbortController();
      const body = JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: 'edit_note',
          arguments: { ref: noteId, versionToken, operation: 'append', content: 'more' },
        },
      });
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const call = fetch(`${harness.url}/mcp`, { method: 'POST', headers, body, signal: aborted.signal });
      const cut = setTimeout(() => aborted.abort(), at);
      await call.then((answer) => answer.text()).catch(() => undefined);
      clearTimeout(cut);
    }),
  );
  for (const { noteId, versionToken } of notes) {
    const retry = { ref: noteId, versionToken, operation: 'append', content: 'more' };
    const { data, error } = await agent.call('edit_note', retry);
    if (error !== null) expect(error.code).toBe('versionConflict');
    const now = await agent.ok('get_note', { ref: noteId });
    expect(now).toMatchObject({
      content: 'start\n\nmore',
      versionToken: data?.versionToken ?? error?.versionToken,
    });
  }
});

test('what is stored stays what is derived from it', async () => {
  expect(await harness.engine.verify()).toEqual({ findings: [] });
});
