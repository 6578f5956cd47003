import { z } from 'zod';
import { clientLines } from './address.ts';
import { type FirstRun, firstRun, madeSecrets } from './firstRun.ts';
import { type Define, leaf } from './leaf.ts';
import { withEngine } from './session.ts';

/** The result of a first run for a person's eyes. */
export const describeFirstRun = (result: FirstRun): string => {
  const lines = [`Data folder: ${result.dataDir}`, `Page: ${result.url}/admin`, `User: ${result.user}`];
  if (!madeSecrets(result)) return [...lines, 'All is set up already; nothing was made.'].join('\n');
  const secrets = [
    ['Password', result.password],
    ['Admin token', result.adminToken],
    ['Write token', result.writeToken],
    ['Read token', result.readToken],
  ].flatMap(([name, secret]) => (secret === undefined ? [] : [`${name}: ${secret}`]));
  const client = result.writeToken === undefined ? [] : ['', ...clientLines(result.url, result.writeToken)];
  return [...lines, ...secrets, 'Keep these now: they are not shown again.', ...client].join('\n');
};

export const defineSetup: Define = (command, context) => {
  leaf(command, context, {
    input: z.object({}),
    run: async (session) => {
      const result = await withEngine(session.settings, (engine) => firstRun(engine, session.settings));
      session.print(result, describeFirstRun(result));
    },
  });
};
