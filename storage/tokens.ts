import type { Kysely, Selectable } from 'kysely';
import type { TokenRecord, TokenStore } from '../domain/ports.ts';
import type { Schema, TokenTable } from './schema.ts';
import { insertAll } from './sqlite/lists.ts';
import { parseTags, scope } from './values.ts';

export function tokenStore(db: Kysely<Schema>): TokenStore {
  const withProjects = async (row: Selectable<TokenTable>): Promise<TokenRecord> => {
    if (row.limited === 0) return toToken(row, null);
    const listed = await db
      .selectFrom('token_project')
      .select('project_id as id')
      .where('token_id', '=', row.id)
      .execute();
    return toToken(
      row,
      listed.map((each) => each.id),
    );
  };
  return {
    byId: async (id) => {
      const row = await db.selectFrom('token').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? withProjects(row) : null;
    },
    list: async (userId) => {
      let query = db.selectFrom('token').selectAll().orderBy('created_at').orderBy('id');
      if (userId !== null) query = query.where('user_id', '=', userId);
      const tokens: TokenRecord[] = [];
      for (const row of await query.execute()) tokens.push(await withProjects(row));
      return tokens;
    },
    insert: async (token) => {
      await db
        .insertInto('token')
        .values({
          id: token.id,
          user_id: token.userId,
          label: token.label,
          secret_hash: token.secretHash,
          scope: token.scope,
          limited: Number(token.projects !== null),
          tools: token.tools === null ? null : JSON.stringify(token.tools),
          memory: Number(token.memory),
          database_tools: Number(token.databaseTools),
          rate_per_minute: token.ratePerMinute,
          created_at: token.createdAt,
          expires_at: token.expiresAt,
          revoked_at: token.revokedAt,
          last_used_at: token.lastUsedAt,
          active_since: null,
          replaced_by: null,
        })
        .execute();
      await insertAll(
        db,
        'token_project',
        (token.projects ?? []).map((id) => ({ token_id: token.id, project_id: id })),
      );
    },
    revoke: async (id, at) => {
      await db
        .updateTable('token')
        .set({ revoked_at: at })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .execute();
    },
    expire: async (id, at) => {
      await db.updateTable('token').set({ expires_at: at }).where('id', '=', id).execute();
    },
  };
}

const toToken = (row: Selectable<TokenTable>, projects: readonly string[] | null): TokenRecord => ({
  id: row.id,
  userId: row.user_id,
  label: row.label,
  secretHash: row.secret_hash,
  scope: scope(row.scope),
  projects,
  tools: row.tools === null ? null : parseTags(row.tools),
  memory: row.memory === 1,
  databaseTools: row.database_tools === 1,
  ratePerMinute: row.rate_per_minute,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
  lastUsedAt: row.last_used_at,
});
