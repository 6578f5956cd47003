import type { Derived } from '../notes/derive.ts';
import type { NoteClass, NoteRecord, NoteRow, Operation } from '../ports.ts';
import type { NoteFacts } from '../text/note.ts';

/** Where a note is after a change, with its source where that changes. */
export interface Place {
  readonly folderPath: string;
  readonly name: string;
  readonly source?: string;
  /** The facts of exactly this source and name, where they were worked out before. */
  readonly facts?: NoteFacts;
}

/** One note's step from the state that was read in this transaction to the state after. */
export interface Change {
  readonly operation: Operation;
  /** What it replaces; null = the note must not exist. */
  readonly note: NoteRecord | null;
  /** Where it is after, by space path, with its source where that changes; null = in the trash. */
  readonly after: Place | null;
  readonly class: NoteClass;
}

export interface Outcome {
  readonly note: NoteRecord;
  readonly changed: boolean;
  readonly added: number;
  readonly removed: number;
  readonly warnings: readonly string[];
  readonly openLinks: number;
  readonly ambiguousLinks: number;
}

export interface Commit {
  /** null when nothing changed and no revision was made. */
  readonly revision: number | null;
  /** One for each change, in the same order. */
  readonly outcomes: readonly Outcome[];
}

/** A change with all that was worked out for it, while a commit goes through its steps. */
export interface Step {
  readonly change: Change;
  readonly seq: number;
  readonly row: NoteRow;
  /** The source after; null where it stays as it was and nothing is derived from it again. */
  readonly source: string | null;
  readonly derived: Derived | null;
  /** Whether title, aliases or file name may differ from before. */
  readonly namesChanged: boolean;
  readonly added: number;
  readonly removed: number;
  readonly place: { readonly folderPath: string; readonly projectId: string | null };
}
