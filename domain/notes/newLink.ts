import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { NoteRecord } from '../ports.ts';
import { isRelation } from '../text/links.ts';
import { quote } from '../text/quote.ts';
import { findNote } from './findNote.ts';

/** A link as a caller asks for it: to a note that exists, or to a title that need not. */
export interface NoteLink {
  readonly relation: string;
  readonly to?: string | undefined;
  readonly toTitle?: string | undefined;
}

/** @throws Refusal `invalidArguments` for what a list line would not give back as its relation. */
export function checkRelation(relation: string): void {
  if (isRelation(relation)) return;
  throw new Refusal(
    'invalidArguments',
    `${quote(relation)} cannot name a relation.`,
    'Use one to sixty characters of words, such as `depends on`.',
  );
}

/** Makes sure that a link has exactly one end. @throws Refusal `invalidArguments`. */
export function checkEnd({ to, toTitle }: NoteLink): void {
  if ((to === undefined) !== (toTitle === undefined)) return;
  throw new Refusal('invalidArguments', 'A link takes either `to` or `toTitle`.', 'Give one of them.');
}

/** The note at the end of a link that stands in a space. @throws Refusal `crossSpace`, `notFound`, `ambiguous`. */
export async function findEnd(context: Context, spaceId: number, to: string): Promise<NoteRecord> {
  const note = await findNote(context, to);
  if (note.spaceId === spaceId) return note;
  throw new Refusal('crossSpace', `${quote(note.title)} is in another space.`, 'Link notes of one space.');
}
