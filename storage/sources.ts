import { type Kysely, sql } from 'kysely';
import type { SourceStore } from '../domain/ports.ts';
import type { Schema } from './schema.ts';
import { insertAll, within } from './sqlite/lists.ts';

export function sourceStore(db: Kysely<Schema>): SourceStore {
  return {
    read: async (ids) => {
      const rows = await db.selectFrom('source').select(['id', 'text']).where(within('id', ids)).execute();
      return new Map(rows.map((row) => [row.id, row.text]));
    },
    write: async (rows) => {
      const known = new Map<string, number>();
      const old = rows.filter((row) => !row.isNew).map((row) => row.noteSeq);
      if (old.length > 0) {
        const kept = await db
          .selectFrom('source')
          .select(['id', 'note_seq', 'hash'])
          .where(within('note_seq', old))
          .execute();
        for (const row of kept) known.set(`${row.note_seq} ${row.hash}`, row.id);
      }
      const { rows: last } = await sql<{ id: number | null }>`select max(id) as id from source`.execute(db);
      let next = (last[0]?.id ?? 0) + 1;
      const fresh: { id: number; note_seq: number; hash: string; text: string }[] = [];
      const ids = rows.map(({ noteSeq, hash, text }) => {
        const key = `${noteSeq} ${hash}`;
        const id = known.get(key) ?? next++;
        if (!known.has(key)) fresh.push({ id, note_seq: noteSeq, hash, text });
        known.set(key, id);
        return id;
      });
      await insertAll(db, 'source', fresh);
      return ids;
    },
  };
}
