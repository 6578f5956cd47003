import { type Kysely, sql } from 'kysely';
import type { AuditStore } from '../domain/ports.ts';
import { visitPause } from '../domain/session/visit.ts';
import { auditList, usageList } from './auditLists.ts';
import { auditProjects } from './auditProjects.ts';
import type { Schema } from './schema.ts';
import { insertAll } from './sqlite/lists.ts';

export function auditStore(db: Kysely<Schema>): AuditStore {
  return {
    list: auditList(db),
    usage: usageList(db),
    add: async (rows) => {
      const projectOf = await auditProjects(db, rows);
      await insertAll(
        db,
        'audit',
        rows.map((row) => ({
          at: row.at,
          request_id: row.requestId,
          user_id: row.userId,
          token_id: row.tokenId,
          client: row.client,
          kind: row.kind,
          tool: row.tool,
          project_id: projectOf(row),
          note_ids: JSON.stringify(row.noteIds),
          outcome: row.outcome,
          milliseconds: Math.round(row.milliseconds),
          characters_in: row.charactersIn,
          characters_out: row.charactersOut,
        })),
      );
      const usage = new Map<
        string,
        { token: string; day: string; calls: number; out: number; first: number; at: number }
      >();
      for (const row of rows) {
        if (row.tokenId === null) continue;
        const day = new Date(row.at).toISOString().slice(0, 10);
        const key = `${row.tokenId} ${day}`;
        const sum = usage.get(key) ?? {
          token: row.tokenId,
          day,
          calls: 0,
          out: 0,
          first: row.at,
          at: row.at,
        };
        sum.calls += 1;
        sum.out += row.charactersOut;
        sum.first = Math.min(sum.first, row.at);
        sum.at = Math.max(sum.at, row.at);
        usage.set(key, sum);
      }
      for (const { token, day, calls, out, first, at } of usage.values()) {
        await sql`insert into usage (token_id, day, calls, characters_out) values (${token}, ${day}, ${calls}, ${out})
          on conflict (token_id, day) do update set calls = calls + excluded.calls,
          characters_out = characters_out + excluded.characters_out`.execute(db);
        await sql`update token set last_used_at = max(coalesce(last_used_at, ${at}), ${at}), active_since = case
          when last_used_at is null or ${first} - last_used_at >= ${visitPause} then ${first}
          else active_since end where id = ${token}`.execute(db);
      }
    },
    forgetBefore: async (at) => {
      await db.deleteFrom('audit').where('at', '<', at).execute();
    },
  };
}
