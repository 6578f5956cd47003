import type { Context } from '../context.ts';
import type { NoteRecord } from '../ports.ts';
import { spaceOf } from '../projects/find.ts';
import { commit } from '../revisions/commit.ts';
import { occupiedBy } from '../revisions/occupancy.ts';
import { checkTitle } from '../text/check.ts';
import { cleanTitle } from '../text/facts.ts';
import { fold } from '../text/fold.ts';
import { checkPathLength, fileNameForTitle, withSuffix } from '../text/paths.ts';
import { retitle } from '../text/retitle.ts';
import { sourceOf } from './edit.ts';
import { findWritable } from './findWritable.ts';
import type { Moved } from './moved.ts';
import { namesakeWarnings } from './namesakes.ts';
import { placeOf } from './place.ts';
import { checkVersion } from './requireVersion.ts';

export interface RenameNoteInput {
  readonly ref: string;
  readonly title: string;
  readonly versionToken?: string | undefined;
}

/**
 * Gives a note another title, where the old one came from, and its file the name that follows from it; the old title
 * stays an alias. Source: spec/engine.md, Paths, titles, frontmatter.
 * @throws Refusal `notFound`, `ambiguous`, `insufficientScope`, `versionConflict`, `invalidArguments`, `tooLarge`,
 * `alreadyExists` where the folder has another note of that title.
 */
export async function renameNote(context: Context, input: RenameNoteInput): Promise<Moved> {
  const note = await findWritable(context, input.ref);
  await checkVersion(context, note, input.versionToken);
  // As it is read back from a source: with single spaces.
  const title = cleanTitle(checkTitle(input.title), []);
  const from = placeOf(context, note).path;
  if (title === note.title) {
    const versionToken = context.versionToken(note.id, note.hash);
    return { noteId: note.id, from, to: from, notes: 1, versionToken, outcome: 'unchanged' };
  }
  const name = await freeName(context, note, title);
  checkPathLength(placeOf(context, { ...note, name }).path);
  const renamed = retitle(await sourceOf(context, note), { from: note.name, to: name }, title);
  const { revision, outcomes } = await commit(context, await spaceOf(context, note.spaceId), [
    {
      operation: 'rename',
      note,
      after: { folderPath: note.folderPath, name, ...renamed },
      class: note.class,
    },
  ]);
  const [outcome] = outcomes;
  if (!outcome || revision === null) throw new Error('another title always makes a revision');
  const warnings = (await namesakeWarnings(context, [outcome.note])).get(note.seq);
  return {
    noteId: note.id,
    from,
    to: placeOf(context, outcome.note).path,
    notes: 1,
    versionToken: context.versionToken(note.id, outcome.note.hash),
    revision,
    outcome: 'renamed',
    ...(warnings ? { warnings } : {}),
  };
}

/** The file name that a creation of this title would get in the note's folder, were the note itself not there. */
async function freeName(context: Context, note: NoteRecord, title: string): Promise<string> {
  const { notes } = context.stores;
  const isOther = (each: NoteRecord) => each.seq !== note.seq;
  const namesake = (await notes.withTitles([note.folderId], [fold(title)])).find(isOther);
  const wanted = fileNameForTitle(title);
  if (namesake) throw occupiedBy(context, namesake, wanted);
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? wanted : withSuffix(wanted, `-${count}`);
    if (!(await notes.atPlaces([note.folderId], [fold(name)])).some(isOther)) return name;
  }
}
