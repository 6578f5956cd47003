import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

const root = fileURLToPath(new URL('../..', import.meta.url));
const main = fileURLToPath(new URL('../../dist/gateway/main.js', import.meta.url));
const run = promisify(execFile);

/** The settings of whoever runs the tests stay out; the rate must not slow the writers. */
const environment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('INTENDANT_'))),
  INTENDANT_RATE_PER_MINUTE: '0',
  INTENDANT_LOG_LEVEL: 'fatal',
});

/** Makes sure that `dist` holds what the sources say: does nothing where it is current, as under `npm test`. */
export async function buildProgram(): Promise<void> {
  await run(process.execPath, ['bootstrap.mjs', 'build'], { cwd: root });
  if (!existsSync(main)) throw new Error('The build left no dist/gateway/main.js.');
}

/** Runs one command of the built program with `--json` and gives its result. Rejects on another exit code than 0. */
export async function intendant(dataDir: string, ...words: string[]): Promise<unknown> {
  const { stdout } = await run(process.execPath, [main, ...words, '--data', dataDir, '--json'], {
    env: environment(),
  });
  return JSON.parse(stdout);
}

/** A server of its own process. */
export interface ServerProcess {
  /** The address; rejects when the process ends before it is ready. */
  readonly url: Promise<string>;
  /** Ends it without a chance to do anything, and waits until it is gone. */
  kill(): Promise<void>;
  /** SIGTERM; gives the exit code. */
  stop(): Promise<number | null>;
}

const readyLine = z.object({ url: z.string() });

export function startServer(dataDir: string): ServerProcess {
  const child = spawn(process.execPath, [main, 'serve', '--port', '0', '--data', dataDir, '--json'], {
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const gone = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const url = addressOf(child);
  // A server that is killed while it starts has nobody who waits for its address.
  url.catch(() => undefined);
  return {
    url,
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
    stop: async () => {
      child.kill('SIGTERM');
      return gone;
    },
  };
}

function addressOf({ stdout, stderr }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    let complaint = '';
    stderr?.setEncoding('utf8').on('data', (part: string) => {
      complaint += part;
    });
    stdout?.setEncoding('utf8').on('data', (part: string) => {
      said += part;
      if (said.includes('\n')) resolve(readyLine.parse(JSON.parse(said)).url);
    });
    stdout?.once('end', () => reject(new Error(`The server ended before it was ready: ${complaint}`)));
  });
}

const answerShape = z.object({
  result: z.object({
    structuredContent: z.record(z.string(), z.unknown()),
    isError: z.boolean().optional(),
  }),
});
const errorShape = z.looseObject({ code: z.string(), message: z.string() });

/** What a call brought: an answer, a refusal, or nothing that can be relied on because the connection broke. */
export type Called =
  | { readonly kind: 'done'; readonly data: Readonly<Record<string, unknown>> }
  | { readonly kind: 'refused'; readonly error: z.output<typeof errorShape> }
  | { readonly kind: 'broken' };

/** Calls a tool with one plain POST. */
export async function callTool(address: string, token: string, name: string, input: object): Promise<Called> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: input },
  });
  let text: string;
  try {
    const response = await fetch(`${address}/mcp`, { method: 'POST', headers, body });
    text = await response.text();
  } catch {
    return { kind: 'broken' };
  }
  const { structuredContent, isError } = answerShape.parse(JSON.parse(text)).result;
  return isError
    ? { kind: 'refused', error: errorShape.parse(structuredContent.error) }
    : { kind: 'done', data: structuredContent };
}
