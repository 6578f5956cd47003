import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Agent, type Harness, startHarness } from '../harness.ts';

// Node tells of every thread that is started: the newest is the one that writes.
const workers: Worker[] = [];
const remember = (worker: Worker): void => {
  workers.push(worker);
};

let harness: Harness;
let agent: Agent;
beforeAll(async () => {
  process.on('worker', remember);
  harness = await startHarness();
  agent = await harness.agent();
});
afterAll(async () => {
  process.off('worker', remember);
  await harness.close();
});

const size = 500;
const batch = (name: string) => ({
  project: 'main',
  notes: Array.from({ length: size }, (_, index) => ({
    key: `${name}/${index}`,
    title: `${name} ${index}`,
    body: `A paragraph of the batch ${name}, number ${index}. `.repeat(60),
  })),
});

test('a writer that dies in a batch: indeterminate, then unavailable, and the same batch again mends it', async () => {
  // One batch is begun the moment the other is answered, and takes far longer than the word to end it.
  const calls = ['first', 'second'].map((name) => ({
    name,
    answer: agent.call('create_notes', batch(name)),
  }));
  const done = await Promise.race(calls.map(async ({ name, answer }) => ({ name, ...(await answer) })));
  expect(done.data).toMatchObject({ created: size, failed: 0 });
  void workers.at(-1)?.terminate();
  const cut = calls.find(({ name }) => name !== done.name);
  const { error, text } = (await cut?.answer) ?? done;
  expect(error).toMatchObject({ code: 'indeterminate', hint: expect.stringContaining('idempotencyKey') });
  expect(text).toMatch(/^indeterminate: /);

  const refused = await agent.refused('create_note', { project: 'main', title: 'Meanwhile', body: 'x' });
  expect(refused).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('nothing was done'),
  });
  // Reading goes on without it.
  expect(await agent.ok('get_note', { ref: `${done.name} 7` })).toMatchObject({ title: `${done.name} 7` });

  // Another thread takes its place, and nothing is there twice or by half.
  await expect
    .poll(
      () =>
        harness.engine.ready().then(
          () => true,
          () => false,
        ),
      { timeout: 30_000 },
    )
    .toBe(true);
  const again = await agent.ok('create_notes', batch(cut?.name ?? ''));
  expect(again).toMatchObject({ failed: 0 });
  expect([again.created, again.skipped]).toContain(size);
  expect(await agent.ok('list_notes', { project: 'main' })).toMatchObject({ total: 2 * size });
  expect((await agent.refused('get_note', { ref: 'Meanwhile' })).code).toBe('notFound');
  expect(await harness.engine.verify()).toEqual({ findings: [] });
});
