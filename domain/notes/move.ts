import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { NoteRecord, ProjectRecord } from '../ports.ts';
import { findProject, spaceOf } from '../projects/find.ts';
import { commit } from '../revisions/commit.ts';
import { fold } from '../text/fold.ts';
import { checkPathLength } from '../text/paths.ts';
import { quote } from '../text/quote.ts';
import { destination } from './destination.ts';
import { findWritable } from './findWritable.ts';
import type { Moved, MovedNote } from './moved.ts';
import { inside, placeOf, spacePath } from './place.ts';
import { checkVersion } from './requireVersion.ts';

export interface MoveNotesInput {
  /** Either this or `refs`. */
  readonly ref?: string | undefined;
  /** 1 to 200; a note named twice counts once. */
  readonly refs?: readonly string[] | undefined;
  /** The folder they go into, inside `toProject`, or else inside each note's own project. */
  readonly toPath: string;
  readonly toProject?: string | undefined;
  /** Of `ref`. */
  readonly versionToken?: string | undefined;
}

const mostRefs = 200;

/**
 * Moves notes into a folder, all or nothing, as one revision. Source: spec/tools.md, Reorganize.
 * @throws Refusal `invalidArguments`, `notFound`, `ambiguous`, `insufficientScope`, `versionConflict`, `invalidPath`,
 * `crossSpace`, `alreadyExists` with what is in the way.
 */
export async function moveNotes(context: Context, input: MoveNotesInput): Promise<Moved> {
  const notes = await notesNamed(context, input);
  const [first] = notes;
  if (!first) throw new Error('a call names at least one note');
  const target = input.toProject === undefined ? null : await findProject(context, input.toProject, 'write');
  for (const note of notes) checkSpace(note, target?.spaceId ?? first.spaceId);
  const ownNames = notes.length === 1 ? [first.name, first.name.replace(/\.md$/i, ''), first.title] : [];
  const folders = new Map<string, string>();
  for (const project of target ? [target] : notes.map((note) => projectOf(context, note)))
    if (!folders.has(project.id))
      folders.set(project.id, await destination(context, project, input.toPath, ownNames));
  const folderFor = (note: NoteRecord) => folders.get(target?.id ?? note.projectId ?? '') ?? '/';
  for (const note of notes) {
    const path = spacePath(folderFor(note), note.name);
    checkPathLength(inside(target ?? projectOf(context, note), path) ?? path);
  }
  checkNames(notes, folderFor);
  const { revision, outcomes } = await commit(
    context,
    await spaceOf(context, first.spaceId),
    notes.map((note) => ({
      operation: 'move',
      note,
      after: { folderPath: folderFor(note), name: note.name },
      class: note.class,
    })),
  );
  const results = outcomes.map(({ note, changed }, index): MovedNote => {
    const from = notes[index] ?? note;
    return {
      noteId: note.id,
      from: placeOf(context, from).path,
      to: placeOf(context, note).path,
      versionToken: context.versionToken(note.id, note.hash),
      outcome: changed ? 'moved' : 'unchanged',
    };
  });
  return answer(results, input.refs !== undefined, revision);
}

async function notesNamed(context: Context, input: MoveNotesInput): Promise<NoteRecord[]> {
  const { ref, refs, versionToken } = input;
  if ((ref === undefined) === (refs === undefined))
    throw new Refusal('invalidArguments', 'A move takes either `ref` or `refs`.', 'Give one of them.');
  if (refs !== undefined && versionToken !== undefined)
    throw new Refusal(
      'invalidArguments',
      '`versionToken` is of one note.',
      'Give it with `ref`, or leave it out.',
    );
  if (refs !== undefined && (refs.length === 0 || refs.length > mostRefs))
    throw new Refusal('invalidArguments', `\`refs\` has ${refs.length} items.`, `Send 1 to ${mostRefs}.`);
  const notes = new Map<number, NoteRecord>();
  for (const name of refs ?? [ref ?? '']) {
    const note = await findWritable(context, name);
    if (notes.has(note.seq)) continue;
    await checkVersion(context, note, versionToken);
    notes.set(note.seq, note);
  }
  return [...notes.values()];
}

function projectOf(context: Context, note: NoteRecord): ProjectRecord {
  const project = note.projectId === null ? undefined : context.access.projects.get(note.projectId);
  if (!project) throw new Error('a document that was found is in a project that was seen');
  return project;
}

function checkSpace(note: NoteRecord, spaceId: number): void {
  if (note.spaceId === spaceId) return;
  throw new Refusal(
    'crossSpace',
    `${quote(note.title)} is in another space.`,
    'Move notes within one space; for another one, create a note there.',
    { noteId: note.id },
  );
}

/** Two of one call that would come to one place are told apart by no occupant: neither is there yet. */
function checkNames(notes: readonly NoteRecord[], folderFor: (note: NoteRecord) => string): void {
  const places = new Map<string, NoteRecord>();
  for (const note of notes) {
    const path = spacePath(folderFor(note), note.name);
    const other = places.get(fold(path));
    if (other)
      throw new Refusal(
        'alreadyExists',
        `Two of the notes are called ${quote(note.name)}: ${other.id} and ${note.id}.`,
        'Rename one of them first with rename_note.',
        { noteIds: [other.id, note.id] },
      );
    places.set(fold(path), note);
  }
}

function answer(results: readonly MovedNote[], isList: boolean, revision: number | null): Moved {
  const [first] = results;
  const common = {
    notes: results.length,
    ...(revision === null ? {} : { revision }),
    outcome: revision === null ? ('unchanged' as const) : ('moved' as const),
  };
  if (first && !isList) {
    const { noteId, from, to, versionToken } = first;
    return { noteId, from, to, versionToken, ...common };
  }
  const folders = (paths: readonly string[]) =>
    commonFolder(paths.map((path) => path.split('/').slice(0, -1)));
  return {
    from: folders(results.map((result) => result.from)),
    to: folders(results.map((result) => result.to)),
    ...common,
    results,
  };
}

/** The innermost folder that all of these are in: '/' or 'a/b/'. */
function commonFolder(folders: readonly (readonly string[])[]): string {
  const [first = [], ...others] = folders;
  const differs = first.findIndex((segment, index) => others.some((other) => other[index] !== segment));
  const shared = differs === -1 ? first : first.slice(0, differs);
  return shared.length === 0 ? '/' : `${shared.join('/')}/`;
}
