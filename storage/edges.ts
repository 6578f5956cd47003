import { type Kysely, sql } from 'kysely';
import type { EdgeRecord, EdgeStore, LinkedNote } from '../domain/ports.ts';
import { placeColumns, toPlace } from './names.ts';
import { visibleNotes } from './noteRows.ts';
import type { Schema } from './schema.ts';
import { insertAll, within } from './sqlite/lists.ts';
import { linkForm } from './values.ts';

export function edgeStore(db: Kysely<Schema>): EdgeStore {
  const select = () =>
    db
      .selectFrom('edge')
      .select([
        'edge.id',
        'edge.note_seq as noteSeq',
        'edge.space_id as spaceId',
        'edge.ordinal',
        'edge.relation',
        'edge.target',
        'edge.target_key as targetKey',
        'edge.label',
        'edge.form',
        'edge.to_seq as toSeq',
      ]);
  const toEdges = (rows: Awaited<ReturnType<ReturnType<typeof select>['execute']>>): EdgeRecord[] =>
    rows.map((row) => ({ ...row, form: linkForm(row.form) }));

  return {
    ofNotes: async (noteSeqs) => toEdges(await select().where(within('note_seq', noteSeqs)).execute()),
    replace: async (noteSeqs, rows) => {
      if (noteSeqs.length > 0) await db.deleteFrom('edge').where(within('note_seq', noteSeqs)).execute();
      await insertAll(
        db,
        'edge',
        rows.map((row) => ({
          note_seq: row.noteSeq,
          space_id: row.spaceId,
          ordinal: row.ordinal,
          relation: row.relation,
          target: row.target,
          target_key: row.targetKey,
          label: row.label,
          form: row.form,
          to_seq: row.toSeq,
        })),
      );
    },
    unresolved: async (spaceIds, targetKeys) =>
      toEdges(
        await select()
          .innerJoin('note', 'note.seq', 'edge.note_seq')
          .where('note.state', '=', 'live')
          .where('edge.to_seq', 'is', null)
          .where(within('edge.space_id', spaceIds))
          .where(within('edge.target_key', targetKeys))
          .execute(),
      ),
    bind: async (rows) => {
      for (const { id, toSeq } of rows) {
        await db.updateTable('edge').set({ to_seq: toSeq }).where('id', '=', id).execute();
      }
    },
    outgoing: async (noteSeq) => {
      const rows = await db
        .selectFrom('edge')
        .leftJoin('note', (join) => join.onRef('note.seq', '=', 'edge.to_seq').on('note.state', '=', 'live'))
        .leftJoin('folder', 'folder.id', 'note.folder_id')
        .where('edge.note_seq', '=', noteSeq)
        .orderBy('edge.ordinal')
        .select(['edge.relation', 'edge.target', ...placeColumns])
        .execute();
      return rows.map(({ relation, target, ...place }): LinkedNote => {
        const { seq, id, title, spaceId, folderPath, name } = place;
        if (
          seq === null ||
          id === null ||
          title === null ||
          spaceId === null ||
          folderPath === null ||
          name === null
        )
          return { relation, target, note: null };
        const { class: kind, projectId } = place;
        return {
          relation,
          target,
          note: toPlace({ seq, id, title, spaceId, projectId, class: kind ?? '', folderPath, name }),
        };
      });
    },
    around: async (noteSeq, visible, limit) => {
      const half = Math.ceil(limit / 2);
      const linked = (end: 'note_seq' | 'to_seq') =>
        db
          .selectFrom('edge')
          .innerJoin('note', 'note.seq', `edge.${end}`)
          .innerJoin('folder', 'folder.id', 'note.folder_id')
          .where('note.state', '=', 'live')
          .where(visibleNotes(visible))
          .select(['edge.relation', ...placeColumns])
          .limit(limit);
      const outgoing = await linked('to_seq')
        .where('edge.note_seq', '=', noteSeq)
        .where(
          sql<boolean>`(edge.ordinal < ${half} or edge.ordinal >=
            (select max(ordinal) - ${half} from edge where note_seq = ${noteSeq}))`,
        )
        .execute();
      const incoming = await linked('note_seq').where('edge.to_seq', '=', noteSeq).execute();
      const told = (isOutgoing: boolean) => (row: (typeof outgoing)[number]) => {
        const { relation, ...place } = row;
        return { relation, note: toPlace(place), isOutgoing };
      };
      return [...outgoing.map(told(true)), ...incoming.map(told(false))];
    },
    incoming: async (noteSeq, visible, limit) => {
      const matching = db
        .selectFrom('edge')
        .innerJoin('note', 'note.seq', 'edge.note_seq')
        .innerJoin('folder', 'folder.id', 'note.folder_id')
        .where('edge.to_seq', '=', noteSeq)
        .where('note.state', '=', 'live')
        .where(visibleNotes(visible));
      const { total } = await matching
        .select(sql<number>`count(distinct edge.relation || ' ' || note.seq)`.as('total'))
        .executeTakeFirstOrThrow();
      const rows = await matching
        .select(['edge.relation', 'edge.target', ...placeColumns])
        .groupBy(['edge.relation', 'note.seq'])
        .orderBy('note.seq')
        .limit(limit)
        .execute();
      const links = rows.map(({ relation, target, ...place }) => ({
        relation,
        target,
        note: toPlace(place),
      }));
      return { links, total };
    },
  };
}
