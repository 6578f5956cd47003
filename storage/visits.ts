import { type Kysely, sql } from 'kysely';
import type { VisitStore } from '../domain/ports.ts';
import type { Schema } from './schema.ts';

export function visitStore(db: Kysely<Schema>): VisitStore {
  return {
    find: async (tokenId, projectId) =>
      (await db
        .selectFrom('visit')
        .innerJoin('token', 'token.id', 'visit.token_id')
        .where('visit.token_id', '=', tokenId)
        .where('visit.project_id', '=', projectId)
        .select([
          'visit.since_revision as since',
          'visit.seen_revision as seen',
          'visit.last_at as lastAt',
          'token.last_used_at as lastUsedAt',
          'token.active_since as activeSince',
        ])
        .executeTakeFirst()) ?? null,
    put: async (visits) => {
      // What a first visit has seen stays where it began, since later changes were never listed in it.
      for (const { tokenId, projectId, since, seen, at } of visits)
        await sql`insert into visit (token_id, project_id, since_revision, seen_revision, last_at)
          values (${tokenId}, ${projectId}, ${since}, ${seen}, ${at})
          on conflict (token_id, project_id) do update set since_revision = excluded.since_revision,
            seen_revision = case when excluded.since_revision is null then visit.seen_revision
              else excluded.seen_revision end,
            last_at = max(visit.last_at, excluded.last_at)`.execute(db);
    },
  };
}
