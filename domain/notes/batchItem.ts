import type { Context } from '../context.ts';
import type { ErrorFacts, Refusal } from '../errors.ts';
import type { Outcome } from '../revisions/step.ts';
import type { NewNote } from './draft.ts';
import { placeOf } from './place.ts';

export interface KeyedNote extends NewNote {
  readonly key?: string | undefined;
}

export interface CreateNotesResult {
  readonly index: number;
  readonly status: 'created' | 'skipped' | 'failed';
  readonly noteId?: string;
  readonly path?: string;
  readonly versionToken?: string;
  readonly reason?: string;
  readonly warnings?: readonly string[];
  readonly error?: ItemError;
}

export type ItemError = Pick<ErrorFacts, 'code' | 'message' | 'hint'> & {
  readonly [detail: string]: unknown;
};

/** One note of a batch, by its place in the call. */
export interface Item {
  readonly index: number;
  readonly note: KeyedNote;
  readonly payload: string;
}

/** What is answered of a note that is there. */
export const described = (
  context: Context,
  index: number,
  status: CreateNotesResult['status'],
  { note }: Pick<Outcome, 'note'>,
): CreateNotesResult => ({
  index,
  status,
  noteId: note.id,
  path: placeOf(context, note).path,
  versionToken: context.versionToken(note.id, note.hash),
});

/** What is answered of an item that came to nothing. */
export const failed = (index: number, refusal: Refusal) => ({
  index,
  status: 'failed' as const,
  error: itemError(refusal),
});

/** A refusal as it stands beside one item of a batch. */
const itemError = ({ code, message, hint, details }: Refusal): ItemError => ({
  code,
  message,
  hint,
  ...details,
});
