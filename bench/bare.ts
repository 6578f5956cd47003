import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { z } from 'zod';
import { answerParent } from './child.ts';
import { freshFolder, removeFolders } from './folders.ts';
import { notesBetween } from './notes.ts';

interface Tables {
  note: { id: number; path: string; title: string; source: string };
}

const questionShape = z.object({ from: z.int(), to: z.int() });

/**
 * The least that any store of notes does: Kysely, one table and FTS5, a transaction a commit of 500, as durable as
 * ours. In a process of its own; told `{from, to}`, it adds those notes and answers the milliseconds it took.
 */
export async function bare(): Promise<void> {
  const database = new Database(join(await freshFolder(), 'bare.db'));
  database.pragma('journal_mode = wal');
  database.pragma('synchronous = full');
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
  await sql`create table note (id integer primary key, path text not null unique, title text not null,
    source text not null)`.execute(db);
  await sql`create virtual table note_text using fts5(title, body)`.execute(db);
  process.once('SIGTERM', async () => {
    await db.destroy();
    await removeFolders();
    process.exit(0);
  });
  answerParent(null, async (question) => {
    const { from, to } = questionShape.parse(question);
    const rows = notesBetween(from, to).map(({ path, title, body }, index) => ({
      id: from + index + 1,
      path,
      title,
      source: body,
    }));
    const started = performance.now();
    await db.transaction().execute(async (transaction) => {
      for (let start = 0; start < rows.length; start += 100) {
        const some = rows.slice(start, start + 100);
        await transaction.insertInto('note').values(some).execute();
        const values = some.map((row) => sql`(${row.id}, ${row.title}, ${row.source})`);
        await sql`insert into note_text(rowid, title, body) values ${sql.join(values)}`.execute(transaction);
      }
    });
    return performance.now() - started;
  });
}
