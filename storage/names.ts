import { type Kysely, sql } from 'kysely';
import type { NameStore, NotePlace } from '../domain/ports.ts';
import type { Schema } from './schema.ts';
import { insertAll, within } from './sqlite/lists.ts';
import { nameKind, noteClass } from './values.ts';

export function nameStore(db: Kysely<Schema>): NameStore {
  const places = () =>
    db
      .selectFrom('note')
      .innerJoin('folder', 'folder.id', 'note.folder_id')
      .where('note.state', '=', 'live')
      .select(placeColumns);
  return {
    find: async (spaceIds, keys) => {
      const rows = await places()
        .innerJoin('name', 'name.note_seq', 'note.seq')
        .where(within('name.space_id', spaceIds))
        .where(within('name.key', keys))
        .select(['name.key', 'name.kind'])
        .execute();
      return rows.map(({ key, kind, ...place }) => ({ key, kind: nameKind(kind), note: toPlace(place) }));
    },
    findPaths: async (wanted) => {
      const rows = await places()
        .where(
          sql<boolean>`(folder.space_id, folder.path_key, note.name_key) in (
            select value ->> 0, value ->> 1, value ->> 2 from json_each(${JSON.stringify(
              wanted.map((place) => [place.spaceId, place.folderKey, place.nameKey]),
            )}))`,
        )
        .execute();
      return rows.map(toPlace);
    },
    replace: async (noteSeqs, rows) => {
      if (noteSeqs.length > 0) {
        await db
          .deleteFrom('name')
          .where(within('note_seq', noteSeqs))
          .where('kind', 'in', ['title', 'alias', 'file'])
          .execute();
      }
      await insertAll(db, 'name', rows.map(fromName));
    },
    add: async (rows) => {
      for (const row of rows) {
        await db
          .insertInto('name')
          .values(fromName(row))
          .onConflict((c) => c.doNothing())
          .execute();
      }
    },
  };
}

export const placeColumns = [
  'note.seq',
  'note.id',
  'note.title',
  'note.space_id as spaceId',
  'folder.project_id as projectId',
  'note.class',
  'folder.path as folderPath',
  'note.name',
] as const;

export function toPlace(row: Omit<NotePlace, 'class'> & { readonly class: string }): NotePlace {
  return { ...row, class: noteClass(row.class) };
}

const fromName = (row: { noteSeq: number; spaceId: number; key: string; kind: string }) => ({
  note_seq: row.noteSeq,
  space_id: row.spaceId,
  key: row.key,
  kind: row.kind,
});
