import { z } from 'zod';
import { type Define, leaf } from './leaf.ts';
import { requireDatabase, withEngine } from './session.ts';
import { printable } from './table.ts';

export const defineVerify: Define = (command, context) => {
  leaf(command, context, {
    input: z.object({}),
    run: async (session, _input, { fail }) => {
      requireDatabase(session.settings);
      const report = await withEngine(session.settings, (engine) => engine.verify());
      const lines = report.findings.map(({ message, hint }) => printable(`${message} ${hint}`));
      const sound = report.findings.length === 0;
      session.print(
        report,
        sound ? 'The database is sound.' : [...lines, `${lines.length} findings.`].join('\n'),
      );
      if (!sound) fail();
    },
  });
};
