import { type QueryExecutorProvider, sql } from 'kysely';

/** A word with fewer matches at either end of the table than this is no frequent word. */
const sampled = 300;
const frequentShare = 0.05;
const nearlyEveryShare = 0.5;

/** What each word of a query is good for, as match expressions. */
export interface WordRoles {
  /** The words a note must have to have "all": without those that nearly every note has. */
  readonly required: readonly string[];
  /** The words of which any is enough in the fallback: without frequent ones. */
  readonly anyOf: readonly string[];
  /** Words to rank by instead of all of `required`; empty where these are all of them. */
  readonly telling: readonly string[];
}

/**
 * Tells frequent words from rare ones by how densely their first and last 300 notes lie, which costs the same in a
 * table of any size. Where all words are frequent, none is left out.
 */
export async function wordRoles(db: QueryExecutorProvider, groups: readonly string[]): Promise<WordRoles> {
  if (groups.length < 2) return { required: groups, anyOf: groups, telling: [] };
  const shares = await sharesOf(db, groups);
  const under = (limit: number) => groups.filter((_, index) => (shares[index] ?? 0) <= limit);
  const required = orAll(under(nearlyEveryShare), groups);
  const rare = orAll(under(frequentShare), required);
  return { required, anyOf: rare, telling: rare.length < required.length ? rare : [] };
}

const orAll = (some: readonly string[], all: readonly string[]) => (some.length > 0 ? some : all);

async function sharesOf(db: QueryExecutorProvider, groups: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ low: number | null; high: number | null; last: number }>`
    select low, case when low is not null then
        (select rowid from note_text where note_text match sample.value order by rowid desc
          limit 1 offset ${sampled - 1}) end as high,
      (select max(id) from note_text_docsize) as last
    from (select key, value, (select rowid from note_text where note_text match word.value order by rowid
        limit 1 offset ${sampled - 1}) as low
      from json_each(${JSON.stringify(groups)}) as word) as sample order by key`.execute(db);
  return rows.map(({ low, high, last }) => {
    if (low === null || high === null) return 0;
    return Math.min(sampled / low, sampled / (last - high + 1));
  });
}
