import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import type { TextFilter, TextHit } from '../../domain/ports.ts';

/** Notes that match an expression, as one stretch of the answer. */
export interface Block extends Matches {
  /** How many of them the caller may see. */
  readonly size: number;
  readonly order: 'score' | 'newest';
  /** All its hits, where they are at hand already. */
  readonly known?: readonly TextHit[];
}

export interface Matches {
  readonly match: string;
  /** Another expression that they must match, without being ranked by it. */
  readonly within?: string;
  /** `note.seq` of notes that stand elsewhere in the answer. */
  readonly excluded?: readonly number[];
}

export interface TextReader {
  readonly db: QueryExecutorProvider;
  /** A condition on `n`, the note. */
  readonly visible: RawBuilder<unknown>;
  /** `note.seq` of the notes that go first. */
  readonly titled: readonly number[];
}

/** Binds a database to what the filter lets a caller see. */
export function textReader(db: QueryExecutorProvider, filter: TextFilter): TextReader {
  return { db, visible: visibleTo(filter), titled: [] };
}

function visibleTo({
  projectIds,
  personalSpaceId,
  personalClasses,
  type,
  tagKey,
}: TextFilter): RawBuilder<unknown> {
  const shared = sql`(n.class = 'user-doc'
    and n.folder_id in (select id from folder where project_id in ${list(projectIds)}))`;
  const own = sql`(n.space_id = ${personalSpaceId} and n.class in ${list(personalClasses)})`;
  const seen = personalSpaceId === null || personalClasses.length === 0 ? shared : sql`(${shared} or ${own})`;
  const conditions = [sql`n.state = 'live'`, seen];
  if (type !== undefined) conditions.push(sql`n.type = ${type}`);
  if (tagKey !== undefined) {
    conditions.push(sql`exists (select 1 from tag where tag.note_seq = n.seq and tag.key = ${tagKey})`);
  }
  return sql.join(conditions, sql` and `);
}

function list(values: readonly (string | number)[]): RawBuilder<unknown> {
  return sql`(select value from json_each(${JSON.stringify(values)}))`;
}

/** The unary plus keeps FTS5 from looking up one row at a time. */
function matching({ match, within, excluded }: Matches): RawBuilder<unknown> {
  const conditions = [sql`note_text match ${match}`];
  if (within !== undefined) {
    conditions.push(sql`+note_text.rowid in (select rowid from note_text where note_text match ${within})`);
  }
  if (excluded !== undefined) conditions.push(sql`+note_text.rowid not in ${list(excluded)}`);
  return sql.join(conditions, sql` and `);
}

/** The cross join keeps the index the outer loop: the other way round would ask it once a note. */
const joined = sql`from note_text cross join note as n on n.seq = note_text.rowid`;

export async function countBlock({ db, visible }: TextReader, matches: Matches): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total ${joined}
    where ${matching(matches)} and ${visible}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Notes that match by their whole title, at most `limit`: those whose folded title is exactly `titleKey` first. */
export async function exactTitles(
  { db, visible }: TextReader,
  match: string,
  titleKey: string,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ seq: number }>`select n.seq as seq ${joined}
    where ${matching({ match })} and ${visible} order by n.title_key = ${titleKey} desc, n.seq desc limit ${limit}`.execute(
    db,
  );
  return rows.map((row) => row.seq);
}

/** bm25 weights by column: title, aliases, tags, headings, body. */
const score = sql<number>`-bm25(note_text, 10.0, 8.0, 3.0, 4.0, 1.0)`;

interface Row {
  readonly seq: number;
  readonly score: number;
}

/** So many rows are read and sorted at once for less than it costs to count them first. */
const readAtOnce = 1_200;

/** The whole of a block in one look at the index; null where it is too large for that. */
export async function completeBlock(reader: TextReader, matches: Matches): Promise<Block | null> {
  const { rows } = await sql<Row>`select n.seq as seq, ${score} as score ${joined}
    where ${matching(matches)} and ${reader.visible} limit ${readAtOnce + 1}`.execute(reader.db);
  if (rows.length > readAtOnce) return null;
  const place = (seq: number): number => reader.titled.indexOf(seq) + 1 || reader.titled.length + 1;
  const sorted = [...rows].sort((a, b) => place(a.seq) - place(b.seq) || b.score - a.score || b.seq - a.seq);
  return { ...matches, size: rows.length, order: 'score', known: sorted.map((row) => toHit(reader, row)) };
}

/** Ranked candidates beyond the asked page, in case some of them are not for the caller's eyes. */
const spare = 100;

/** One page of a block: titled notes, then the rest by score or by age, newest first. */
export async function hitsOf(
  reader: TextReader,
  block: Block,
  limit: number,
  offset: number,
): Promise<TextHit[]> {
  if (block.known) return block.known.slice(offset, offset + limit);
  const wanted = Math.min(limit, block.size - offset);
  const quick = block.order === 'score' ? await rankedFirst(reader, block, wanted, offset) : [];
  const rows = quick.length >= wanted ? quick : await joinedFirst(reader, block, wanted, offset);
  return rows.map((row) => toHit(reader, row));
}

const toHit = ({ titled }: TextReader, { seq, score }: Row): TextHit => ({
  seq,
  score,
  titleMatch: titled.includes(seq),
});

/** Ranks before it asks what the caller may see, which halves the cost; too few rows where that was much less. */
async function rankedFirst(reader: TextReader, block: Block, limit: number, offset: number): Promise<Row[]> {
  const { rows } = await sql<Row>`select ranked.seq as seq, ranked.score as score
    from (select note_text.rowid as seq, ${score} as score from note_text where ${matching(block)}
      order by ${titledFirst(reader, sql.ref('note_text.rowid'))} score desc, note_text.rowid desc
      limit ${offset + limit + spare}) as ranked
    cross join note as n on n.seq = ranked.seq where ${reader.visible}
    order by ${titledFirst(reader, sql.ref('n.seq'))} ranked.score desc, n.seq desc
    limit ${limit} offset ${offset}`.execute(reader.db);
  return [...rows];
}

async function joinedFirst(reader: TextReader, block: Block, limit: number, offset: number): Promise<Row[]> {
  const order =
    block.order === 'score'
      ? sql`${titledFirst(reader, sql.ref('n.seq'))} score desc, n.seq desc`
      : sql`note_text.rowid desc`;
  const { rows } = await sql<Row>`select n.seq as seq, ${score} as score ${joined}
    where ${matching(block)} and ${reader.visible} order by ${order} limit ${limit} offset ${offset}`.execute(
    reader.db,
  );
  return [...rows];
}

function titledFirst({ titled }: TextReader, seq: RawBuilder<unknown>): RawBuilder<unknown> {
  if (titled.length === 0) return sql``;
  const places = titled.map((note, place) => sql`when ${note} then ${place}`);
  return sql`case ${seq} ${sql.join(places, sql` `)} else ${titled.length} end,`;
}
