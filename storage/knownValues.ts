import { type Kysely, sql } from 'kysely';
import type { Schema } from './schema.ts';

/** Tags and types of a project's live documents, most used first; of a tag's spellings the first by its letters. */
export async function knownValues(
  db: Kysely<Schema>,
  projectId: string,
  limit: number,
): Promise<{ tags: string[]; types: string[] }> {
  const documents = sql`folder.project_id = ${projectId} and note.folder_id = folder.id
    and note.state = 'live' and note.class = 'user-doc'`;
  const tags = await sql<{
    value: string;
  }>`select min(tag.tag) as value from folder cross join note cross join tag
    where ${documents} and tag.note_seq = note.seq
    group by tag.key order by count(*) desc, tag.key limit ${limit}`.execute(db);
  const types = await sql<{ value: string }>`select note.type as value from folder cross join note
    where ${documents} and note.type is not null
    group by note.type order by count(*) desc, note.type limit ${limit}`.execute(db);
  return {
    tags: tags.rows.map((row) => row.value),
    types: types.rows.map((row) => row.value),
  };
}
