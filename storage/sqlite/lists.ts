import { type Expression, type Insertable, type Kysely, type SqlBool, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/**
 * `column in (list)` whose text does not depend on the list's length, so that its statement is prepared once;
 * a list of one is an equation, which SQLite plans better.
 */
export const within = (column: string, values: readonly (string | number)[]): Expression<SqlBool> => {
  const [only] = values;
  return values.length === 1
    ? sql<SqlBool>`${sql.ref(column)} = ${only}`
    : sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`;
};

const rowsAStatement = 40;

/** Inserts any number of rows, a full statement's worth at a time. */
export async function insertAll<Table extends keyof Schema>(
  db: Kysely<Schema>,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAStatement) {
    await db
      .insertInto(table)
      .values(rows.slice(start, start + rowsAStatement))
      .execute();
  }
}
