import type { Kysely } from 'kysely';
import type { PinStore } from '../domain/ports.ts';
import { selectNotes, toNotes } from './noteRows.ts';
import type { Schema } from './schema.ts';

export function pinStore(db: Kysely<Schema>): PinStore {
  return {
    ofProject: async (projectId) =>
      toNotes(
        await selectNotes(db)
          .innerJoin('pin', 'pin.note_seq', 'note.seq')
          .where('pin.project_id', '=', projectId)
          // A pin is an owner's word for one project: it does not follow its note into another.
          .where('folder.project_id', '=', projectId)
          .where('note.state', '=', 'live')
          .orderBy('pin.at')
          .orderBy('pin.note_seq')
          .execute(),
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
