import { type QueryExecutorProvider, sql } from 'kysely';
import { Refusal } from '../../domain/errors.ts';

/** Does what asks SQLite; that the file is damaged, or no database, is told as what it is. @throws Refusal `unavailable`. */
export function tellDamage<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!(error instanceof Error) || !/^SQLITE_(CORRUPT|NOTADB|FORMAT)/.test(code)) throw error;
    throw new Refusal(
      'unavailable',
      `The database file is damaged: ${error.message}.`,
      'Its administrator restores the newest backup that verifies clean, and keeps this file for a closer look.',
      { damage: error.message },
    );
  }
}

/** SQLite's own words where an error says that the file is damaged; null for every other error. */
export function damageIn(error: unknown): string | null {
  const damage = error instanceof Refusal ? error.details.damage : undefined;
  return typeof damage === 'string' ? damage : null;
}

/** What is damaged in the file, up to `most` pieces; empty where it is sound. Reads all of it: a second for 200 MB. */
export async function damagedPages(db: QueryExecutorProvider, most: number): Promise<string[]> {
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(${sql.lit(most)})`.execute(db);
  return rows.flatMap((row) => (row.quick_check === 'ok' ? [] : [row.quick_check]));
}
