import { z } from 'zod';
import { type Define, leaf } from './leaf.ts';
import { asAdmin } from './session.ts';
import { table } from './table.ts';

export const defineSpace: Define = (space, context) => {
  leaf(
    space
      .command('create')
      .description('add a space, with its root project')
      .argument('<handle>', 'its handle, such as research')
      .option('--name <text>', 'its name (default: the handle)'),
    context,
    {
      input: z.object({ arguments: z.tuple([z.string()]), name: z.string().optional() }),
      run: async (session, { arguments: [handle], name }) => {
        const made = await asAdmin(session, (engine) => engine.createSpace({ handle, name }));
        session.print(made, `Space ${handle} is created.`);
      },
    },
  );

  leaf(space.command('list').description('all spaces but the personal ones'), context, {
    input: z.object({}),
    run: async (session) => {
      const listed = await asAdmin(session, (engine) => engine.listSpaces({}));
      session.print(
        listed,
        table(
          ['HANDLE', 'NAME', 'REVISION'],
          listed.spaces.map((one) => [one.handle, one.name, one.revision]),
        ),
      );
    },
  });
};
