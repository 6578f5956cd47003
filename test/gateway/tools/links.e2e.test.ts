import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Agent, column, type Harness, handleOf, startHarness } from '../../harness.ts';

let harness: Harness;
let agent: Agent;
beforeAll(async () => {
  harness = await startHarness();
  agent = await harness.agent({ label: 'laptop' });
});
afterAll(() => harness.close());

let count = 0;
const make = async (title?: string) => {
  count += 1;
  const note = { project: 'main', title: title ?? `Note ${count}`, path: `${count}.md`, body: 'text' };
  return handleOf(await agent.ok('create_note', note));
};
const linksOf = async (ref: string) =>
  (await agent.ok('get_note', { ref, responseFormat: 'detailed' })).links;

describe('link', () => {
  test('the text names both notes and the version token', async () => {
    const [a, b] = [await make(), await make()];
    const { data, text } = await agent.call('link', { from: a.noteId, relation: 'depends on', to: b.noteId });
    expect(data).toMatchObject({ from: a.noteId, to: b.noteId, resolved: true, outcome: 'created' });
    for (const part of [a.noteId, b.noteId, '"depends on"', String(data?.versionToken)])
      expect(text).toContain(part);
    expect(data?.versionToken).not.toBe(a.versionToken);
    const again = await agent.call('link', { from: a.noteId, relation: 'depends on', to: b.noteId });
    expect(again.data).toEqual({ ...data, outcome: 'unchanged' });
    expect(again.text).toContain('unchanged');
  });

  test('is audited with both notes', async () => {
    const [a, b] = [await make(), await make()];
    await agent.ok('link', { from: a.noteId, relation: 'sees', to: b.noteId });
    await agent.ok('link_many', { links: [{ from: b.noteId, relation: 'sees', to: a.noteId }] });
    const database = new Database(join(harness.dataDir, 'intendant.db'), { readonly: true });
    try {
      const rows = database
        .prepare('select tool, note_ids from audit where tool like ? order by id desc limit 2')
        .all('link%');
      expect(rows).toEqual([
        { tool: 'link_many', note_ids: JSON.stringify([b.noteId, a.noteId]) },
        { tool: 'link', note_ids: JSON.stringify([a.noteId, b.noteId]) },
      ]);
    } finally {
      database.close();
    }
  });

  test('its version token is what an edit takes', async () => {
    const a = await make();
    const { versionToken } = await agent.ok('link', { from: a.noteId, relation: 'sees', toTitle: 'Nowhere' });
    const edit = { ref: a.noteId, operation: 'append', content: 'more' };
    expect((await agent.refused('edit_note', { ...edit, versionToken: a.versionToken })).code).toBe(
      'versionConflict',
    );
    expect(await agent.ok('edit_note', { ...edit, versionToken })).toMatchObject({ outcome: 'edited' });
  });

  test('twenty at once, from one note, are all there', async () => {
    const a = await make();
    const ends = await Promise.all(Array.from({ length: 20 }, () => make()));
    const answers = await Promise.all(
      ends.map((end) => agent.ok('link', { from: a.noteId, relation: 'sees', to: end.noteId })),
    );
    expect(answers.map((answer) => answer.outcome)).toEqual(ends.map(() => 'created'));
    const { outgoing } = Object(await linksOf(a.noteId));
    expect(outgoing.map((one: { noteId: string }) => one.noteId).sort()).toEqual(
      ends.map((end) => end.noteId).sort(),
    );
  });

  test.each<[string, Record<string, unknown>, string, RegExp]>([
    ['no end', {}, 'invalidArguments', /either to or toTitle/],
    ['both ends', { to: 'a', toTitle: 'b' }, 'invalidArguments', /either to or toTitle/],
    ['a null end is none', { to: null, toTitle: null }, 'invalidArguments', /either to or toTitle/],
    ['a misspelt field', { totitle: 'b' }, 'invalidArguments', /toTitle/],
    ['a relation that is no text', { relation: 5, toTitle: 'b' }, 'invalidArguments', /relation/],
    ['a relation of brackets', { relation: 'a [[b]]', toTitle: 'b' }, 'invalidArguments', /relation/],
    ['a broken character', { relation: 'a\ud800', toTitle: 'b' }, 'invalidArguments', /relation/],
    ['an absent end', { to: 'Nothing like it' }, 'notFound', /Nothing like it/],
    ['an end by path out of the project', { to: '../../etc/x.md' }, 'notFound', /etc/],
  ])('%s is refused', async (_what, input, code, message) => {
    const a = await make();
    const error = await agent.refused('link', { from: a.noteId, relation: 'sees', ...input });
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(await linksOf(a.noteId)).toMatchObject({ outgoing: [] });
  });

  test('deleted notes are not linked, and do not link', async () => {
    const [a, b] = [await make(), await make()];
    await agent.ok('delete_note', { ref: b.noteId });
    expect((await agent.refused('link', { from: a.noteId, relation: 'sees', to: b.noteId })).code).toBe(
      'notFound',
    );
    expect((await agent.refused('link', { from: b.noteId, relation: 'sees', to: a.noteId })).code).toBe(
      'notFound',
    );
  });

  test('the profile is not linked from, and not linked to', async () => {
    const a = await make();
    const from = await agent.refused('link', { from: 'profile.md', relation: 'sees', to: a.noteId });
    expect(from).toMatchObject({ code: 'invalidArguments', hint: expect.stringContaining('edit_note') });
    const to = await agent.refused('link', { from: a.noteId, relation: 'sees', to: 'profile.md' });
    expect(to.code).toBe('crossSpace');
  });
});

describe('link_many', () => {
  test('malformed items fail alone; the counts add up; the text names every failure', async () => {
    const [a, b] = [await make(), await make()];
    const links = [
      { from: a.noteId, relation: 'sees', to: b.noteId },
      { from: a.noteId, relation: 'sees' },
      { from: a.noteId, relation: 'sees', to: b.noteId, note: 'x' },
      'not an object',
      { from: a.noteId, relation: 'sees', to: b.noteId },
      { from: 'Nothing like it', relation: 'sees', to: b.noteId },
      { from: b.noteId, relation: 'sees', toTitle: 'Not yet' },
    ];
    const { data, text } = await agent.call('link_many', { links });
    expect(data).toMatchObject({ created: 2, unchanged: 1, failed: 4 });
    expect(column(data ?? {}, 'results', 'index')).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(column(data ?? {}, 'results', 'status')).toEqual([
      'created',
      'failed',
      'failed',
      'failed',
      'unchanged',
      'failed',
      'created',
    ]);
    expect(text).toContain('Links created 2, unchanged 1, failed 4');
    for (const row of [/^1 failed invalidArguments: /m, /^2 failed .*"note"/m, /^5 failed notFound: /m])
      expect(text).toMatch(row);
    expect(text).toContain(`6 created ${b.noteId} to a title without a note yet`);
  });

  test('five hundred links, given as JSON text, are one revision', async () => {
    const hub = await make();
    const links = Array.from({ length: 500 }, (_, index) => ({
      from: hub.noteId,
      relation: 'sees',
      toTitle: `Target ${index % 400}`,
    }));
    const { data, text } = await agent.call('link_many', { links: JSON.stringify(links) });
    expect(data).toMatchObject({ created: 400, unchanged: 100, failed: 0, revision: expect.any(Number) });
    expect(text).toContain('480 more were created or unchanged');
    const history = await agent.ok('recent_activity', { ref: hub.noteId });
    expect(column(history, 'changes', 'kind')).toEqual(['edit', 'create']);
    expect(await agent.ok('link_many', { links })).toMatchObject({
      created: 0,
      unchanged: 500,
      revision: null,
    });
  });

  test.each<[string, unknown]>([
    ['none', []],
    ['501', Array.from({ length: 501 }, () => ({ from: 'a', relation: 'sees', to: 'b' }))],
    ['no list', 'all of them'],
    ['nothing', undefined],
  ])('%s is refused whole', async (_what, links) => {
    expect((await agent.refused('link_many', { links })).code).toBe('invalidArguments');
  });

  test('items without the right fail alone', async () => {
    await harness.admin.createUser({ name: 'ben', password: 'long enough' });
    await harness.admin.createProject({ space: 'main', slug: 'shed' });
    await harness.admin.setMember({ user: 'ben', role: 'reader', project: 'main' });
    await harness.admin.setMember({ user: 'ben', role: 'editor', project: 'main/shed' });
    const a = await make();
    const own = handleOf(await agent.ok('create_note', { project: 'main/shed', title: 'Spade', body: 'x' }));
    const ben = await harness.agent({ user: 'ben' });
    const linked = await ben.ok('link_many', {
      links: [
        { from: a.noteId, relation: 'sees', to: own.noteId },
        { from: own.noteId, relation: 'sees', to: a.noteId },
      ],
    });
    expect(linked).toMatchObject({ created: 1, failed: 1 });
    expect(linked.results).toMatchObject([{ error: { code: 'insufficientScope' } }, { status: 'created' }]);
  });
});
