import { type Kysely, sql } from 'kysely';
import type { StorageFacts } from '../domain/ports.ts';
import { schemaVersion } from './migrate.ts';
import type { Schema } from './schema.ts';

export async function factsOf(db: Kysely<Schema>): Promise<StorageFacts> {
  const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(db);
  return { sqlite: rows[0]?.version ?? 'unknown', schema: schemaVersion };
}
