import { z } from 'zod';
import { Refusal } from '../../domain/errors.ts';
import { type Define, leaf } from './leaf.ts';
import { asAdmin } from './session.ts';
import { table } from './table.ts';

/** `space/slug` in its two parts. */
const handle = z.string().transform((raw) => {
  const [space, slug, ...rest] = raw.split('/');
  if (space && slug && rest.length === 0) return { space, slug };
  throw new Refusal(
    'invalidArguments',
    `${JSON.stringify(raw.slice(0, 80))} is not the handle of a project below a space.`,
    'Write space/slug, such as main/website.',
  );
});

export const defineProject: Define = (project, context) => {
  leaf(
    project
      .command('create')
      .description('add a project to a space')
      .argument('<handle>', 'space/slug, such as main/website')
      .option('--name <text>', 'its name (default: the slug)')
      .option('--path <folder>', 'its folder in the space (default: the slug)'),
    context,
    {
      input: z.object({
        arguments: z.tuple([handle]),
        name: z.string().optional(),
        path: z.string().optional(),
      }),
      run: async (session, { arguments: [{ space, slug }], name, path }) => {
        const made = await asAdmin(session, (engine) => engine.createProject({ space, slug, name, path }));
        session.print(made, `Project ${space}/${slug} is created.`);
      },
    },
  );

  leaf(project.command('list').description('all projects'), context, {
    input: z.object({}),
    run: async (session) => {
      const listed = await asAdmin(session, (engine) => engine.listAllProjects({}));
      session.print(
        listed,
        table(
          ['HANDLE', 'NAME', 'NOTES'],
          listed.projects.map((one) => [one.handle, one.name, one.notes]),
        ),
      );
    },
  });
};
