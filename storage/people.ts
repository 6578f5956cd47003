import type { Kysely } from 'kysely';
import type { PeopleStore, UserRecord } from '../domain/ports.ts';
import { fold } from '../domain/text/fold.ts';
import type { Schema } from './schema.ts';
import { role } from './values.ts';

export function peopleStore(db: Kysely<Schema>): PeopleStore {
  const users = () =>
    db
      .selectFrom('user')
      .select(['id', 'name', 'locale', 'admin', 'disabled', 'personal_space_id as personalSpaceId']);
  const toUser = (
    row: Omit<UserRecord, 'admin' | 'disabled'> & { admin: number; disabled: number },
  ): UserRecord => ({ ...row, admin: row.admin === 1, disabled: row.disabled === 1 });
  const oneUser = (row: Parameters<typeof toUser>[0] | undefined) => (row ? toUser(row) : null);

  return {
    userById: async (id) => oneUser(await users().where('id', '=', id).executeTakeFirst()),
    userByName: async (name) => oneUser(await users().where('name_key', '=', fold(name)).executeTakeFirst()),
    users: async () => (await users().orderBy('name_key').execute()).map(toUser),
    insertUser: async (user) => {
      await db
        .insertInto('user')
        .values({
          id: user.id,
          name: user.name,
          name_key: fold(user.name),
          locale: user.locale,
          admin: Number(user.admin),
          disabled: Number(user.disabled),
          password: user.password,
          personal_space_id: user.personalSpaceId,
          created_at: user.createdAt,
        })
        .execute();
    },
    setPassword: async (userId, password) => {
      await db.updateTable('user').set({ password }).where('id', '=', userId).execute();
    },
    setDisabled: async (userId, disabled) => {
      await db
        .updateTable('user')
        .set({ disabled: Number(disabled) })
        .where('id', '=', userId)
        .execute();
    },
    grants: async (userId) => {
      const rows = await db.selectFrom('member').selectAll().where('user_id', '=', userId).execute();
      return rows.map((row) => ({
        spaceId: row.space_id,
        projectId: row.project_id === '' ? null : row.project_id,
        role: role(row.role),
      }));
    },
    setGrant: async (userId, spaceId, projectId, granted) => {
      await db
        .deleteFrom('member')
        .where('user_id', '=', userId)
        .where('space_id', '=', spaceId)
        .where('project_id', '=', projectId ?? '')
        .execute();
      if (granted === null) return;
      await db
        .insertInto('member')
        .values({ user_id: userId, space_id: spaceId, project_id: projectId ?? '', role: granted })
        .execute();
    },
  };
}
