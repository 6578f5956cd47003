import { existsSync } from 'node:fs';
import { z } from 'zod';
import { Refusal } from '../../domain/errors.ts';
import type { Settings } from '../config.ts';
import {
  type Check,
  checkFile,
  checkFolder,
  checkModels,
  checkNode,
  checkServer,
  checkSpace,
} from './checks.ts';
import { type Define, leaf } from './leaf.ts';
import { withEngine } from './session.ts';
import { printable } from './table.ts';

/** What only the opened database can tell. A database that cannot be opened is a finding, not an error. */
const checkInside = async (settings: Settings): Promise<Check[]> => {
  if (!existsSync(settings.databaseFile)) return [];
  try {
    return await withEngine(settings, async (engine) => {
      await engine.ready();
      const { version, capabilities } = await (await engine.asAdmin()).whoami({});
      const { sqlite, schema, damage } = await engine.facts();
      const search = capabilities.vector ? 'by words and by meaning' : 'by words';
      return [
        { name: 'Intendant', state: 'ok', found: version },
        { name: 'SQLite', state: 'ok', found: sqlite },
        damage === null
          ? {
              name: 'Database',
              state: 'ok',
              found: `can be written, all migrations are done (schema ${schema})`,
            }
          : {
              name: 'Database',
              state: 'problem',
              found: `the file is damaged: ${damage}`,
              advice:
                'Run `intendant verify` for all that is wrong; restore the newest backup that verifies clean.',
            },
        { name: 'Embedder', state: 'ok', found: `${capabilities.embedder}: search ${search}` },
      ];
    });
  } catch (error) {
    const refusal = error instanceof Refusal ? error : null;
    return [
      {
        name: 'Database',
        state: 'problem',
        found: refusal?.message ?? (error instanceof Error ? error.message : String(error)),
        advice: refusal?.hint ?? 'Run `intendant verify`; if the file is damaged, restore a backup.',
      },
    ];
  }
};

const describe = ({ name, state, found, advice }: Check): string =>
  printable(`${state.padEnd(7)}  ${name}: ${found}`) +
  (advice === undefined ? '' : `\n         ${printable(advice)}`);

export const defineDoctor: Define = (command, context) => {
  leaf(command, context, {
    input: z.object({}),
    run: async (session, _input, { fail }) => {
      const { settings } = session;
      const looked = [
        checkNode(process.versions.node),
        await checkFolder(settings.data),
        await checkFile(settings.databaseFile),
        ...(await checkInside(settings)),
        await checkSpace(settings.data),
        await checkModels(settings),
        await checkServer(settings),
      ];
      const checks = looked.filter((check) => check !== null);
      const wrong = checks.filter((check) => check.state === 'problem').length;
      session.print({ ok: wrong === 0, checks }, checks.map(describe).join('\n'));
      if (wrong > 0) fail();
    },
  });
};
