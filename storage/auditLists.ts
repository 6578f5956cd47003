import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import type { AuditFilter, AuditRecord, AuditStore, UsageRecord } from '../domain/ports.ts';
import type { Schema } from './schema.ts';
import { actorKind, parseTags } from './values.ts';

const conditions = (filter: AuditFilter): Expression<SqlBool> => {
  const { userId, tokenId, tool, projectId, from, before } = filter;
  const parts = [
    ...(userId === undefined ? [] : [sql<SqlBool>`user_id = ${userId}`]),
    ...(tokenId === undefined ? [] : [sql<SqlBool>`token_id = ${tokenId}`]),
    ...(tool === undefined ? [] : [sql<SqlBool>`tool = ${tool}`]),
    ...(projectId === undefined ? [] : [sql<SqlBool>`project_id = ${projectId}`]),
    ...(from === undefined ? [] : [sql<SqlBool>`at >= ${from}`]),
    ...(before === undefined ? [] : [sql<SqlBool>`at < ${before}`]),
  ];
  return parts.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(parts, sql` and `)}`;
};

/** Audit rows, newest first. */
export function auditList(db: Kysely<Schema>): AuditStore['list'] {
  return async (filter, after, limit) => {
    const matching = db.selectFrom('audit').where(conditions(filter));
    const { total } = await matching
      .select((e) => e.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const page = after ? matching.where(sql<SqlBool>`(at, id) < (${after.at}, ${after.id})`) : matching;
    const rows = await page.selectAll().orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute();
    return {
      total,
      rows: rows.map(
        (row): AuditRecord => ({
          id: row.id,
          at: row.at,
          requestId: row.request_id,
          userId: row.user_id,
          tokenId: row.token_id,
          client: row.client,
          kind: actorKind(row.kind),
          tool: row.tool,
          projectId: row.project_id,
          noteIds: parseTags(row.note_ids),
          outcome: row.outcome,
          milliseconds: row.milliseconds,
          charactersIn: row.characters_in,
          charactersOut: row.characters_out,
        }),
      ),
    };
  };
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The standing sums, or the audit's rows added up where a tool or a project is asked for. */
const sums = ({ tool, projectId }: AuditFilter) =>
  tool === undefined && projectId === undefined
    ? sql`usage`
    : sql`(select token_id, strftime('%Y-%m-%d', at / 1000, 'unixepoch') as day, count(*) as calls,
        sum(characters_out) as characters_out from audit
        where token_id is not null and ${conditions({ tool, projectId })} group by 1, 2)`;

/** What tokens did, by day, newest first. */
export function usageList(db: Kysely<Schema>): AuditStore['usage'] {
  return async (filter, after, limit) => {
    const { userId, tokenId, from, before } = filter;
    const parts = [
      sql`true`,
      ...(userId === undefined ? [] : [sql`token_id in (select id from token where user_id = ${userId})`]),
      ...(tokenId === undefined ? [] : [sql`token_id = ${tokenId}`]),
      ...(from === undefined ? [] : [sql`day >= ${dayOf(from)}`]),
      ...(before === undefined ? [] : [sql`day <= ${dayOf(before - 1)}`]),
    ];
    const matching = sql`from ${sums(filter)} where ${sql.join(parts, sql` and `)}`;
    const counted = await sql<{ total: number }>`select count(*) as total ${matching}`.execute(db);
    const rest = after ? sql`and (day, token_id) < (${after.day}, ${after.tokenId})` : sql``;
    const { rows } = await sql<UsageRecord>`select day, token_id as "tokenId", calls,
      characters_out as "charactersOut" ${matching} ${rest} order by day desc, token_id desc limit ${limit}`.execute(
      db,
    );
    return { total: counted.rows[0]?.total ?? 0, rows };
  };
}
