import type { Surroundings } from '../context.ts';
import type { Permissions, Transact } from '../ports.ts';
import { accessOf } from './access.ts';
import { actorOf } from './actor.ts';
import { insertSpace } from './spaces.ts';
import { insertUser, makeProfile } from './users.ts';

/** The idempotent first run: the user `admin`, the space `main` and its root project. Source: spec/access.md. */
export async function setUp(
  transact: Transact,
  { surroundings, permissions }: { surroundings: Surroundings; permissions: Permissions },
  input: { readonly password: string },
): Promise<{ madeUser: boolean }> {
  return transact(async (stores) => {
    const context = { ...surroundings, stores };
    const madeUser = (await stores.people.users()).length === 0;
    if (madeUser) {
      const { locale } = surroundings.settings;
      const id = await insertUser(context, { name: 'admin', password: input.password, admin: true, locale });
      const identity = {
        kind: 'human',
        userId: id,
        tokenId: null,
        client: 'setup',
        requestId: 'setup',
      } as const;
      const actor = await actorOf(stores, identity, surroundings.clock.now());
      if (!actor) throw new Error('the user just made is there');
      const access = await accessOf(stores, actor, permissions);
      await makeProfile({ ...context, actor, access, tool: 'setup' }, id, 'admin');
    }
    // Once there is a space, `main` may have been given another handle: it is not made again.
    if ((await stores.projects.spaces()).length === 0) await insertSpace(context, { handle: 'main' });
    return { madeUser };
  });
}
