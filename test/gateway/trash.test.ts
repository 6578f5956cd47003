import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Agent, type Harness, startHarness } from '../harness.ts';

let harness: Harness;
let agent: Agent;
let human: string;
beforeAll(async () => {
  harness = await startHarness();
  agent = await harness.agent();
  human = await harness.token({ scope: 'admin' });
});
afterAll(() => harness.close());

const made = z.object({ noteId: z.string(), versionToken: z.string() });
const make = async (input: object) =>
  made.parse(await agent.ok('create_note', { project: 'main', body: 'Text.', ...input }));
const hits = z.object({ results: z.array(z.object({ noteId: z.string() })) });
const found = async (query: string) =>
  hits.parse(await agent.ok('search', { query })).results.map(({ noteId }) => noteId);
const trash = (act: 'restore' | 'purge', body: object) =>
  harness.rest('POST', `/api/spaces/main/trash/${act}`, body, human);

/** Which of these words stand somewhere in the data folder's files, as UTF-8. */
async function wordsOnDisk(words: readonly string[]): Promise<string[]> {
  const files = await readdir(harness.dataDir, { recursive: true, withFileTypes: true });
  const bytes = await Promise.all(
    files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name))),
  );
  return words.filter((word) => bytes.some((each) => each.includes(word)));
}

test('a purge is a purge: no word of the note is left in any file, in no version, name or stored answer', async () => {
  const words = [
    'zquordle',
    'zplimtock',
    'zvarnish',
    'zgrubbet',
    'zhollop',
    'zmirkin',
    'zdelbat',
    'ztoskin',
    'zwexford',
  ];
  const [title, folder, file, alias, tag, body, later, key, label] = words;
  const { noteId, versionToken } = await make({
    path: `${folder}/${file}.md`,
    body: `---\ntitle: The ${title}\naliases: [${alias}]\ntags: [${tag}]\n---\nSome ${body} text, [[Elsewhere|${label}]].\n`,
    idempotencyKey: 'first',
  });
  await agent.ok('edit_note', {
    ref: noteId,
    versionToken,
    operation: 'append',
    content: `And ${later}.`,
    idempotencyKey: 'second',
  });
  await agent.ok('create_notes', {
    project: 'main',
    notes: [{ key, title: `Also ${title}`, body: `Once more ${body}.` }],
  });
  const other = await make({ title: 'Kept', body: 'A word that stays: zkeeper.' });
  const also = await agent.ok('get_note', { ref: `Also ${title}` });
  expect(await wordsOnDisk(words)).toEqual(words);

  await agent.ok('delete_note', { ref: noteId });
  await agent.ok('delete_note', { ref: z.string().parse(also.noteId) });
  const noteIds = [noteId, also.noteId];
  expect(await trash('purge', { noteIds, confirm: 2 })).toMatchObject({ status: 200, body: { purged: 2 } });

  expect(await wordsOnDisk([...words, 'zkeeper'])).toEqual(['zkeeper']);
  expect(await agent.refused('get_note', { ref: noteId })).toMatchObject({ code: 'notFound' });
  expect(await agent.ok('get_note', { ref: other.noteId })).toMatchObject({ title: 'Kept' });
  expect(await harness.engine.verify()).toEqual({ findings: [] });
});

test('a restored note is the same: id, bytes, tags, links both ways, history, and its place in search', async () => {
  const source =
    '---\ntags: [pump]\r\nother: kept # as it was\r\n---\r\n# Pump log\r\n\r\nSee [[Valve]].\r\n';
  const pump = await make({ path: 'Logs/Pump.md', body: source });
  const valve = await make({ title: 'Valve', body: 'Belongs to [[Pump log]].' });
  const detailed = (ref: string) => agent.ok('get_note', { ref, responseFormat: 'detailed' });
  const before = await detailed(pump.noteId);
  await agent.ok('delete_note', { ref: pump.noteId });
  expect(await agent.refused('get_note', { ref: 'Pump log' })).toMatchObject({ code: 'notFound' });
  expect(await found('pump log')).toEqual([valve.noteId]);
  expect(await detailed(valve.noteId)).toMatchObject({
    links: { outgoing: [{ title: 'Pump log', unresolved: true }], incoming: [] },
  });

  expect(await trash('restore', { noteIds: [pump.noteId] })).toMatchObject({ body: { restored: 1 } });
  const after = await detailed(pump.noteId);
  const same = (note: object) => ({ ...note, provenance: null, revisions: null });
  expect(same(after)).toEqual(same(before));
  expect(after.revisions).toMatchObject([{ kind: 'restore' }, { kind: 'delete' }, { kind: 'create' }]);
  expect(await detailed(valve.noteId)).toMatchObject({
    links: { outgoing: [{ noteId: pump.noteId }], incoming: [{ noteId: pump.noteId }] },
  });
  expect(await found('pump log')).toEqual([pump.noteId, valve.noteId]);
  expect(await trash('restore', { noteIds: [pump.noteId] })).toMatchObject({
    body: { restored: 0, failed: 1 },
  });
});

test('one of many who create and restore at one place at once gets it, and nothing is lost', async () => {
  const first = await make({ path: 'Race.md', body: 'the old one' });
  await agent.ok('delete_note', { ref: first.noteId });
  const tries = await Promise.all([
    trash('restore', { noteIds: [first.noteId] }),
    ...Array.from({ length: 8 }, (_, index) =>
      agent.call('create_note', { project: 'main', path: 'Race.md', body: `no. ${index}` }),
    ),
  ]);
  const [restored, ...created] = tries;
  const winners = created.filter((answer) => 'data' in answer && answer.data !== null).length;
  const back = z.object({ body: z.object({ restored: z.int() }) }).parse(restored).body.restored;
  expect(winners + back).toBe(1);
  if (back === 0) {
    expect(await trash('restore', { noteIds: [first.noteId], onConflict: 'rename' })).toMatchObject({
      body: { restored: 1, results: [{ path: 'Race (restored).md' }] },
    });
  }
  expect(await agent.ok('get_note', { ref: first.noteId })).toMatchObject({ content: 'the old one' });
});
