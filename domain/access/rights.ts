import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { UserRecord } from '../ports.ts';
import { quote } from '../text/quote.ts';

/** People, spaces, projects and tokens are human acts. @throws Refusal `insufficientScope`. */
export function requireHuman({ actor }: Context): void {
  if (actor.token === null || actor.token.scope === 'admin') return;
  throw refused('Only a person may do this.');
}

/** @throws Refusal `insufficientScope`. */
export function requireAdmin(context: Context): void {
  requireHuman(context);
  if (!context.actor.user.admin) throw refused("Only the instance's admin may do this.");
}

const refused = (message: string): Refusal =>
  new Refusal('insufficientScope', message, 'Ask the administrator of this Intendant.');

/** @throws Refusal `notFound`. */
export async function findUser(context: Context, name: string): Promise<UserRecord> {
  const user = await context.stores.people.userByName(name.trim());
  if (user) return user;
  throw new Refusal('notFound', `There is no user ${quote(name)}.`, 'List the users for their names.');
}
