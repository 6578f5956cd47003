import type { Kysely } from 'kysely';
import type { NoteStore } from '../domain/ports.ts';
import { fold } from '../domain/text/fold.ts';
import { knownValues } from './knownValues.ts';
import { listNotes, listTrash } from './noteLists.ts';
import { fromRow, selectNotes, toNotes } from './noteRows.ts';
import { purgeNotes } from './purge.ts';
import type { Schema } from './schema.ts';
import { insertAll, within } from './sqlite/lists.ts';

export function noteStore(db: Kysely<Schema>): NoteStore {
  const select = () => selectNotes(db);
  return {
    nextSeq: async () => {
      const { last } = await db
        .selectFrom('note')
        .select((e) => e.fn.max<number | null>('seq').as('last'))
        .executeTakeFirstOrThrow();
      return (last ?? 0) + 1;
    },
    byIds: async (ids) => toNotes(await select().where(within('note.id', ids)).execute()),
    bySeqs: async (seqs) => toNotes(await select().where(within('note.seq', seqs)).execute()),
    atPlaces: async (folderIds, nameKeys) =>
      toNotes(
        await select()
          .where('note.state', '=', 'live')
          .where(within('note.folder_id', folderIds))
          .where(within('note.name_key', nameKeys))
          .execute(),
      ),
    withTitles: async (folderIds, titleKeys) =>
      toNotes(
        await select()
          .where('note.state', '=', 'live')
          .where(within('note.folder_id', folderIds))
          .where(within('note.title_key', titleKeys))
          .execute(),
      ),
    inFolders: async (folderIds) =>
      toNotes(
        await select().where('note.state', '=', 'live').where(within('note.folder_id', folderIds)).execute(),
      ),
    list: (query) => listNotes(db, query),
    insert: (rows) => insertAll(db, 'note', rows.map(fromRow)),
    update: async (rows) => {
      for (const row of rows) {
        const { seq, ...values } = fromRow(row);
        await db.updateTable('note').set(values).where('seq', '=', seq).execute();
      }
    },
    trash: (query) => listTrash(db, query),
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
