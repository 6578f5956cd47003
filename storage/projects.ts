import { type Kysely, sql } from 'kysely';
import type { ProjectRecord, ProjectStore, SpaceRecord } from '../domain/ports.ts';
import { fold } from '../domain/text/fold.ts';
import type { Schema } from './schema.ts';
import { atOrBelow } from './sqlite/below.ts';
import { within } from './sqlite/lists.ts';
import { spaceKind } from './values.ts';

export function projectStore(db: Kysely<Schema>): ProjectStore {
  const spaces = () => db.selectFrom('space').select(['id', 'handle', 'name', 'kind', 'revision']);
  const toSpace = (row: (Omit<SpaceRecord, 'kind'> & { kind: string }) | undefined): SpaceRecord | null =>
    row ? { ...row, kind: spaceKind(row.kind) } : null;
  const projects = () =>
    db
      .selectFrom('project')
      .innerJoin('folder', 'folder.id', 'project.folder_id')
      .select([
        'project.id',
        'project.space_id as spaceId',
        'project.folder_id as folderId',
        'folder.path as folderPath',
        'project.handle',
        'project.name',
        'folder.notes',
      ])
      .orderBy('project.handle');

  return {
    spaceById: async (id) => toSpace(await spaces().where('id', '=', id).executeTakeFirst()),
    spaceByHandle: async (handle) => toSpace(await spaces().where('handle', '=', handle).executeTakeFirst()),
    spaces: async () => {
      const rows = await spaces().where('kind', '=', 'team').orderBy('handle').execute();
      return rows.map((row) => ({ ...row, kind: spaceKind(row.kind) }));
    },
    insertSpace: async ({ handle, name, kind, createdAt }) => {
      const { id } = await db
        .insertInto('space')
        .values({ handle, name, kind, revision: 0, created_at: createdAt })
        .returning('id')
        .executeTakeFirstOrThrow();
      const folder = await db
        .insertInto('folder')
        .values({
          space_id: id,
          parent_id: null,
          name: '',
          name_key: '',
          path: '/',
          path_key: '/',
          project_id: null,
          notes: 0,
          digest: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db
        .insertInto('folder_version')
        .values({
          folder_id: folder.id,
          revision: 0,
          space_id: id,
          path: '/',
          path_key: '/',
          project_id: null,
        })
        .execute();
      return id;
    },
    setRevision: async (spaceId, revision) => {
      await db.updateTable('space').set({ revision }).where('id', '=', spaceId).execute();
    },
    byHandle: async (handle): Promise<ProjectRecord | null> =>
      (await projects()
        .innerJoin('handle', 'handle.project_id', 'project.id')
        .where('handle.handle', '=', handle)
        .executeTakeFirst()) ?? null,
    byIds: async (ids) => projects().where(within('project.id', ids)).execute(),
    inSpace: async (spaceId) => projects().where('project.space_id', '=', spaceId).execute(),
    all: async () => projects().execute(),
    insert: async (project, revision) => {
      await db
        .insertInto('project')
        .values({
          id: project.id,
          space_id: project.spaceId,
          folder_id: project.folderId,
          handle: project.handle,
          name: project.name,
          created_at: project.createdAt,
        })
        .execute();
      await db.insertInto('handle').values({ handle: project.handle, project_id: project.id }).execute();
      const folder = await db
        .selectFrom('folder')
        .select(['path_key', 'project_id', 'space_id'])
        .where('id', '=', project.folderId)
        .executeTakeFirstOrThrow();
      // The innermost project wins: folders that an inner project holds already stay its own.
      const outer = folder.project_id;
      await db
        .updateTable('folder')
        .set({ project_id: project.id })
        .where('space_id', '=', folder.space_id)
        .where(atOrBelow(fold(folder.path_key)))
        .where((e) => (outer === null ? e('project_id', 'is', null) : e('project_id', '=', outer)))
        .execute();
      await sql`insert into folder_version (folder_id, revision, space_id, path, path_key, project_id)
        select id, ${revision}, space_id, path, path_key, project_id from folder where project_id = ${project.id}
        on conflict (folder_id, revision) do update set project_id = excluded.project_id`.execute(db);
    },
    handleTaken: async (handle) =>
      (await db.selectFrom('handle').select('handle').where('handle', '=', handle).executeTakeFirst()) !==
      undefined,
    rename: async (id, { handle, name }) => {
      await db.updateTable('project').set({ handle, name }).where('id', '=', id).execute();
      await db
        .insertInto('handle')
        .values({ handle, project_id: id })
        .onConflict((c) => c.doNothing())
        .execute();
    },
    renameSpace: async (id, handle) => {
      await db.updateTable('space').set({ handle }).where('id', '=', id).execute();
    },
    lastChanges: async (ids) => {
      const rows = await db
        .selectFrom('folder')
        .innerJoin('note', 'note.folder_id', 'folder.id')
        .where(within('folder.project_id', ids))
        .where('note.state', '=', 'live')
        .groupBy('folder.project_id')
        .select(['folder.project_id as id', (e) => e.fn.max('note.modified_at').as('at')])
        .execute();
      return new Map(rows.flatMap((row) => (row.id === null ? [] : [[row.id, row.at] as const])));
    },
  };
}
