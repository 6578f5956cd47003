import { Worker } from 'node:worker_threads';
import { Refusal } from '../domain/errors.ts';
import type { Settings } from './config.ts';
import type { FailedFacts, Job, Reply, WriterData } from './job.ts';

export interface WriterThread {
  ready(): Promise<void>;
  /** Does one job after those asked before. @throws Refusal `indeterminate` when the thread ends with it begun. */
  run(job: Job): Promise<unknown>;
  /** Ends the thread when what was asked is done. */
  close(): Promise<void>;
}

interface Pending {
  readonly isWrite: boolean;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

const source = import.meta.url.endsWith('.ts');
const entry = new URL(source ? './writer.ts' : './writer.js', import.meta.url);
const options = source ? { execArgv: ['--import', typeScriptHooks()] } : {};

/** A module that lets a thread import TypeScript: `--import tsx` itself does so in the main thread alone. */
function typeScriptHooks(): string {
  const api = JSON.stringify(import.meta.resolve('tsx/esm/api'));
  return `data:text/javascript,${encodeURIComponent(`import { register } from ${api}; register();`)}`;
}

/** Starts the thread, and another in its place should it die. */
export function startWriterThread(settings: Settings, onDeath: (error: unknown) => void): WriterThread {
  const pending = new Map<number, Pending>();
  let nextId = 1;
  let closing = false;
  const begun = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  let current = spawn();

  function spawn() {
    Atomics.store(begun, 0, 0);
    const worker = new Worker(entry, { ...options, workerData: { settings, begun } satisfies WriterData });
    let death: unknown = new Error('the writer thread stopped');
    let exited: () => void = () => {};
    const gone = new Promise<void>((resolve) => {
      exited = resolve;
    });
    const ready = new Promise<void>((resolve, reject) => {
      worker.on('message', (reply: Reply) => {
        if (reply.kind === 'ready') resolve();
        else settle(reply);
      });
      worker.on('error', (error) => {
        death = error;
      });
      worker.on('exit', () => {
        exited();
        const fault = death instanceof Refusal ? death : starting(death);
        reject(fault);
        abandon();
        if (closing) return;
        onDeath(death);
        setTimeout(() => {
          if (!closing) current = spawn();
        }, 1_000).unref();
      });
    });
    ready.catch(() => {});
    return { worker, ready, gone };
  }

  function settle(reply: Exclude<Reply, { kind: 'ready' }>): void {
    const job = pending.get(reply.id);
    if (!job) return;
    pending.delete(reply.id);
    if (reply.kind === 'done') job.resolve(reply.result);
    else job.reject(reply.kind === 'refused' ? Refusal.from(reply.error) : unforeseen(reply.error));
  }

  function abandon(): void {
    const newest = Atomics.load(begun, 0);
    for (const [id, job] of pending)
      job.reject(id <= newest && job.isWrite ? indeterminate() : unavailable());
    pending.clear();
  }

  // Between a thread's death and the start of the next one nobody would hear a job.
  const isDead = () => current.worker.threadId < 0;

  return {
    ready: async () => {
      await current.ready;
      if (isDead()) throw unavailable();
    },
    run: (job) =>
      new Promise((resolve, reject) => {
        if (closing || isDead()) return reject(unavailable());
        const id = nextId++;
        pending.set(id, { isWrite: job.kind === 'command', resolve, reject });
        current.worker.postMessage({ id, job });
      }),
    close: async () => {
      closing = true;
      current.worker.postMessage('close');
      await current.gone;
    },
  };
}

/** Errors cross threads without their class: a refusal at start is told by its name. */
function starting(error: unknown): unknown {
  const isRefusal = error instanceof Error && error.name === 'Refusal' && 'hint' in error;
  return isRefusal ? new Refusal('unavailable', error.message, String(error.hint)) : error;
}

const indeterminate = (): Refusal =>
  new Refusal(
    'indeterminate',
    'The writer stopped before it said whether this was done.',
    'With an idempotencyKey, repeat the identical call; without one, read the note and compare its versionToken.',
  );

const unavailable = (): Refusal =>
  new Refusal(
    'unavailable',
    'The gateway cannot write right now; nothing was done.',
    'Try again in a few seconds.',
  );

const unforeseen = ({ message, code, stack }: FailedFacts): Error =>
  Object.assign(new Error(message), code === null ? {} : { code }, stack === null ? {} : { stack });
