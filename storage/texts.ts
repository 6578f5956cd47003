import type { Kysely } from 'kysely';
import type { TextStore } from '../domain/ports.ts';
import type { Schema } from './schema.ts';
import { deleteTexts, insertTexts, searchTexts } from './sqlite/fullText.ts';

export function textStore(db: Kysely<Schema>): TextStore {
  return {
    insert: (rows) => insertTexts(db, rows),
    replace: async (rows) => {
      await deleteTexts(
        db,
        rows.map((row) => row.seq),
      );
      await insertTexts(db, rows);
    },
    remove: (seqs) => deleteTexts(db, seqs),
    search: (query, titleKey, filter, limit, offset) =>
      searchTexts(db, query, titleKey, filter, limit, offset),
  };
}
