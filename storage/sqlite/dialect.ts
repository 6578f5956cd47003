import Database from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';

import { tellDamage } from './damage.ts';

export interface ConnectionOptions {
  readonly path: string;
  readonly mode: 'read' | 'write';
  /** Connections held at most; the writer has one. */
  readonly size: number;
  /** How long SQLite itself may wait for a lock, in ms. 0 on a thread that must not block. */
  readonly busyTimeout: number;
}

const statementsKept = 400;

/**
 * Kysely over better-sqlite3 with what Kysely's own driver lacks: several read-only connections,
 * prepared statements kept by their text, and write transactions that take the lock at once.
 */
export function sqliteDialect(options: ConnectionOptions): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => pool(options),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

function pool(options: ConnectionOptions): Driver {
  const idle: DatabaseConnection[] = [];
  const waiting: ((connection: DatabaseConnection) => void)[] = [];
  const opened: Database.Database[] = [];
  const begin = CompiledQuery.raw(options.mode === 'write' ? 'begin immediate' : 'begin');
  const commit = CompiledQuery.raw('commit');
  const rollback = CompiledQuery.raw('rollback');

  return {
    init: async () => {},
    acquireConnection: async () => {
      const free = idle.pop();
      if (free) return free;
      if (opened.length < options.size) {
        const database = tellDamage(() => openDatabase(options));
        opened.push(database);
        return connectionTo(database);
      }
      return new Promise((resolve) => waiting.push(resolve));
    },
    beginTransaction: async (connection) => {
      await connection.executeQuery(begin);
    },
    commitTransaction: async (connection) => {
      await connection.executeQuery(commit);
    },
    rollbackTransaction: async (connection) => {
      await connection.executeQuery(rollback);
    },
    releaseConnection: async (connection) => {
      const next = waiting.shift();
      if (next) next(connection);
      else idle.push(connection);
    },
    destroy: async () => {
      for (const database of opened) database.close();
    },
  };
}

function openDatabase(options: ConnectionOptions): Database.Database {
  const reading = options.mode === 'read';
  const database = new Database(options.path, { readonly: reading, timeout: options.busyTimeout });
  database.pragma('foreign_keys = on');
  database.pragma('temp_store = memory');
  if (reading) {
    database.pragma('query_only = on');
    database.pragma('cache_size = -16000');
  } else {
    database.pragma('journal_mode = wal');
    database.pragma('synchronous = full');
    database.pragma('secure_delete = on');
    database.pragma('cache_size = -32000');
    database.pragma('journal_size_limit = 67108864');
  }
  return database;
}

function connectionTo(database: Database.Database): DatabaseConnection {
  const statements = new Map<string, Database.Statement<unknown[]>>();
  const prepare = (text: string): Database.Statement<unknown[]> => {
    const kept = statements.get(text);
    if (kept) return kept;
    const statement = database.prepare<unknown[]>(text);
    if (statements.size >= statementsKept) {
      const oldest = statements.keys().next();
      if (!oldest.done) statements.delete(oldest.value);
    }
    statements.set(text, statement);
    return statement;
  };
  return {
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => {
      return tellDamage(() => {
        const statement = prepare(sql);
        // The row type is the caller's claim, as everywhere in Kysely.
        if (statement.reader) return { rows: statement.all(...parameters) as Row[] };
        const { changes, lastInsertRowid } = statement.run(...parameters);
        return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
      });
    },
    // biome-ignore lint/correctness/useYield: Kysely asks for a generator; nothing here streams.
    streamQuery: async function* () {
      throw new Error('streaming is not supported');
    },
  };
}
