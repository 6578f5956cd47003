/** What a command needs of the process around it, so that it also runs inside a test. */
export interface Io {
  /** Results only. */
  out(text: string): void;
  /** Everything else: progress, warnings, errors. */
  err(text: string): void;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** True where a person reads stdout. */
  readonly terminal: boolean;
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** All of stdin, as UTF-8. */
  input(): Promise<string>;
  /** Settles when the process is asked to stop. */
  stopped(): Promise<void>;
}

/** The real process. A second signal ends it at once; a reader that goes away early (`| head`) is no error. */
export const processIo = (): Io => {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  return {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    env: process.env,
    terminal: process.stdout.isTTY === true,
    now: () => Date.now(),
    input: async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
      return Buffer.concat(chunks).toString('utf8');
    },
    stopped: () =>
      new Promise((resolve) => {
        for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
      }),
  };
};
