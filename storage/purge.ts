import { type Kysely, sql } from 'kysely';
import type { Schema } from './schema.ts';
import { deleteTexts, scrubTexts } from './sqlite/fullText.ts';
import { within } from './sqlite/lists.ts';

/** Erases all that notes ever held; a stub with id and times stays. Source: spec/engine.md, Trash. */
export async function purgeNotes(db: Kysely<Schema>, seqs: readonly number[], at: number): Promise<void> {
  await deleteTexts(db, seqs);
  await scrubTexts(db);
  await db.updateTable('edge').set({ to_seq: null }).where(within('to_seq', seqs)).execute();
  for (const table of ['tag', 'name', 'edge', 'import_key', 'pin', 'version', 'source'] as const) {
    await db.deleteFrom(table).where(within('note_seq', seqs)).execute();
  }
  const stubs = await db.selectFrom('note').select(['id', 'folder_id']).where(within('seq', seqs)).execute();
  const ids = stubs.map((row) => row.id);
  const folderIds = [...new Set(stubs.map((row) => row.folder_id))];
  // A folder that is gone with its last note leaves its path in the history of no other note.
  await sql`delete from folder_version where ${within('folder_version.folder_id', folderIds)}
    and not exists (select 1 from folder where folder.id = folder_version.folder_id)
    and not exists (select 1 from version where version.folder_id = folder_version.folder_id)`.execute(db);
  await sql`delete from folder_move where ${within('folder_move.folder_id', folderIds)} and not exists (
    select 1 from folder_version where folder_version.folder_id = folder_move.folder_id)`.execute(db);
  await sql`delete from idempotency where exists (
    select 1 from json_each(idempotency.note_ids) named
    where named.value in (select value from json_each(${JSON.stringify(ids)})))`.execute(db);
  await db
    .updateTable('note')
    .set({
      state: 'purged',
      name: '',
      name_key: '',
      title: '',
      title_key: '',
      type: null,
      tags: '[]',
      source_id: null,
      hash: '',
      size: 0,
      folder_id: 0,
      trash_path: null,
      trash_project: null,
      trashed_at: at,
    })
    .where(within('seq', seqs))
    .execute();
}
