import { Command, CommanderError } from 'commander';
import { Refusal } from '../../domain/errors.ts';
import { withoutSecrets } from '../config/withoutSecrets.ts';
import type { Io } from './io.ts';
import { type Context, type Define, withSharedOptions } from './leaf.ts';

/** A command of the program. Its file is loaded only when it is asked for, so that the program starts quickly. */
interface Entry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<Define>;
}

const entries: readonly Entry[] = [
  {
    name: 'setup',
    summary: 'first run: database, admin, space and project `main`, tokens; safe to repeat',
    load: async () => (await import('./setup.ts')).defineSetup,
  },
  {
    name: 'serve',
    summary: 'run the gateway until it is stopped; the first time, set up as well',
    load: async () => (await import('./serve.ts')).defineServe,
  },
  {
    name: 'token',
    summary: 'tokens of agents and scripts',
    load: async () => (await import('./token.ts')).defineToken,
  },
  { name: 'user', summary: 'persons', load: async () => (await import('./user.ts')).defineUser },
  { name: 'space', summary: 'spaces', load: async () => (await import('./space.ts')).defineSpace },
  { name: 'project', summary: 'projects', load: async () => (await import('./project.ts')).defineProject },
  {
    name: 'member',
    summary: 'who may do what where',
    load: async () => (await import('./member.ts')).defineMember,
  },
  { name: 'trash', summary: 'deleted notes', load: async () => (await import('./trash.ts')).defineTrash },
  {
    name: 'verify',
    summary: 'check the database against itself',
    load: async () => (await import('./verify.ts')).defineVerify,
  },
  {
    name: 'doctor',
    summary: 'what is here, what is wrong and what to do',
    load: async () => (await import('./doctor.ts')).defineDoctor,
  },
];

const buildProgram = (context: Context, version: string): Command => {
  const { io } = context;
  const program = withSharedOptions(new Command('intendant'))
    .description('A shared memory of Markdown notes for people and their agents.')
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: (text) => io.out(text), writeErr: (text) => io.err(text) })
    .helpCommand(false)
    .showSuggestionAfterError();
  for (const { name, summary } of entries) program.command(name).description(summary);
  program.hook('preSubcommand', async (_program, chosen) => {
    const entry = entries.find(({ name }) => name === chosen.name());
    if (entry !== undefined) (await entry.load())(chosen, context);
  });
  return program;
};

const report = (io: Io, error: unknown, json: boolean): number => {
  if (error instanceof CommanderError) {
    // Help that was asked for is a result; help because nothing was asked is wrong use.
    return error.exitCode === 0 ? 0 : 2;
  }
  const refusal =
    error instanceof Refusal
      ? error
      : new Refusal(
          'internal',
          withoutSecrets(error instanceof Error ? error.message : String(error)),
          'Run `intendant doctor`; with INTENDANT_LOG_LEVEL=debug the error is shown in full.',
        );
  const { code, message, hint, details } = refusal.toFacts();
  io.err(
    json ? `${JSON.stringify({ error: { code, message, hint, ...details } })}\n` : `${message}\n${hint}\n`,
  );
  if (!(error instanceof Refusal) && error instanceof Error && io.env.INTENDANT_LOG_LEVEL === 'debug') {
    io.err(`${withoutSecrets(error.stack ?? '')}\n`);
  }
  return code === 'invalidArguments' ? 2 : 1;
};

/**
 * Runs one command line (without the program's own name) and gives the exit code: 0 done, 1 failed, 2 wrong use
 * (unknown or missing options, values and settings that cannot be used). Results go to `io.out`, all else to `io.err`.
 */
export const runCli = async (words: readonly string[], io: Io, version: string): Promise<number> => {
  let code = 0;
  const context: Context = {
    io,
    fail: () => {
      code = 1;
    },
  };
  const asked = words[0] === 'help' ? [...words.slice(1), '--help'] : [...words];
  try {
    await buildProgram(context, version).parseAsync(asked, { from: 'user' });
    return code;
  } catch (error) {
    return report(io, error, asked.includes('--json'));
  }
};
