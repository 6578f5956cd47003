import { type Kysely, sql } from 'kysely';
import type { PinStore } from '../domain/ports.ts';
import { selectNotes } from './noteRows.ts';
import type { Schema } from './schema.ts';

export function pinStore(db: Kysely<Schema>): PinStore {
  return {
    // A pin is an owner's word for one project: it does not follow its note into another.
    ofProject: (projectId) =>
      selectNotes(
        db,
        sql`note.state = 'live' and folder.project_id = ${projectId}
          and note.seq in (select note_seq from pin where project_id = ${projectId})
          order by (select at from pin where note_seq = note.seq), note.seq`,
      ),
    add: async ({ noteSeq, projectId, userId, at }) => {
      await db
        .insertInto('pin')
        .values({ note_seq: noteSeq, project_id: projectId, user_id: userId, at })
        .onConflict((conflict) =>
          conflict
            .column('note_seq')
            .doUpdateSet({ project_id: projectId, user_id: userId, at })
            .where('pin.project_id', '!=', projectId),
        )
        .execute();
    },
    remove: async (noteSeq) => {
      await db.deleteFrom('pin').where('note_seq', '=', noteSeq).execute();
    },
  };
}
