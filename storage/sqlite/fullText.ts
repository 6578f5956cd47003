import { type QueryExecutorProvider, sql } from 'kysely';
import type { TextRow } from '../../domain/ports.ts';
import { wholeTerm } from '../../domain/search/analyse.ts';
import { damageIn } from './damage.ts';

export { searchTexts } from './searchTexts.ts';

/**
 * One FTS5 table that keeps its content. It is fed terms (`analyse`), so its own tokenizer only splits at spaces;
 * `rowid` is `note.seq`, and only live notes have a row.
 * `secure-delete` stays off: with it a changed note costs twenty times as much, and the beginnings of removed words
 * stay as signposts between index pages all the same. `scrubTexts` erases instead, where a purge asks for it.
 */
export async function createFullText(db: QueryExecutorProvider): Promise<void> {
  await sql`create virtual table note_text using fts5(title, aliases, tags, headings, body, tokenize = 'ascii')`.execute(
    db,
  );
  // Twice the segments before a merge: halves the median cost of a commit.
  await sql`insert into note_text(note_text, rank) values ('automerge', 8)`.execute(db);
}

const rowsAStatement = 25;

/** Adds analysed texts; each `seq` must be absent. The title gets its `wholeTerm` beside its terms. */
export async function insertTexts(db: QueryExecutorProvider, rows: readonly TextRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAStatement) {
    const values = rows
      .slice(start, start + rowsAStatement)
      .map(
        (row) =>
          sql`(${row.seq}, ${`${row.title} ${wholeTerm(row.title)}`}, ${row.aliases}, ${row.tags}, ${row.headings}, ${row.body})`,
      );
    await sql`insert into note_text(rowid, title, aliases, tags, headings, body) values ${sql.join(values)}`.execute(
      db,
    );
  }
}

/** Removes the rows of these notes; an absent one is no error. Their words leave the file with `scrubTexts`. */
export async function deleteTexts(db: QueryExecutorProvider, seqs: readonly number[]): Promise<void> {
  if (seqs.length === 0) return;
  await sql`delete from note_text where rowid in (select value from json_each(${JSON.stringify(seqs)}))`.execute(
    db,
  );
}

/**
 * Rewrites the index, so that it keeps no word of the rows removed until now: a purge's last step, in its transaction.
 * Takes about half a second for 20,000 notes. The freed pages are overwritten by the connection's `secure_delete`.
 */
export async function scrubTexts(db: QueryExecutorProvider): Promise<void> {
  await sql`insert into note_text(note_text) values ('optimize')`.execute(db);
}

/** How many notes have a row. */
export async function countTexts(db: QueryExecutorProvider): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from note_text_docsize`.execute(db);
  return rows[0]?.total ?? 0;
}

export interface TextReport {
  /** SQLite's own words where the index contradicts its content; null where it does not. */
  readonly damage: string | null;
  /** `note.seq` of live notes without a row, the first 100. */
  readonly missing: readonly number[];
  /** `rowid` of rows without a live note, the first 100. */
  readonly extra: readonly number[];
}

/** Compares the index with its content and with the live notes. Needs the connection that writes. */
export async function checkTexts(db: QueryExecutorProvider): Promise<TextReport> {
  const missing = await sql<{ seq: number }>`select seq from note where state = 'live'
    and seq not in (select id from note_text_docsize) order by seq limit 100`.execute(db);
  const extra = await sql<{ seq: number }>`select id as seq from note_text_docsize
    where id not in (select seq from note where state = 'live') order by id limit 100`.execute(db);
  return {
    damage: await damageOf(db),
    missing: missing.rows.map((row) => row.seq),
    extra: extra.rows.map((row) => row.seq),
  };
}

async function damageOf(db: QueryExecutorProvider): Promise<string | null> {
  try {
    await sql`insert into note_text(note_text) values ('integrity-check')`.execute(db);
    return null;
  } catch (error) {
    const damage = damageIn(error);
    if (damage !== null) return damage;
    throw error;
  }
}
