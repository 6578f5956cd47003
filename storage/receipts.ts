import type { Kysely } from 'kysely';
import type { ReceiptStore } from '../domain/ports.ts';
import type { Schema } from './schema.ts';
import { within } from './sqlite/lists.ts';
import { parseTags } from './values.ts';

export function receiptStore(db: Kysely<Schema>): ReceiptStore {
  return {
    find: async (scope, key) => {
      const row = await db
        .selectFrom('idempotency')
        .select(['payload', 'result', 'note_ids'])
        .where('scope', '=', scope)
        .where('key', '=', key)
        .executeTakeFirst();
      return row ? { payload: row.payload, result: row.result, noteIds: parseTags(row.note_ids) } : null;
    },
    store: async ({ scope, key, payload, result, noteIds, createdAt }) => {
      await db
        .insertInto('idempotency')
        .values({ scope, key, payload, result, note_ids: JSON.stringify(noteIds), created_at: createdAt })
        .execute();
    },
    forgetBefore: async (at) => {
      await db.deleteFrom('idempotency').where('created_at', '<', at).execute();
    },
    importKeys: async (projectId, keys) => {
      const rows = await db
        .selectFrom('import_key')
        .select(['key', 'note_seq', 'payload'])
        .where('project_id', '=', projectId)
        .where(within('key', keys))
        .execute();
      return new Map(rows.map((row) => [row.key, { noteSeq: row.note_seq, payload: row.payload }]));
    },
    addImportKeys: async (rows) => {
      for (const row of rows) {
        await db
          .insertInto('import_key')
          .values({ project_id: row.projectId, key: row.key, note_seq: row.noteSeq, payload: row.payload })
          .execute();
      }
    },
  };
}
