import { type Kysely, sql } from 'kysely';
import type {
  NoteListQuery,
  NoteRecord,
  NoteRow,
  NoteStore,
  TrashQuery,
  Visibility,
} from '../domain/ports.ts';
import { fold } from '../domain/text/fold.ts';
import type { Schema } from './schema.ts';
import { deleteTexts, scrubTexts } from './sqlite/fullText.ts';
import { insertAll, within } from './sqlite/lists.ts';
import { noteClass, parseTags } from './values.ts';

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

const noteColumns = [
  'note.seq',
  'note.id',
  'note.space_id as spaceId',
  'note.folder_id as folderId',
  'note.name',
  'note.class',
  'note.state',
  'note.title',
  'note.type',
  'note.tags',
  'note.language',
  'note.source_id as sourceId',
  'note.hash',
  'note.size',
  'note.created_revision as createdRevision',
  'note.created_at as createdAt',
  'note.modified_revision as modifiedRevision',
  'note.modified_at as modifiedAt',
  'note.revision',
  'note.trashed_at as trashedAt',
  'note.trash_path as trashPath',
  'note.trash_project as trashProject',
  'folder.path as folderPath',
  'folder.project_id as projectId',
] as const;

const selectNotes = (db: Kysely<Schema>) =>
  db.selectFrom('note').leftJoin('folder', 'folder.id', 'note.folder_id').select(noteColumns);

type SelectedNote = Awaited<ReturnType<ReturnType<typeof selectNotes>['execute']>>[number];

const toNotes = (rows: readonly SelectedNote[]): NoteRecord[] => rows.map(toNote);

function toNote(row: SelectedNote): NoteRecord {
  const { class: kind, language, tags, folderPath, projectId, ...rest } = row;
  const lost = row.trashPath ?? '';
  return {
    ...rest,
    class: noteClass(kind),
    language: language === 'en' || language === 'pt' ? language : 'none',
    tags: parseTags(tags),
    folderPath: folderPath ?? (lost.slice(0, lost.lastIndexOf('/') + 1) || '/'),
    projectId,
  };
}

const fromRow = (row: NoteRow) => ({
  seq: row.seq,
  id: row.id,
  space_id: row.spaceId,
  folder_id: row.folderId,
  name: row.name,
  name_key: row.nameKey,
  class: row.class,
  state: row.state,
  title: row.title,
  title_key: row.titleKey,
  type: row.type,
  tags: JSON.stringify(row.tags),
  language: row.language,
  source_id: row.sourceId,
  hash: row.hash,
  size: row.size,
  created_revision: row.createdRevision,
  created_at: row.createdAt,
  modified_revision: row.modifiedRevision,
  modified_at: row.modifiedAt,
  revision: row.revision,
  trashed_at: row.trashedAt,
  trash_path: row.trashPath,
  trash_project: row.trashProject,
});

/** Documents of the visible projects, and the asked classes of the caller's own space. */
export const visibleNotes = ({ projectIds, personalSpaceId, personalClasses }: Visibility) => {
  const shared = sql<boolean>`(note.class = 'user-doc' and ${within('folder.project_id', projectIds)})`;
  if (personalSpaceId === null || personalClasses.length === 0) return shared;
  return sql<boolean>`(${shared} or (note.space_id = ${personalSpaceId} and ${within('note.class', personalClasses)}))`;
};

async function listNotes(db: Kysely<Schema>, query: NoteListQuery) {
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

/** Folders whose folded path begins with this one; the range is exact since keys hold no character above U+10FFFF. */
export const atOrBelow = (pathKey: string) =>
  pathKey === '/'
    ? sql<boolean>`1`
    : sql<boolean>`(folder.path_key >= ${pathKey} and folder.path_key < ${`${pathKey.slice(0, -1)}0`})`;

async function listTrash(db: Kysely<Schema>, query: TrashQuery) {
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

async function purgeNotes(db: Kysely<Schema>, seqs: readonly number[], at: number): Promise<void> {
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
