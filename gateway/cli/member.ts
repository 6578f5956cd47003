import { Option } from 'commander';
import { z } from 'zod';
import { Refusal } from '../../domain/errors.ts';
import { type Define, leaf } from './leaf.ts';
import { asAdmin } from './session.ts';

const roles = ['reader', 'editor', 'owner', 'none'] as const;

export const defineMember: Define = (member, context) => {
  leaf(
    member
      .command('set')
      .description(
        'give a person a role in a project or a whole space; a role in a project overrides the space',
      )
      .requiredOption('--user <name>', 'whom')
      .addOption(new Option('--role <role>', 'none takes the role away').choices(roles).makeOptionMandatory())
      .option('--project <handle>', 'in this project')
      .option('--space <handle>', 'in this whole space'),
    context,
    {
      input: z.object({
        user: z.string(),
        role: z.enum(roles),
        project: z.string().optional(),
        space: z.string().optional(),
      }),
      run: async (session, { user, role, project, space }) => {
        if ((project === undefined) === (space === undefined)) {
          throw new Refusal(
            'invalidArguments',
            'A role is given in one place: a project or a space.',
            'Give one of --project and --space.',
          );
        }
        await asAdmin(session, (engine) =>
          engine.setMember({ user, role: role === 'none' ? null : role, project, space }),
        );
        const place = project === undefined ? `space ${space}` : `project ${project}`;
        session.print({ user, role, project, space }, `${user} is ${role} in ${place}.`);
      },
    },
  );
};
