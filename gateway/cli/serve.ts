import { existsSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Engine } from '../../domain/engine.ts';
import { addressOf, clientLines } from './address.ts';
import { type FirstRun, firstRun, madeSecrets } from './firstRun.ts';
import { type Define, leaf } from './leaf.ts';
import { type Session, withEngine } from './session.ts';
import { describeFirstRun } from './setup.ts';
import { startProblem } from './startProblem.ts';

const input = z.object({
  host: z.string().optional(),
  port: z.string().optional(),
  socket: z.string().optional(),
});

/** Keeps the secrets of a first run where a person will find them: the terminal, else a file that only we may read. */
const keepSecrets = async ({ io, settings, json }: Session, result: FirstRun): Promise<string> => {
  if (io.terminal && !json) return describeFirstRun(result);
  const file = join(settings.data, 'first-run.json');
  await writeFile(file, `${JSON.stringify(result, null, 2)}\n`, { mode: 0o600 });
  await chmod(file, 0o600);
  return `First run: the password and the tokens are in ${file}; keep them elsewhere and delete the file.`;
};

/** Null where the folder was set up before. */
const setUpOnce = async ({ settings }: Session): Promise<FirstRun | null> => {
  if (existsSync(settings.databaseFile)) return null;
  const result = await withEngine(settings, (engine) => firstRun(engine, settings));
  return madeSecrets(result) ? result : null;
};

/** A first run that was cut off left a database without a single token: this makes what is missing. Null elsewhere. */
const finishFirstRun = async (engine: Engine, { settings }: Session): Promise<FirstRun | null> => {
  const known = await engine.asAdmin().then(
    (admin) => admin.listTokens({}),
    () => ({ tokens: [] }),
  );
  return known.tokens.length > 0 ? null : firstRun(engine, settings);
};

export const defineServe: Define = (command, context) => {
  command
    .option('--host <address>', 'address to listen on (INTENDANT_HOST)')
    .option('--port <port>', 'port to listen on, 0 for any free one (INTENDANT_PORT)')
    .option('--socket <path>', 'listen on this Unix socket instead');
  leaf(command, context, {
    input,
    overrides: ({ host, port }) => ({ INTENDANT_HOST: host, INTENDANT_PORT: port }),
    run: async (session, { socket }) => {
      const { io } = session;
      const settings = { ...session.settings, socket };
      const stopped = io.stopped();
      const before = await setUpOnce(session);
      const { startGateway } = await import('../compose.ts');
      const gateway = await startGateway(settings).catch(async (error: unknown) => {
        // The secrets exist by now and are shown only once, so they must not be lost with the start.
        if (before !== null) io.out(`${await keepSecrets(session, before)}\n`);
        throw startProblem(error, settings);
      });
      const made = before ?? (await finishFirstRun(gateway.engine, session));
      const url = settings.publicUrl ?? addressOf({ ...settings, port: gateway.port ?? settings.port });
      const told = made === null ? null : await keepSecrets(session, { ...made, url });
      const place = socket === undefined ? url : `unix:${socket}`;
      const hint = [
        'Connect an MCP client (make a token with `intendant token create`):',
        ...clientLines(url, '<token>'),
      ];
      session.print(
        {
          url,
          page: `${url}/admin`,
          mcp: `${url}/mcp`,
          dataDir: settings.data,
          ...(socket ? { socket } : {}),
        },
        [
          `Intendant is ready at ${place}`,
          told ?? `Page: ${url}/admin`,
          ...(made === null && io.terminal ? hint : []),
        ].join('\n'),
      );
      if (session.json && told !== null) io.err(`${told}\n`);
      await stopped;
      await gateway.close();
    },
  });
};
