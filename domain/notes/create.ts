import type { Context } from '../context.ts';
import { once } from '../once.ts';
import type { NoteRecord } from '../ports.ts';
import { findProject, spaceOf } from '../projects/find.ts';
import { commit } from '../revisions/commit.ts';
import { draftNote, type NewNote } from './draft.ts';
import { namesakeWarnings } from './namesakes.ts';
import { placeOf } from './place.ts';
import { placeDrafts } from './placeDrafts.ts';

export interface CreateNoteInput extends NewNote {
  readonly project: string;
  readonly idempotencyKey?: string | undefined;
}

export interface CreateNote {
  readonly noteId: string;
  readonly title: string;
  readonly project: string;
  readonly path: string;
  readonly versionToken: string;
  readonly revision: number;
  readonly warnings: readonly string[];
  readonly replayed?: true;
}

/** Makes one document. Nothing is overwritten: an occupied place is `alreadyExists` with what is there. */
export async function createNote(context: Context, input: CreateNoteInput): Promise<CreateNote> {
  const project = await findProject(context, input.project, 'write');
  const { idempotencyKey: key, ...payload } = input;
  const keyed = {
    operation: 'createNote',
    projectId: project.id,
    key,
    payload,
    noteIds: (result: CreateNote) => [result.noteId],
  };
  return once(context, keyed, async () => {
    const draft = await draftNote(context, project, input);
    const [placed] = await placeDrafts(context, project.spaceId, [draft]);
    if (placed?.kind !== 'free') throw placed?.refusal ?? new Error('a draft is always placed');
    const space = await spaceOf(context, project.spaceId);
    const { folderPath, source, facts } = placed.draft;
    const after = { folderPath, name: placed.name, source, facts };
    const { revision, outcomes } = await commit(context, space, [
      { operation: 'create', note: null, after, class: 'user-doc' },
    ]);
    const [outcome] = outcomes;
    if (!outcome || revision === null) throw new Error('a creation always makes a revision');
    const { note } = outcome;
    const namesakes = await namesakeWarnings(context, [note]);
    return {
      noteId: note.id,
      title: note.title,
      ...placeIn(context, note, project.handle),
      versionToken: context.versionToken(note.id, note.hash),
      revision,
      warnings: [...outcome.warnings, ...(namesakes.get(note.seq) ?? [])],
    };
  });
}

const placeIn = (context: Context, note: NoteRecord, handle: string): { project: string; path: string } => {
  const { project, path } = placeOf(context, note);
  return { project: project ?? handle, path };
};
