import { parentPort, workerData } from 'node:worker_threads';
import { Refusal } from '../domain/errors.ts';
import { composeWriter } from './compose.ts';
import type { FailedFacts, JobMessage, Reply, WriterData } from './job.ts';

/**
 * The writer thread: it owns the connection that writes, and does one job after the other, so that no commit,
 * parsing or indexing holds the event loop that answers requests.
 */
const port = parentPort;
if (!port) throw new Error('writer.ts runs as a worker thread');
const reply = (message: Reply): void => port.postMessage(message);

const { settings, begun }: WriterData = workerData;
const writer = await composeWriter(settings);
let tail: Promise<void> = Promise.resolve();

/** What is left of an error between threads: a copy of SQLite's own keeps neither class nor message. */
function plainError(error: unknown): FailedFacts {
  if (!(error instanceof Error)) return { message: String(error), code: null, stack: null };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  return { message: error.message, code, stack: error.stack ?? null };
}

async function work({ id, job }: JobMessage): Promise<void> {
  Atomics.store(begun, 0, id);
  try {
    reply({ kind: 'done', id, result: await writer.perform(job) });
  } catch (error) {
    if (error instanceof Refusal) reply({ kind: 'refused', id, error: error.toFacts() });
    else reply({ kind: 'failed', id, error: plainError(error) });
  }
}

port.on('message', (message: JobMessage | 'close') => {
  tail = tail.then(async () => {
    if (message !== 'close') return work(message);
    await writer.close();
    port.close();
  });
});
reply({ kind: 'ready' });
