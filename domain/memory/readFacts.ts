import type { Context } from '../context.ts';
import type { ProjectRecord } from '../ports.ts';
import { memoryNotes } from './memoryNotes.ts';
import { type Subject, theProject, theUser } from './subject.ts';

export interface FactView {
  readonly factId: string;
  readonly category: string;
  readonly text: string;
  /** The UTC day on which it was remembered, `2026-11-30`. */
  readonly at: string;
}

/** What is remembered about the caller's user, newest first; nothing where memory is hidden. */
export const factsAboutUser = (context: Context): Promise<FactView[]> => factsAbout(context, theUser);

/** What the caller's user remembers about a project, newest first; nothing where memory is hidden. */
export const factsAboutProject = (
  context: Context,
  project: Pick<ProjectRecord, 'id' | 'handle'>,
): Promise<FactView[]> => factsAbout(context, theProject(project));

async function factsAbout(context: Context, subject: Subject): Promise<FactView[]> {
  const notes = await memoryNotes(context, subject);
  return notes
    .flatMap(({ category, facts }) => facts.map(({ factId, text, at }) => ({ factId, category, text, at })))
    .sort((a, b) => (orderOf(a) < orderOf(b) ? 1 : -1));
}

/** Ids rise with time, so they order the facts of one day. */
const orderOf = ({ at, factId }: FactView): string => `${at} ${factId}`;
