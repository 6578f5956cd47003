import type { Command } from 'commander';
import { type ZodType, z } from 'zod';
import { Refusal } from '../../domain/errors.ts';
import type { Io } from './io.ts';
import { openSession, type Session } from './session.ts';

/** What a command file gets from main.ts. */
export interface Context {
  readonly io: Io;
  /** Has the run end with exit code 1 although nothing was thrown. */
  fail(): void;
}

/** A command file's one export: gives the still empty `command` its arguments, options and action. */
export type Define = (command: Command, context: Context) => void;

export const withSharedOptions = (command: Command): Command =>
  command
    .option('--data <dir>', 'the data folder (default: INTENDANT_DATA, else ./data in a checkout)')
    .option('--json', 'print the result as one line of JSON');

const shared = z.object({ data: z.string().optional(), json: z.boolean().optional() });

export interface Leaf<T> {
  /** What the command's options, and its arguments under `arguments`, must look like. */
  readonly input: ZodType<T>;
  /** Settings that this command's own options stand for, by variable name. */
  readonly overrides?: (input: T) => Readonly<Record<string, string | undefined>>;
  readonly run: (session: Session, input: T, context: Context) => Promise<void>;
}

/** Makes `command` do its work: what was typed is parsed, the session opened, and `run` called. */
export const leaf = <T>(command: Command, context: Context, { input, overrides, run }: Leaf<T>): Command =>
  withSharedOptions(command).action(async () => {
    const typed: unknown = { ...command.optsWithGlobals(), arguments: command.processedArgs };
    const parsed = input.safeParse(typed);
    if (!parsed.success) {
      const group = command.parent?.parent ? `${command.parent.name()} ` : '';
      throw new Refusal(
        'invalidArguments',
        parsed.error.issues.map((issue) => `${issue.path.join(' ')}: ${issue.message}.`).join(' '),
        `See \`intendant ${group}${command.name()} --help\`.`,
      );
    }
    await run(
      await openSession(context.io, shared.parse(typed), overrides?.(parsed.data)),
      parsed.data,
      context,
    );
  });
