import { z } from 'zod';
import { type Define, leaf } from './leaf.ts';
import { choosePassword } from './password.ts';
import { asAdmin } from './session.ts';
import { table } from './table.ts';

const named = z.object({ arguments: z.tuple([z.string()]) });

export const defineUser: Define = (user, context) => {
  leaf(
    user
      .command('create')
      .description('add a person; a password is made and shown this once, unless one comes from stdin')
      .argument('<name>', 'the name to sign in with')
      .option('--admin', 'may manage the whole instance')
      .option('--locale <tag>', 'language of messages, such as pt-BR')
      .option('--password-stdin', 'read the password from stdin'),
    context,
    {
      input: named.extend({
        admin: z.boolean().optional(),
        locale: z.string().optional(),
        passwordStdin: z.boolean().optional(),
      }),
      run: async (session, { arguments: [name], admin, locale, passwordStdin }) => {
        const { password, made } = await choosePassword(session.io, passwordStdin);
        const created = await asAdmin(session, (engine) =>
          engine.createUser({ name, password, admin, locale }),
        );
        const answer = made ? { ...created, password } : created;
        session.print(answer, `User ${name} is created.${made ? `\nPassword: ${password}` : ''}`);
      },
    },
  );

  leaf(user.command('list').description('all persons'), context, {
    input: z.object({}),
    run: async (session) => {
      const listed = await asAdmin(session, (engine) => engine.listUsers({}));
      const rows = listed.users.map((one) => [
        one.name,
        one.admin ? 'admin' : '',
        one.disabled ? 'disabled' : '',
        one.locale,
      ]);
      session.print(listed, table(['NAME', 'RIGHTS', 'STATE', 'LOCALE'], rows));
    },
  });

  leaf(
    user
      .command('password')
      .description('set a new password; it is made and shown this once, unless it comes from stdin')
      .argument('<name>', 'whose')
      .option('--password-stdin', 'read the password from stdin'),
    context,
    {
      input: named.extend({ passwordStdin: z.boolean().optional() }),
      run: async (session, { arguments: [name], passwordStdin }) => {
        const { password, made } = await choosePassword(session.io, passwordStdin);
        await asAdmin(session, (engine) => engine.setPassword({ name, password }));
        session.print(
          made ? { user: name, password } : { user: name },
          made ? `Password: ${password}` : `The password of ${name} is set.`,
        );
      },
    },
  );

  leaf(
    user
      .command('disable')
      .description('shut a person and all their tokens out; nothing of theirs is deleted')
      .argument('<name>', 'whom')
      .option('--undo', 'let them in again'),
    context,
    {
      input: named.extend({ undo: z.boolean().optional() }),
      run: async (session, { arguments: [name], undo }) => {
        const disabled = undo !== true;
        await asAdmin(session, (engine) => engine.setDisabled({ name, disabled }));
        session.print({ user: name, disabled }, `User ${name} is ${disabled ? 'disabled' : 'enabled'}.`);
      },
    },
  );
};
