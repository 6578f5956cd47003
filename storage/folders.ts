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
    })),
  );
}
