import type { Command } from 'commander';
import { z } from 'zod';
import { Refusal } from '../../domain/errors.ts';
import { type Define, leaf } from './leaf.ts';
import { asAdmin } from './session.ts';
import { printable, table } from './table.ts';

const wholeNumber = (least: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(least));

const chosen = z.object({
  arguments: z.tuple([z.array(z.string())]),
  space: z.string(),
  all: z.boolean().optional(),
});

/** Either the ids or `--all`, never both and never neither: what is emptied or restored is always said. */
const choice = ({
  arguments: [ids],
  all,
}: z.output<typeof chosen>): { noteIds: string[] } | { all: true } => {
  if (all === true && ids.length === 0) return { all: true };
  if (all !== true && ids.length > 0) return { noteIds: ids };
  throw new Refusal(
    'invalidArguments',
    all === true ? 'Note ids and --all were both given.' : 'No note was named.',
    'Name the notes by id, or write --all for the whole trash of the space.',
  );
};

const choosing = (command: Command): Command =>
  command
    .argument('[ids...]', 'note ids, as `trash list` shows them')
    .option('--space <handle>', 'the space', 'main')
    .option('--all', 'everything in the trash of the space');

export const defineTrash: Define = (trash, context) => {
  leaf(
    trash
      .command('list')
      .description('deleted notes, newest first')
      .option('--space <handle>', 'the space', 'main')
      .option('--project <handle>', 'only notes of this project')
      .option('--query <text>', 'only notes whose title or path holds this')
      .option('--limit <count>', 'notes a page, at most 100')
      .option('--cursor <cursor>', 'where the page before ended'),
    context,
    {
      input: z.object({
        space: z.string(),
        project: z.string().optional(),
        query: z.string().optional(),
        limit: wholeNumber(1).optional(),
        cursor: z.string().optional(),
      }),
      run: async (session, { query, space, project, limit, cursor }) => {
        const page = await asAdmin(session, (engine) =>
          engine.listTrash({ space, project, limit, cursor, q: query }),
        );
        const rows = page.items.map((item) => [
          item.noteId,
          item.deletedAt,
          item.deletedBy.name,
          item.project ?? '',
          item.path,
          item.occupiedBy === undefined ? '' : `taken by ${item.occupiedBy.noteId}`,
        ]);
        const more = page.nextCursor === undefined ? '' : `Next page: --cursor ${page.nextCursor}\n`;
        session.print(
          page,
          `${table(['NOTE', 'DELETED', 'BY', 'PROJECT', 'PATH', 'PATH NOW'], rows)}${page.total} in the trash.\n${more}`,
        );
      },
    },
  );

  leaf(
    choosing(trash.command('restore').description('put notes back, with the same id and links'))
      .option('--rename', 'where the path is taken, restore under another name')
      .option('--to-project <handle>', 'where the project is gone, restore into this one'),
    context,
    {
      input: chosen.extend({ rename: z.boolean().optional(), toProject: z.string().optional() }),
      run: async (session, input, { fail }) => {
        const answer = await asAdmin(session, (engine) =>
          engine.restoreTrash({
            space: input.space,
            ...choice(input),
            onConflict: input.rename === true ? 'rename' : 'fail',
            toProject: input.toProject,
          }),
        );
        const lines = answer.results.map((result) =>
          result.error === undefined
            ? `${result.noteId} restored to ${printable(result.path ?? '')}`
            : `${result.noteId} failed: ${printable(`${result.error.message} ${result.error.hint}`)}`,
        );
        session.print(answer, [...lines, `${answer.restored} restored, ${answer.failed} failed.`].join('\n'));
        if (answer.failed > 0) fail();
      },
    },
  );

  leaf(
    choosing(trash.command('purge').description('erase notes of the trash for good')).requiredOption(
      '--confirm <count>',
      'how many notes will be erased: a check that you mean these',
    ),
    context,
    {
      input: chosen.extend({ confirm: wholeNumber(0) }),
      run: async (session, input) => {
        const answer = await asAdmin(session, (engine) =>
          engine.purgeTrash({ space: input.space, ...choice(input), confirm: input.confirm }),
        );
        session.print(answer, `${answer.purged} erased. ${answer.notice}`);
      },
    },
  );
};
