import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely';
import type { ActivityPlace, ActivityQuery, VersionRecord } from '../domain/ports.ts';
import type { Schema } from './schema.ts';
import { within } from './sqlite/lists.ts';
import { isIn, selectVersions, toVersion } from './versionRows.ts';

type Condition = RawBuilder<unknown> | Expression<unknown>;

/**
 * One page of changes, newest first, with the total. The page is found by keys along an index over time, and only its
 * rows are read whole.
 */
export async function listActivity(
  db: Kysely<Schema>,
  query: ActivityQuery,
): Promise<{ changes: VersionRecord[]; total: number }> {
  const { before } = query;
  const matching = conditionsOf(query);
  const page = before
    ? [
        ...matching,
        sql`(revision.at, revision.space_id, revision.number, version.note_seq)
          < (${before.at}, ${before.spaceId}, ${before.revision}, ${before.noteSeq})`,
      ]
    : matching;
  const { rows } = await sql<{ seq: number; revision: number }>`
    select version.note_seq as seq, version.revision from ${joined(query)} where ${allOf(page)}
    order by revision.at desc, revision.space_id desc, revision.number desc, version.note_seq desc
    limit ${query.limit}`.execute(db);
  const found = await selectVersions(db)
    .where(
      sql<boolean>`(version.note_seq, version.revision) in (select value ->> 0, value ->> 1
        from json_each(${JSON.stringify(rows.map((row) => [row.seq, row.revision]))}))`,
    )
    .execute();
  const byKey = new Map(found.map((row) => [keyOf(row.note_seq, row.revision), toVersion(row)]));
  const counted = await sql<{ total: number }>`
    select count(*) as total from ${joined(query)} where ${allOf(matching)}`.execute(db);
  return {
    changes: rows.flatMap((row) => byKey.get(keyOf(row.seq, row.revision)) ?? []),
    total: counted.rows[0]?.total ?? 0,
  };
}

/** Moves of folders as places in the same order, with the total; a revision moves one folder. */
export async function listFolderActivity(
  db: Kysely<Schema>,
  query: ActivityQuery,
): Promise<{ places: ActivityPlace[]; total: number }> {
  const { before } = query;
  const from = sql`folder_move cross join revision`;
  const matching = [
    sql`revision.space_id = folder_move.space_id and revision.number = folder_move.revision`,
    ...(query.projectIds === null ? [] : [within('folder_move.to_project', query.projectIds)]),
    ...madeBy(query),
  ];
  const page = before
    ? [
        ...matching,
        sql`(revision.at, revision.space_id, revision.number, 0)
          < (${before.at}, ${before.spaceId}, ${before.revision}, ${before.noteSeq})`,
      ]
    : matching;
  const { rows } = await sql<ActivityPlace>`
    select revision.at, revision.space_id as spaceId, revision.number as revision, 0 as noteSeq
    from ${from} where ${allOf(page)} order by revision.at desc, revision.space_id desc, revision.number desc
    limit ${query.limit}`.execute(db);
  const counted = await sql<{ total: number }>`
    select count(*) as total from ${from} where ${allOf(matching)}`.execute(db);
  return { places: rows, total: counted.rows[0]?.total ?? 0 };
}

/** A note's few versions first, or else all revisions by time: the order of a cross join is kept. */
const joined = ({ noteSeq }: ActivityQuery): Condition =>
  noteSeq === undefined ? sql`revision cross join version` : sql`version cross join revision`;

function conditionsOf(query: ActivityQuery): Condition[] {
  const { noteSeq } = query;
  return [
    sql`version.space_id = revision.space_id and version.revision = revision.number`,
    isIn(query.projectIds),
    ...(noteSeq === undefined ? [] : [sql`version.note_seq = ${noteSeq}`]),
    ...madeBy(query),
  ];
}

/** Conditions on the revision alone. */
function madeBy({ spaceId, sinceAt, sinceRevision, exceptToken }: ActivityQuery): Condition[] {
  return [
    ...(spaceId === undefined ? [] : [sql`revision.space_id = ${spaceId}`]),
    ...(sinceAt === undefined ? [] : [sql`revision.at >= ${sinceAt}`]),
    ...(sinceRevision === undefined ? [] : [sql`revision.number > ${sinceRevision}`]),
    ...(exceptToken === undefined ? [] : [sql`revision.token_id is not ${exceptToken}`]),
  ];
}

const allOf = (conditions: readonly Condition[]): Condition => sql.join([...conditions], sql` and `);

const keyOf = (seq: number, revision: number): string => `${seq} ${revision}`;
