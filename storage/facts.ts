import { type Kysely, sql } from 'kysely';
import type { StorageFacts } from '../domain/ports.ts';
import { schemaVersion } from './migrate.ts';
import type { Schema } from './schema.ts';
import { damagedPages, damageIn } from './sqlite/damage.ts';

export async function factsOf(db: Kysely<Schema>): Promise<StorageFacts> {
  const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(db);
  return { sqlite: rows[0]?.version ?? 'unknown', schema: schemaVersion, damage: await damageOf(db) };
}

async function damageOf(db: Kysely<Schema>): Promise<string | null> {
  try {
    return (await damagedPages(db, 1))[0] ?? null;
  } catch (error) {
    const damage = damageIn(error);
    if (damage !== null) return damage;
    throw error;
  }
}
