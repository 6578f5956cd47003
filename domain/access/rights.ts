import type { TokenFacts, UserFacts } from '../actor.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { UserRecord } from '../ports.ts';
import { quote } from '../text/quote.ts';

/** People, spaces, projects and tokens are human acts. @throws Refusal `insufficientScope`. */
export function requireHuman({ actor }: Context): void {
  if (actor.token === null || actor.token.scope === 'admin') return;
  throw refused('Only a person may do this.');
}

/** Whether no list of projects or tools narrows the caller. */
export const isUnrestricted = ({ actor: { token } }: Context): boolean =>
  token === null || (token.projects === null && token.tools === null);

/** A token for some projects or tools alone reaches no further. @throws Refusal `insufficientScope`. */
export function requireUnrestricted(context: Context): void {
  requireHuman(context);
  if (isUnrestricted(context)) return;
  throw refused('A token that is restricted to some projects or tools may not do this.');
}

/** @throws Refusal `insufficientScope`. */
export function requireAdmin(context: Context): void {
  requireUnrestricted(context);
  if (!context.actor.user.admin) throw refused("Only the instance's admin may do this.");
}

/** A token gives no other token more than it has itself. @throws Refusal `insufficientScope`. */
export function requireWithin(
  { actor: { token } }: Context,
  asked: Pick<TokenFacts, 'projects' | 'tools' | 'memory'>,
): void {
  if (token === null) return;
  const within =
    isWithin(asked.projects, token.projects) &&
    isWithin(asked.tools, token.tools) &&
    (token.memory || !asked.memory);
  if (!within) throw refused('A token cannot give more than it may do itself.');
}

/** Lists of null mean no restriction. */
const isWithin = (asked: readonly string[] | null, own: readonly string[] | null): boolean =>
  own === null || (asked?.every((each) => own.includes(each)) ?? false);

const refused = (message: string): Refusal =>
  new Refusal('insufficientScope', message, 'Ask the administrator of this Intendant.');

/** @throws Refusal `notFound`. */
export async function findUser(context: Context, name: string): Promise<UserRecord> {
  const user = await context.stores.people.userByName(name.trim());
  if (user) return user;
  throw new Refusal('notFound', `There is no user ${quote(name)}.`, 'List the users for their names.');
}

/**
 * The user of a name, or the caller for none. Only the admin may name another: all others learn nothing of who is there.
 * @throws Refusal `insufficientScope`, `notFound`.
 */
export async function findSelfOrOther(context: Context, name: string | undefined): Promise<UserFacts> {
  requireHuman(context);
  const { user } = context.actor;
  if (name === undefined) return user;
  const named = await context.stores.people.userByName(name.trim());
  if (named?.id === user.id) return user;
  requireAdmin(context);
  return named ?? findUser(context, name);
}
