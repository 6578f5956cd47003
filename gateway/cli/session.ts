import { existsSync } from 'node:fs';
import type { BoundEngine, Engine } from '../../domain/engine.ts';
import { Refusal } from '../../domain/errors.ts';
import type { Settings } from '../config.ts';
import type { Io } from './io.ts';

/** One run of one command: its settings, and the one way to answer. */
export interface Session {
  readonly io: Io;
  readonly settings: Settings;
  /** True with `--json`. */
  readonly json: boolean;
  /** Writes the result: `value` with `--json`, else `text`, to which a final line feed is added if it has none. */
  print(value: unknown, text: string): void;
}

export const openSession = async (
  io: Io,
  options: { readonly data?: string | undefined; readonly json?: boolean | undefined },
  overrides: Readonly<Record<string, string | undefined>> = {},
): Promise<Session> => {
  const { readSettings } = await import('../config.ts');
  const given = Object.entries({ INTENDANT_DATA: options.data, ...overrides });
  const settings = readSettings({
    ...io.env,
    ...Object.fromEntries(given.filter(([, value]) => value !== undefined)),
  });
  for (const notice of settings.notices) io.err(`${notice}\n`);
  const json = options.json === true;
  return {
    io,
    settings,
    json,
    print: (value, text) =>
      io.out(json ? `${JSON.stringify(value)}\n` : text.endsWith('\n') || text === '' ? text : `${text}\n`),
  };
};

/** Opens the data folder (a server may be running on it), and closes it again whatever happens. */
export const withEngine = async <T>(settings: Settings, use: (engine: Engine) => Promise<T>): Promise<T> => {
  const { composeEngine } = await import('../compose.ts');
  const engine = await composeEngine(settings);
  try {
    return await use(engine);
  } finally {
    await engine.close();
  }
};

/** Refuses where there is no database: a mistyped folder must not become an empty one. */
export const requireDatabase = ({ databaseFile }: Settings): void => {
  if (existsSync(databaseFile)) return;
  throw new Refusal(
    'notFound',
    `There is no database at ${databaseFile}.`,
    'Name the data folder with --data or INTENDANT_DATA, or make a new one with `intendant setup`.',
  );
};

/** Acts as the instance's admin, the person at the command line. */
export const asAdmin = async <T>(session: Session, use: (engine: BoundEngine) => Promise<T>): Promise<T> => {
  requireDatabase(session.settings);
  return withEngine(session.settings, async (engine) => use(await engine.asAdmin()));
};
