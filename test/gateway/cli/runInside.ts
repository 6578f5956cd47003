import { runCli } from '../../../gateway/cli/main.ts';

export interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface Around {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly terminal?: boolean;
  /** Called with each text that goes to stdout, as it goes. */
  readonly onOut?: (text: string) => void;
  readonly stopped?: () => Promise<void>;
}

/** Runs the program inside the test, with nothing of the test's own environment. */
export const runInside = async (words: readonly string[], around: Around = {}): Promise<Run> => {
  const out: string[] = [];
  const err: string[] = [];
  const io = {
    out: (text: string) => {
      out.push(text);
      around.onOut?.(text);
    },
    err: (text: string) => void err.push(text),
    env: around.env ?? {},
    terminal: around.terminal ?? false,
    now: () => Date.UTC(2030, 0, 1),
    input: async () => around.input ?? '',
    stopped: around.stopped ?? (async () => {}),
  };
  const code = await runCli(words, io, '1.2.3');
  return { code, out: out.join(''), err: err.join('') };
};
