import { type Kysely, sql } from 'kysely';
import { Refusal } from '../domain/errors.ts';
import * as notes from './migrations/0001_notes.ts';
import * as fullText from './migrations/0002_full_text.ts';
import type { Schema } from './schema.ts';

interface Migration {
  readonly name: string;
  readonly up: (db: Kysely<Schema>) => Promise<void>;
}

/** Every migration in order; the database's `user_version` counts those it has had. */
const migrations: readonly Migration[] = [
  { name: '0001_notes', up: notes.up },
  { name: '0002_full_text', up: fullText.up },
];

export const schemaVersion = migrations.length;

/**
 * Brings a database up to this program's schema, each migration in a transaction of its own that takes the
 * write lock, so that two processes starting at once do the work once.
 * @throws Refusal `unavailable` when the database is newer than the program.
 */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  while ((await versionOf(db)) < schemaVersion) {
    await db.transaction().execute(async (transaction) => {
      const version = await versionOf(transaction);
      const next = migrations[version];
      if (!next) return;
      await next.up(transaction);
      await sql.raw(`pragma user_version = ${version + 1}`).execute(transaction);
    });
  }
}

/** @throws Refusal `unavailable` when the database is newer than the program. */
export async function versionOf(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(db);
  const version = rows[0]?.user_version ?? 0;
  if (version <= schemaVersion) return version;
  throw new Refusal(
    'unavailable',
    `The database has schema ${version}, and this program knows schemas up to ${schemaVersion}.`,
    'Start the newer version of Intendant that made it, or restore a backup made by this one.',
  );
}
