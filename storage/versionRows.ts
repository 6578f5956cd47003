import { type Kysely, sql } from 'kysely';
import type { VersionRecord, VersionRow } from '../domain/ports.ts';
import type { Schema } from './schema.ts';
import { actorKind, operation } from './values.ts';

/** Versions with who made them, their place then, and the version that each replaced. */
export const selectVersions = (db: Kysely<Schema>) =>
  db
    .selectFrom('version')
    .innerJoin('note', 'note.seq', 'version.note_seq')
    .innerJoin('revision', (join) =>
      join
        .onRef('revision.space_id', '=', 'version.space_id')
        .onRef('revision.number', '=', 'version.revision'),
    )
    .innerJoin('user', 'user.id', 'revision.user_id')
    .leftJoin('version as earlier', (join) =>
      join.onRef('earlier.note_seq', '=', 'version.note_seq').on(
        sql<boolean>`earlier.revision = (select max(w.revision) from version w
            where w.note_seq = version.note_seq and w.revision < version.revision)`,
      ),
    )
    .leftJoin('folder_version as place', (join) =>
      join
        .onRef('place.folder_id', '=', 'version.folder_id')
        .on(sql<boolean>`place.revision = ${placedSince('version', 0)}`),
    )
    .leftJoin('folder_version as earlierPlace', (join) =>
      join
        .onRef('earlierPlace.folder_id', '=', 'earlier.folder_id')
        .on(sql<boolean>`${sql.ref('earlierPlace.revision')} = ${placedSince('earlier', 1)}`),
    )
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
      'place.path as folderPath',
      'place.project_id as projectId',
      'earlier.hash as earlierHash',
      'earlier.name as earlierName',
      'earlierPlace.path as earlierFolder',
      'earlierPlace.project_id as earlierProject',
      homeThen('place', 0).as('homePath'),
      homeThen('earlierPlace', 1).as('earlierHome'),
    ]);

type Selected = Awaited<ReturnType<ReturnType<typeof selectVersions>['execute']>>[number];

export const toVersion = (row: Selected): VersionRecord => ({
  ...toVersionRow(row),
  noteId: row.noteId,
  path: pathOf(row.folderPath, row.name),
  projectId: row.projectId,
  projectPath: row.homePath,
  at: row.at,
  by: { name: row.userName, kind: actorKind(row.kind), client: row.client },
  tool: row.tool,
  message: row.message,
  before:
    row.earlierHash === null || row.earlierName === null
      ? null
      : {
          hash: row.earlierHash,
          path: pathOf(row.earlierFolder, row.earlierName),
          projectId: row.earlierProject,
          projectPath: row.earlierHome,
        },
});

/** Whether a version's note was in one of these projects; null asks nothing. */
export const isIn = (projectIds: readonly string[] | null) =>
  projectIds === null
    ? sql<boolean>`1`
    : sql<boolean>`exists (select 1 from folder_version p where p.folder_id = version.folder_id
        and p.revision = ${placedSince('version', 0)}
        and p.project_id in (select value from json_each(${JSON.stringify(projectIds)})))`;

/** Whether a revision's folder came to one of these projects; null asks nothing. */
export const cameTo = (projectIds: readonly string[] | null) =>
  projectIds === null
    ? sql<boolean>`1`
    : sql<boolean>`folder_move.to_project in (select value from json_each(${JSON.stringify(projectIds)}))`;

/** The revision that put a version's folder where it was at the version's revision, or right before it. */
function placedSince(of: 'version' | 'earlier', stepsBack: 0 | 1) {
  return sql<number>`(select max(f.revision) from folder_version f
    where f.folder_id = ${sql.ref(`${of}.folder_id`)} and f.revision <= version.revision - ${sql.lit(stepsBack)})`;
}

/** Where the folder of a place's project was at the version's revision, or right before it. */
function homeThen(place: 'place' | 'earlierPlace', stepsBack: 0 | 1) {
  return sql<
    string | null
  >`(select home.path from project join folder_version home on home.folder_id = project.folder_id
    where project.id = ${sql.ref(`${place}.project_id`)} and home.revision <= version.revision - ${sql.lit(stepsBack)}
    order by home.revision desc limit 1)`;
}

const pathOf = (folderPath: string | null, name: string): string =>
  folderPath === null || folderPath === '/' ? name : `${folderPath}${name}`;

export function toVersionRow(row: Schema['version']): VersionRow {
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
