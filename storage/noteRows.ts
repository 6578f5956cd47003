import { type Expression, type Kysely, type RawBuilder, type Selection, sql } from 'kysely';
import type { NoteRecord, NoteRow, Visibility } from '../domain/ports.ts';
import type { Schema } from './schema.ts';
import { within } from './sqlite/lists.ts';
import { noteClass, parseTags } from './values.ts';

export const noteColumns = [
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
  'note.body_start as bodyStart',
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

type Selected = Selection<Schema, 'note' | 'folder', (typeof noteColumns)[number]>;
type SelectedNote = Omit<Selected, 'folderPath'> & { readonly folderPath: string | null };

const columns = sql.raw(noteColumns.join(', '));

/** Notes by a condition. Written out: a builder takes longer to put 25 columns together than SQLite to answer. */
export async function selectNotes(
  db: Kysely<Schema>,
  condition: RawBuilder<unknown> | Expression<unknown>,
): Promise<NoteRecord[]> {
  const { rows } = await sql<SelectedNote>`select ${columns} from note
    left join folder on folder.id = note.folder_id where ${condition}`.execute(db);
  return rows.map(toNote);
}

export const toNotes = (rows: readonly SelectedNote[]): NoteRecord[] => rows.map(toNote);

/** Field by field: to spread the rest of a row of 24 fields costs ten times as much. */
function toNote(row: SelectedNote): NoteRecord {
  const { language } = row;
  const lost = row.trashPath ?? '';
  return {
    seq: row.seq,
    id: row.id,
    spaceId: row.spaceId,
    folderId: row.folderId,
    folderPath: row.folderPath ?? (lost.slice(0, lost.lastIndexOf('/') + 1) || '/'),
    projectId: row.projectId,
    name: row.name,
    class: noteClass(row.class),
    state: row.state,
    title: row.title,
    type: row.type,
    tags: parseTags(row.tags),
    language: language === 'en' || language === 'pt' ? language : 'none',
    bodyStart: row.bodyStart,
    sourceId: row.sourceId,
    hash: row.hash,
    size: row.size,
    createdRevision: row.createdRevision,
    createdAt: row.createdAt,
    modifiedRevision: row.modifiedRevision,
    modifiedAt: row.modifiedAt,
    revision: row.revision,
    trashedAt: row.trashedAt,
    trashPath: row.trashPath,
    trashProject: row.trashProject,
  };
}

export const fromRow = (row: NoteRow) => ({
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
  body_start: row.bodyStart,
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
