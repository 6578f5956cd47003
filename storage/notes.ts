import { type Kysely, sql } from 'kysely';
import type { NoteStore } from '../domain/ports.ts';
import { fold } from '../domain/text/fold.ts';
import { knownValues } from './knownValues.ts';
import { listNotes, listTrash } from './noteLists.ts';
import { fromRow, selectNotes } from './noteRows.ts';
import { purgeNotes } from './purge.ts';
import type { Schema } from './schema.ts';
import { insertAll, within } from './sqlite/lists.ts';

export function noteStore(db: Kysely<Schema>): NoteStore {
  return {
    nextSeq: async () => {
      const { last } = await db
        .selectFrom('note')
        .select((e) => e.fn.max<number | null>('seq').as('last'))
        .executeTakeFirstOrThrow();
      return (last ?? 0) + 1;
    },
    byIds: (ids) => selectNotes(db, within('note.id', ids)),
    bySeqs: (seqs) => selectNotes(db, within('note.seq', seqs)),
    atPlaces: (folderIds, nameKeys) =>
      selectNotes(db, sql`${inFolders(folderIds)} and ${within('note.name_key', nameKeys)}`),
    withTitles: (folderIds, titleKeys) =>
      selectNotes(db, sql`${inFolders(folderIds)} and ${within('note.title_key', titleKeys)}`),
    inFolders: (folderIds) => selectNotes(db, inFolders(folderIds)),
    list: (query) => listNotes(db, query),
    insert: (rows) => insertAll(db, 'note', rows.map(fromRow)),
    update: async (rows) => {
      for (const row of rows) {
        const { seq, ...values } = fromRow(row);
        await db.updateTable('note').set(values).where('seq', '=', seq).execute();
      }
    },
    trash: (query) => listTrash(db, query),
    trashedBefore: (at) =>
      db
        .selectFrom('note')
        .select(['seq', 'id'])
        .where('state', '=', 'trash')
        .where('trashed_at', '<', at)
        .execute(),
    changedSince: async (spaceId, revision) => {
      const rows = await db
        .selectFrom('note')
        .select('seq')
        .where('space_id', '=', spaceId)
        .where('revision', '>', revision)
        .where('state', '!=', 'purged')
        .execute();
      return rows.map((row) => row.seq);
    },
    purgedWithin: async (spaceId, revision) => {
      const rows = await db
        .selectFrom('note')
        .select('id')
        .where('space_id', '=', spaceId)
        .where('state', '=', 'purged')
        .where('created_revision', '<=', revision)
        .where('revision', '>', revision)
        .execute();
      return rows.map((row) => row.id);
    },
    knownValues: (projectId, limit) => knownValues(db, projectId, limit),
    purge: (seqs, at) => purgeNotes(db, seqs, at),
    replaceTags: async (rows) => {
      const seqs = rows.map((row) => row.noteSeq);
      if (seqs.length > 0) await db.deleteFrom('tag').where(within('note_seq', seqs)).execute();
      await insertAll(
        db,
        'tag',
        rows.flatMap(({ noteSeq, tags }) => tags.map((tag) => ({ note_seq: noteSeq, tag, key: fold(tag) }))),
      );
    },
  };
}

const inFolders = (folderIds: readonly number[]) =>
  sql`note.state = 'live' and ${within('note.folder_id', folderIds)}`;
