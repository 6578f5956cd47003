import type { Kysely } from 'kysely';
import type { AuditRow } from '../domain/ports.ts';
import { handleKey } from '../domain/projects/handleKey.ts';
import type { Schema } from './schema.ts';
import { within } from './sqlite/lists.ts';

/** Notes looked at to tell what project a call was about. */
const notesARow = 20;

/** The project of each row: the one it names, else the one that all its notes are in, else null. */
export async function auditProjects(
  db: Kysely<Schema>,
  rows: readonly AuditRow[],
): Promise<(row: AuditRow) => string | null> {
  const open = rows.filter((row) => row.projectId === null);
  const handles = [
    ...new Set(open.flatMap(({ project }) => (project === undefined ? [] : handleKey(project)))),
  ];
  const ids = [
    ...new Set(
      open.flatMap(({ project, noteIds }) => (project === undefined ? noteIds.slice(0, notesARow) : [])),
    ),
  ];
  const byHandle = new Map<string, string>();
  if (handles.length > 0) {
    const found = await db.selectFrom('handle').selectAll().where(within('handle', handles)).execute();
    for (const { handle, project_id } of found) byHandle.set(handle, project_id);
  }
  const byNote = new Map<string, string | null>();
  if (ids.length > 0) {
    const found = await db
      .selectFrom('note')
      .leftJoin('folder', 'folder.id', 'note.folder_id')
      .select((e) => ['note.id', e.fn.coalesce('note.trash_project', 'folder.project_id').as('project')])
      .where(within('note.id', ids))
      .execute();
    for (const { id, project } of found) byNote.set(id, project);
  }
  return ({ projectId, project, noteIds }) => {
    if (projectId !== null) return projectId;
    if (project !== undefined) return byHandle.get(handleKey(project)) ?? null;
    const [only = null, ...others] = new Set(noteIds.slice(0, notesARow).map((id) => byNote.get(id) ?? null));
    return others.length === 0 ? only : null;
  };
}
