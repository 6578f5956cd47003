import { type Kysely, sql } from 'kysely';
import type { RevisionStore, VersionRecord, VersionRow } from '../domain/ports.ts';
import type { Schema } from './schema.ts';
import { insertAll, within } from './sqlite/lists.ts';
import { actorKind, operation } from './values.ts';

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
  const versions = () =>
    db
      .selectFrom('version')
      .innerJoin('note', 'note.seq', 'version.note_seq')
      .innerJoin('revision', (join) =>
        join
          .onRef('revision.space_id', '=', 'version.space_id')
          .onRef('revision.number', '=', 'version.revision'),
      )
      .innerJoin('user', 'user.id', 'revision.user_id')
      .select([
        'version.note_seq',
        'version.revision',
        'version.space_id',
        'version.operation',
        'version.source_id',
        'version.hash',
        'version.folder_id',
        'version.name',
        'version.title',
        'version.live',
        'version.added',
        'version.removed',
        'note.id as noteId',
        'revision.at',
        'revision.client',
        'revision.kind',
        'revision.tool',
        'revision.message',
        'user.name as userName',
        // Where its folder was at that revision.
        sql<string | null>`(select f.path from folder_version f where f.folder_id = version.folder_id
          and f.revision <= version.revision order by f.revision desc limit 1)`.as('folderPath'),
        sql<string | null>`(select f.project_id from folder_version f where f.folder_id = version.folder_id
          and f.revision <= version.revision order by f.revision desc limit 1)`.as('projectId'),
      ]);
  type Selected = Awaited<ReturnType<ReturnType<typeof versions>['execute']>>[number];
  const toVersion = (row: Selected): VersionRecord => ({
    ...toVersionRow(row),
    noteId: row.noteId,
    path: `${row.folderPath === null || row.folderPath === '/' ? '' : row.folderPath}${row.name}`,
    projectId: row.projectId,
    at: row.at,
    by: { name: row.userName, kind: actorKind(row.kind), client: row.client },
    tool: row.tool,
    message: row.message,
  });

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
    list: async (spaceId, before, limit) => {
      const space = await db
        .selectFrom('space')
        .select('revision')
        .where('id', '=', spaceId)
        .executeTakeFirstOrThrow();
      let query = revisions().where('revision.space_id', '=', spaceId);
      if (before !== null) query = query.where('revision.number', '<', before);
      const rows = await query.orderBy('revision.number', 'desc').limit(limit).execute();
      return { revisions: rows.map((row) => ({ ...row, kind: actorKind(row.kind) })), total: space.revision };
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
    changes: async (spaceId, revision) => {
      const rows = await versions()
        .where('version.space_id', '=', spaceId)
        .where('version.revision', '=', revision)
        .execute();
      return rows.map(toVersion);
    },
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

function toVersionRow(row: Schema['version']): VersionRow {
  return {
    noteSeq: row.note_seq,
    revision: row.revision,
    spaceId: row.space_id,
    operation: operation(row.operation),
    sourceId: row.source_id,
    hash: row.hash,
    folderId: row.folder_id,
    name: row.name,
    title: row.title,
    live: row.live === 1,
    added: row.added,
    removed: row.removed,
  };
}
