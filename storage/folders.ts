import { type Kysely, sql } from 'kysely';
import type { FolderRecord, FolderStore } from '../domain/ports.ts';
import { fold } from '../domain/text/fold.ts';
import type { Schema } from './schema.ts';
import { atOrBelow } from './sqlite/below.ts';
import { insertAll, within } from './sqlite/lists.ts';

export function folderStore(db: Kysely<Schema>): FolderStore {
  const select = () =>
    db
      .selectFrom('folder')
      .select([
        'folder.id',
        'folder.space_id as spaceId',
        'folder.parent_id as parentId',
        'folder.name',
        'folder.path',
        'folder.project_id as projectId',
        'folder.notes',
        'folder.digest',
      ]);
  return {
    root: async (spaceId) =>
      select().where('space_id', '=', spaceId).where('path_key', '=', '/').executeTakeFirstOrThrow(),
    byIds: async (ids) => select().where(within('id', ids)).execute(),
    byPathKeys: async (spaceId, keys) =>
      select().where('space_id', '=', spaceId).where(within('path_key', keys)).execute(),
    children: async (folderId) => select().where('parent_id', '=', folderId).orderBy('name').execute(),
    subtree: async (spaceId, pathKey) =>
      select().where('space_id', '=', spaceId).where(atOrBelow(pathKey)).orderBy('path').execute(),
    insert: async (folder, revision) => {
      const { id } = await db
        .insertInto('folder')
        .values({
          space_id: folder.spaceId,
          parent_id: folder.parentId,
          name: folder.name,
          name_key: fold(folder.name),
          path: folder.path,
          path_key: fold(folder.path),
          project_id: folder.projectId,
          notes: 0,
          digest: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await recordPlaces(db, [{ ...folder, id }], revision);
      return { ...folder, id, notes: 0, digest: null } satisfies FolderRecord;
    },
    relocate: async (folders, revision) => {
      // Through a path that nothing can hold, so that folders of one move may take each other's places.
      for (const { id } of folders) {
        await db
          .updateTable('folder')
          .set({ path_key: `\u0000${id}` })
          .where('id', '=', id)
          .execute();
      }
      for (const folder of folders) {
        await db
          .updateTable('folder')
          .set({
            parent_id: folder.parentId,
            name: folder.name,
            name_key: fold(folder.name),
            path: folder.path,
            path_key: fold(folder.path),
            project_id: folder.projectId,
          })
          .where('id', '=', folder.id)
          .execute();
      }
      const [first] = await select()
        .where(
          within(
            'id',
            folders.map((folder) => folder.id),
          ),
        )
        .execute();
      if (!first) return;
      await recordPlaces(
        db,
        folders.map((folder) => ({ ...folder, spaceId: first.spaceId })),
        revision,
      );
    },
    setTotals: async (rows) => {
      for (const { id, notes, digest } of rows) {
        await sql`update folder set notes = ${notes}, digest = ${digest} where id = ${id}`.execute(db);
      }
    },
    remove: async (ids) => {
      await db.deleteFrom('folder').where(within('id', ids)).execute();
    },
    placesAt: async (folderIds, revision) => {
      const { rows } = await sql<{ folder_id: number; path: string; project_id: string | null }>`
        select folder_id, path, project_id from folder_version v
        where ${within('v.folder_id', folderIds)} and v.revision = (
          select max(revision) from folder_version w where w.folder_id = v.folder_id and w.revision <= ${revision})`.execute(
        db,
      );
      return new Map(rows.map((row) => [row.folder_id, { path: row.path, projectId: row.project_id }]));
    },
    formerly: async (spaceId, pathKeys) =>
      db
        .selectFrom('folder_version')
        .select(['folder_id as folderId', 'path_key as pathKey', 'project_id as projectId', 'revision'])
        .where('space_id', '=', spaceId)
        .where(within('path_key', pathKeys))
        .orderBy('revision', 'desc')
        .execute(),
    recordMove: async ({ spaceId, revision, folderId, from, to }) => {
      await db
        .insertInto('folder_move')
        .values({
          space_id: spaceId,
          revision,
          folder_id: folderId,
          from_path: from.path,
          from_project: from.projectId,
          to_path: to.path,
          to_project: to.projectId,
        })
        .execute();
    },
    folderMoves: async (spaceId, revisions) => {
      const rows = await db
        .selectFrom('folder_move')
        .selectAll()
        .select([homeAt('from_project', 1).as('from_home'), homeAt('to_project', 0).as('to_home')])
        .where('space_id', '=', spaceId)
        .where(within('revision', revisions))
        .execute();
      return rows.map((row) => ({
        revision: row.revision,
        from: { path: row.from_path, projectId: row.from_project, projectPath: row.from_home },
        to: { path: row.to_path, projectId: row.to_project, projectPath: row.to_home },
      }));
    },
    changedSince: async (spaceId, revision) => {
      const rows = await db
        .selectFrom('folder_version')
        .select('folder_id as id')
        .distinct()
        .where('space_id', '=', spaceId)
        .where('revision', '>', revision)
        .execute();
      return rows.map((row) => row.id);
    },
  };
}

/** Where a project's folder was at a move's revision, or right before it. */
function homeAt(project: 'from_project' | 'to_project', stepsBack: 0 | 1) {
  return sql<
    string | null
  >`(select home.path from project join folder_version home on home.folder_id = project.folder_id
    where project.id = ${sql.ref(`folder_move.${project}`)} and home.revision <= folder_move.revision - ${sql.lit(stepsBack)}
    order by home.revision desc limit 1)`;
}

async function recordPlaces(
  db: Kysely<Schema>,
  folders: readonly { id: number; spaceId: number; path: string; projectId: string | null }[],
  revision: number,
): Promise<void> {
  const ids = folders.map((folder) => folder.id);
  await db
    .deleteFrom('folder_version')
    .where('revision', '=', revision)
    .where(within('folder_id', ids))
    .execute();
  await insertAll(
    db,
    'folder_version',
    folders.map(({ id, spaceId, path, projectId }) => ({
      folder_id: id,
      revision,
      space_id: spaceId,
      path,
      project_id: projectId,
      path_key: fold(path),
    })),
  );
}
