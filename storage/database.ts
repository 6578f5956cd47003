import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { Refusal } from '../domain/errors.ts';
import type { Transact } from '../domain/ports.ts';
import { migrate, schemaVersion, versionOf } from './migrate.ts';
import type { Schema } from './schema.ts';
import { sqliteDialect } from './sqlite/dialect.ts';
import { storesOver } from './stores.ts';

export interface Reader {
  /** One snapshot for the whole of the work; nothing in it waits for a lock. */
  readonly read: Transact;
  readonly db: Kysely<Schema>;
  close(): Promise<void>;
}

export interface Writer {
  /** Takes the write lock first, commits durably, rolls back when the work throws. */
  readonly transact: Transact;
  /** Copies the log into the database file and empties it, so that erased bytes are nowhere. */
  checkpoint(): Promise<void>;
  readonly db: Kysely<Schema>;
  close(): Promise<void>;
}

const databasePath = (dataFolder: string): string => join(dataFolder, 'intendant.db');

const readConnections = 4;
const lockWait = 15_000;

/** Makes the data folder (0700) and the file (0600) where they are missing. */
function prepareFolder(dataFolder: string): void {
  if (!existsSync(dataFolder)) mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const path = databasePath(dataFolder);
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
}

/** Opens for writing, migrated. One a thread; processes share the file through SQLite's lock. */
export async function openWriter(dataFolder: string): Promise<Writer> {
  prepareFolder(dataFolder);
  const db = new Kysely<Schema>({
    dialect: sqliteDialect({ path: databasePath(dataFolder), mode: 'write', size: 1, busyTimeout: lockWait }),
  });
  await migrate(db).catch(async (error: unknown) => {
    await db.destroy();
    throw error;
  });
  return {
    transact: async (work) => {
      try {
        return await db.transaction().execute((transaction) => work(storesOver(transaction)));
      } catch (error) {
        throw isBusy(error) ? busy() : error;
      }
    },
    checkpoint: async () => {
      await sql`pragma wal_checkpoint(truncate)`.execute(db);
    },
    db,
    close: () => db.destroy(),
  };
}

/** Opens read-only connections onto a migrated database. */
function openReader(dataFolder: string): Reader {
  const db = new Kysely<Schema>({
    dialect: sqliteDialect({
      path: databasePath(dataFolder),
      mode: 'read',
      size: readConnections,
      busyTimeout: 0,
    }),
  });
  const once: Transact = (work) => db.transaction().execute((transaction) => work(storesOver(transaction)));
  return {
    read: async (work) => {
      for (let attempt = 0; ; attempt += 1) {
        try {
          return await once(work);
        } catch (error) {
          if (!isBusy(error)) throw error;
          if (attempt >= busyRetries) throw busy();
          await pause(busyPause);
        }
      }
    },
    db,
    close: () => db.destroy(),
  };
}

/** A reader onto a database of this program's schema; null where the writer has yet to make or migrate it. */
export async function currentReader(dataFolder: string): Promise<Reader | null> {
  if (!existsSync(databasePath(dataFolder))) return null;
  const reader = openReader(dataFolder);
  try {
    if ((await versionOf(reader.db)) === schemaVersion) return reader;
  } catch (error) {
    await reader.close();
    if (error instanceof Refusal) throw error;
    return null;
  }
  await reader.close();
  return null;
}

// A reader meets a lock only while another process recovers or closes the log: milliseconds.
const busyRetries = 100;
const busyPause = 20;

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  error.code.startsWith('SQLITE_BUSY');

/** Another process holds the lock for longer than one waits; nothing was done. */
const busy = (): Refusal =>
  new Refusal('unavailable', 'The database is busy; nothing was done.', 'Try again in a second.');
