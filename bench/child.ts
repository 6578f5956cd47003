import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { checkout } from './built.ts';
import { killAtEnd } from './killAtEnd.ts';

/** A part of the benchmark in a process of its own. */
export interface Child {
  /** What it said when it was ready. */
  readonly ready: unknown;
  /** One question at a time. */
  ask(question: unknown): Promise<unknown>;
  /** Ends it and waits until it has ended. */
  close(): Promise<void>;
}

const main = new URL('./main.ts', import.meta.url).href;

/**
 * Starts `bench/main.ts child:<name>`. TypeScript is registered from inside rather than by a flag, which the threads
 * of a measured program would inherit.
 */
export async function startChild(name: string, args: readonly string[] = []): Promise<Child> {
  const code = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(main)}); })`;
  const child = spawn(process.execPath, ['-e', code, '--', fileURLToPath(main), `child:${name}`, ...args], {
    cwd: checkout,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  killAtEnd(child);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ready = await answerOf(child, name);
  return {
    ready,
    ask: (question) => {
      const answer = answerOf(child, name);
      child.send({ question });
      return answer;
    },
    close: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function answerOf(child: ChildProcess, name: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error(`the child ${name} ended`));
    child.once('exit', onExit);
    child.once('message', (answer: unknown) => {
      child.off('exit', onExit);
      resolve(answer);
    });
  });
}

/** The child's side: says that it is ready, then answers each question. An error ends the process. */
export function answerParent(ready: unknown, answer: (question: unknown) => Promise<unknown>): void {
  process.on('message', async (message: { question: unknown }) => {
    process.send?.(await answer(message.question));
  });
  process.send?.(ready);
}
