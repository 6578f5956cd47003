import { type Kysely, sql } from 'kysely';
import type { RevisionStore } from '../domain/ports.ts';
import { listActivity } from './activity.ts';
import type { Schema } from './schema.ts';
import { insertAll, within } from './sqlite/lists.ts';
import { actorKind } from './values.ts';
import { cameTo, isIn, selectVersions, toVersion, toVersionRow } from './versionRows.ts';

export function revisionStore(db: Kysely<Schema>): RevisionStore {
  const revisions = () =>
    db
      .selectFrom('revision')
      .innerJoin('user', 'user.id', 'revision.user_id')
      .select([
        'revision.space_id as spaceId',
        'revision.number',
        'revision.at',
        'revision.user_id as userId',
        'revision.token_id as tokenId',
        'revision.client',
        'revision.kind',
        'revision.tool',
        'revision.message',
        'revision.notes',
        'user.name as userName',
      ]);
  const versions = () => selectVersions(db);

  return {
    insert: async (revision) => {
      await db
        .insertInto('revision')
        .values({
          space_id: revision.spaceId,
          number: revision.number,
          at: revision.at,
          user_id: revision.userId,
          token_id: revision.tokenId,
          client: revision.client,
          kind: revision.kind,
          tool: revision.tool,
          message: revision.message,
          notes: revision.notes,
        })
        .execute();
    },
    insertVersions: (rows) =>
      insertAll(
        db,
        'version',
        rows.map((row) => ({
          note_seq: row.noteSeq,
          revision: row.revision,
          space_id: row.spaceId,
          operation: row.operation,
          source_id: row.sourceId,
          hash: row.hash,
          folder_id: row.folderId,
          name: row.name,
          title: row.title,
          live: Number(row.live),
          added: row.added,
          removed: row.removed,
        })),
      ),
    byNumbers: async (spaceId, numbers) => {
      const rows = await revisions()
        .where('revision.space_id', '=', spaceId)
        .where(within('revision.number', numbers))
        .execute();
      return rows.map((row) => ({ ...row, kind: actorKind(row.kind) }));
    },
    list: async (spaceId, projectIds, before, limit) => {
      const changes = sql<number>`(select count(*) from version where version.space_id = revision.space_id
        and version.revision = revision.number and ${isIn(projectIds)})`;
      let query = revisions().select(changes.as('changes')).where('revision.space_id', '=', spaceId);
      query = query.where(
        sql<boolean>`(exists (select 1 from version where version.space_id = revision.space_id
          and version.revision = revision.number and ${isIn(projectIds)})
          or exists (select 1 from folder_move where folder_move.space_id = revision.space_id
          and folder_move.revision = revision.number and ${cameTo(projectIds)}))`,
      );
      if (before !== null) query = query.where('revision.number', '<', before);
      const rows = await query.orderBy('revision.number', 'desc').limit(limit).execute();
      // Grouped along the index, since counting distinct values would sort them.
      // A revision that moved a folder changed no note.
      const counted = await sql<{ total: number }>`select (select count(*) from (select 1 from version
        where version.space_id = ${spaceId} and ${isIn(projectIds)} group by version.revision)) + (select count(*)
        from folder_move where space_id = ${spaceId} and ${cameTo(projectIds)}) as total`.execute(db);
      return {
        revisions: rows.map((row) => ({ ...row, kind: actorKind(row.kind) })),
        total: counted.rows[0]?.total ?? 0,
      };
    },
    ofNote: async (noteSeq, before, limit) => {
      const { total } = await db
        .selectFrom('version')
        .select((e) => e.fn.countAll<number>().as('total'))
        .where('note_seq', '=', noteSeq)
        .executeTakeFirstOrThrow();
      let query = versions().where('version.note_seq', '=', noteSeq);
      if (before !== null) query = query.where('version.revision', '<', before);
      const rows = await query.orderBy('version.revision', 'desc').limit(limit).execute();
      return { versions: rows.map(toVersion), total };
    },
    changes: async (spaceId, numbers, projectIds, limit) => {
      const rows = await versions()
        .where('version.space_id', '=', spaceId)
        .where(within('version.revision', numbers))
        .where(isIn(projectIds))
        .orderBy('version.revision', 'desc')
        .orderBy('version.note_seq')
        .limit(limit)
        .execute();
      return rows.map(toVersion);
    },
    activity: (query) => listActivity(db, query),
    versionsAt: async (noteSeqs, revision) => {
      const rows = await db
        .selectFrom('version')
        .selectAll()
        .where(within('note_seq', noteSeqs))
        .where(
          sql<boolean>`version.revision = (select max(w.revision) from version w
            where w.note_seq = version.note_seq and w.revision <= ${revision})`,
        )
        .execute();
      return new Map(rows.map((row) => [row.note_seq, toVersionRow(row)]));
    },
  };
}
