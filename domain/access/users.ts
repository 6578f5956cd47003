import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { spaceOf } from '../projects/find.ts';
import { commit } from '../revisions/commit.ts';
import { quote } from '../text/quote.ts';
import { checkName } from './checkName.ts';
import { hashPassword } from './password.ts';
import { findSelfOrOther, findUser, requireAdmin, requireUnrestricted } from './rights.ts';

export interface CreateUserInput {
  readonly name: string;
  readonly password?: string | undefined;
  readonly admin?: boolean | undefined;
  readonly locale?: string | undefined;
}

export interface UserView {
  readonly name: string;
  readonly admin: boolean;
  readonly disabled: boolean;
  readonly locale: string;
}

/**
 * Makes a person with a space of their own and its profile page; without a password they cannot sign in.
 * @throws Refusal `alreadyExists`, `invalidArguments`, `insufficientScope`.
 */
export async function createUser(
  context: Context,
  input: CreateUserInput,
): Promise<UserView & { id: string }> {
  requireAdmin(context);
  const name = checkName(input.name, 'The name');
  if (await context.stores.people.userByName(name))
    throw new Refusal('alreadyExists', `There is a user ${quote(name)} already.`, 'Choose another name.');
  const user = {
    ...input,
    name,
    admin: input.admin ?? false,
    locale: input.locale === undefined ? context.settings.locale : checkLocale(input.locale),
  };
  const id = await insertUser(context, user);
  await makeProfile(context, id, name);
  return { id, name, admin: user.admin, disabled: false, locale: user.locale };
}

/** A language tag in its canonical form. Source: RFC 5646. @throws Refusal `invalidArguments`. */
function checkLocale(tag: string): string {
  try {
    const [locale] = Intl.getCanonicalLocales(tag);
    if (locale !== undefined) return locale;
  } catch {
    // Refused below, as an empty tag is.
  }
  throw new Refusal(
    'invalidArguments',
    `${quote(tag)} is not a language.`,
    'Give a language tag, such as en or pt-BR.',
  );
}

/** The user's row and personal space, without the page that needs an author. */
export async function insertUser(
  context: Pick<Context, 'stores' | 'clock' | 'ids'>,
  user: { name: string; password?: string | undefined; admin: boolean; locale: string },
): Promise<string> {
  const createdAt = context.clock.now();
  const id = context.ids.user(createdAt);
  const { projects, people } = context.stores;
  const personalSpaceId = await projects.insertSpace({
    handle: null,
    name: user.name,
    kind: 'personal',
    createdAt,
  });
  await people.insertUser({
    id,
    name: user.name,
    locale: user.locale,
    admin: user.admin,
    disabled: false,
    personalSpaceId,
    password: user.password === undefined ? null : await hashPassword(user.password),
    createdAt,
  });
  return id;
}

/** `profile.md` in the user's personal space. */
export async function makeProfile(context: Context, userId: string, name: string): Promise<void> {
  const user = await context.stores.people.userById(userId);
  if (!user) throw new Error(`user ${userId} is missing`);
  const after = { folderPath: '/', name: 'profile.md', source: `# ${name}\n` };
  const space = await spaceOf(context, user.personalSpaceId);
  await commit(context, space, [{ operation: 'create', note: null, after, class: 'profile' }]);
}

/** Every person there is, by name, for the admin. */
export async function listUsers(context: Context, _input: object): Promise<{ users: UserView[] }> {
  requireAdmin(context);
  const users = await context.stores.people.users();
  return { users: users.map(({ name, admin, disabled, locale }) => ({ name, admin, disabled, locale })) };
}

/** Sets the caller's own password, or, as the admin, anyone's. @throws Refusal `invalidArguments`, `notFound`. */
export async function setPassword(
  context: Context,
  input: { readonly name: string; readonly password: string },
): Promise<object> {
  requireUnrestricted(context);
  const user = await findSelfOrOther(context, input.name);
  await context.stores.people.setPassword(user.id, await hashPassword(input.password));
  return { name: user.name };
}

/** Shuts a person and all their tokens out, or lets them in again; the last admin stays. */
export async function setDisabled(
  context: Context,
  input: { readonly name: string; readonly disabled: boolean },
): Promise<object> {
  requireAdmin(context);
  const { people } = context.stores;
  const user = await findUser(context, input.name);
  const others = (await people.users()).filter((each) => each.id !== user.id);
  if (input.disabled && !others.some((each) => each.admin && !each.disabled))
    throw new Refusal(
      'invalidArguments',
      `${quote(user.name)} is the only admin.`,
      'Create another admin first.',
    );
  await people.setDisabled(user.id, input.disabled);
  return { name: user.name, disabled: input.disabled };
}
