import { requireHuman } from '../access/rights.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { NoteRecord } from '../ports.ts';
import { quote } from '../text/quote.ts';
import { findNoteById } from './findNote.ts';
import { placeOf } from './place.ts';

export interface Pin {
  readonly noteId: string;
  readonly title: string;
  readonly project: string;
  readonly path: string;
  readonly pinned: boolean;
}

/** Of a project; only the first that fit into a start are read there anyway. */
const mostPins = 100;

/**
 * Puts a note's text into every start_session of its project; again, it changes nothing. An owner's act, by hand, so that
 * no agent can write itself into everyone's start. A pin is for the project that the note is in: it does not show while
 * the note is in another, or in the trash, and goes when the note is erased. Source: spec/tools.md, start_session.
 * @throws Refusal `insufficientScope`, `notFound`, `invalidArguments`, `tooLarge`.
 */
export async function pinNote(context: Context, { id }: { readonly id: string }): Promise<Pin> {
  const { note, projectId, view } = await pinnable(context, id);
  const { pins } = context.stores;
  const pinned = await pins.ofProject(projectId);
  if (pinned.length >= mostPins && !pinned.some((each) => each.seq === note.seq))
    throw new Refusal(
      'tooLarge',
      `${quote(view.project)} has ${pinned.length} pinned notes, and may have ${mostPins}.`,
      'Unpin one that a start can do without.',
    );
  const pin = { noteSeq: note.seq, projectId, userId: context.actor.user.id, at: context.clock.now() };
  await pins.add(pin);
  return { ...view, pinned: true };
}

/** Takes a pin away, where there is one. @throws Refusal as `pinNote`. */
export async function unpinNote(context: Context, { id }: { readonly id: string }): Promise<Pin> {
  const { note, view } = await pinnable(context, id);
  await context.stores.pins.remove(note.seq);
  return { ...view, pinned: false };
}

async function pinnable(
  context: Context,
  id: string,
): Promise<{ note: NoteRecord; projectId: string; view: Omit<Pin, 'pinned'> }> {
  requireHuman(context);
  const note = await findNoteById(context, id);
  const { project, path } = placeOf(context, note);
  const { projectId } = note;
  if (projectId === null || project === null)
    throw new Refusal(
      'invalidArguments',
      `${quote(note.title)} is in your own space.`,
      'Pin notes of a project; your profile is in every start as it is.',
    );
  if (!context.access.may('manage', projectId))
    throw new Refusal(
      'insufficientScope',
      `Only an owner of ${quote(project)} may pin its notes.`,
      'Ask an owner of the project.',
    );
  return { note, projectId, view: { noteId: note.id, title: note.title, project, path } };
}
