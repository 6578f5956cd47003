import { type Kysely, sql } from 'kysely';
import type { NoteListQuery, TrashQuery } from '../domain/ports.ts';
import { noteColumns, toNotes, visibleNotes } from './noteRows.ts';
import type { Schema } from './schema.ts';
import { atOrBelow } from './sqlite/below.ts';
import { within } from './sqlite/lists.ts';

/** One page of live documents in path order, with the total. */
export async function listNotes(db: Kysely<Schema>, query: NoteListQuery) {
  let matching = db
    .selectFrom('note')
    .innerJoin('folder', 'folder.id', 'note.folder_id')
    .where('note.state', '=', 'live')
    .where(visibleNotes(query.visible));
  if (query.folderIds) matching = matching.where(within('note.folder_id', query.folderIds));
  if (query.below) {
    matching = matching
      .where('folder.space_id', '=', query.below.spaceId)
      .where(atOrBelow(query.below.pathKey));
  }
  if (query.type !== undefined) matching = matching.where('note.type', '=', query.type);
  if (query.tagKey !== undefined) {
    const { tagKey } = query;
    matching = matching.where(
      sql<boolean>`exists (select 1 from tag where tag.note_seq = note.seq and tag.key = ${tagKey})`,
    );
  }
  const { total } = await matching
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  let page = matching;
  if (query.after) {
    const { folderPath, name } = query.after;
    page = page.where(sql<boolean>`(folder.path, note.name) > (${folderPath}, ${name})`);
  }
  const rows = await page
    .select(noteColumns)
    .orderBy('folder.path')
    .orderBy('note.name')
    .limit(query.limit)
    .execute();
  return { notes: toNotes(rows), total };
}

/** One page of the trash, newest deletions first, with the total. */
export async function listTrash(db: Kysely<Schema>, query: TrashQuery) {
  let matching = db
    .selectFrom('note')
    .leftJoin('folder', 'folder.id', 'note.folder_id')
    .where('note.space_id', '=', query.spaceId)
    .where('note.state', '=', 'trash')
    .where('note.class', '=', 'user-doc');
  if (query.text !== undefined) {
    const text = query.text;
    matching = matching.where(
      sql<boolean>`(instr(note.title_key, ${text}) > 0 or instr(lower(note.trash_path), ${text}) > 0)`,
    );
  }
  if (query.ids) matching = matching.where(within('note.id', query.ids));
  const deletedByCaller = sql<boolean>`exists (select 1 from revision r where r.space_id = note.space_id
    and r.number = note.revision and r.user_id = ${query.userId})`;
  const projects = (ownOnly: boolean) =>
    within(
      'note.trash_project',
      query.scopes.filter((scope) => scope.ownOnly === ownOnly).map((scope) => scope.projectId),
    );
  matching = matching.where(sql<boolean>`(${projects(false)} or (${projects(true)} and ${deletedByCaller}))`);
  const { total } = await matching
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  let page = matching;
  if (query.after) {
    const { trashedAt, seq } = query.after;
    page = page.where(sql<boolean>`(note.trashed_at, note.seq) < (${trashedAt}, ${seq})`);
  }
  const rows = await page
    .select(noteColumns)
    .orderBy('note.trashed_at', 'desc')
    .orderBy('note.seq', 'desc')
    .limit(query.limit)
    .execute();
  return { notes: toNotes(rows), total };
}
