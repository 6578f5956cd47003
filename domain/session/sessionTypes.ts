import type { FactView } from '../memory/readFacts.ts';
import type { Author } from '../ports.ts';
import type { ActivityChange } from '../revisions/activityChange.ts';
import type { ChangesSince } from './changesSince.ts';

export interface NoteRef {
  readonly noteId: string;
  readonly title: string;
  readonly path: string;
}

export interface PinnedNote extends NoteRef {
  readonly versionToken: string;
  readonly text: string;
  /** Who changed it last, and when. */
  readonly by: Author;
  readonly at: string;
}

/** A text that takes its share of the budget, or is left out with a ref to where it stands. */
export interface Piece<Value> {
  readonly value: Value;
  readonly ref: NoteRef;
  /** Whether its text was read: one that is too large for any share is not. */
  readonly isReadable: boolean;
}

export type FactPiece = Omit<Piece<FactView>, 'ref'> & { readonly ref: NoteRef | null };

export interface ProjectRow {
  readonly handle: string;
  readonly name: string;
  readonly role: string;
  readonly notes: number;
}

export interface FolderRow {
  readonly path: string;
  readonly notes: number;
}

/** Values in use, most used first. */
export interface KnownValues {
  readonly tags: readonly string[];
  readonly types: readonly string[];
  /** Of the caller's own memory about the project. */
  readonly categories: readonly string[];
}

/** All that a start could say, before it is cut to fit. */
export interface SessionParts {
  readonly user: { readonly name: string; readonly locale: string };
  readonly profile: Piece<{ noteId: string; versionToken: string; text: string }> | null;
  readonly facts: readonly FactPiece[];
  readonly projects: readonly ProjectRow[];
  readonly project: {
    readonly handle: string;
    readonly notes: number;
    readonly folders: readonly FolderRow[];
    readonly pinned: readonly Piece<PinnedNote>[];
    readonly memory: readonly FactPiece[];
    readonly changes: ChangesSince;
    readonly knownValues: KnownValues;
  } | null;
}

/** What start_session answers; the lists that may be cut come with the number of all. */
export interface StartSession {
  readonly user: SessionParts['user'];
  /** null where the token hides what is personal; its text is empty where it stands in `omitted`. */
  readonly profile: {
    readonly noteId: string;
    readonly versionToken: string;
    readonly text: string;
    readonly facts: readonly FactView[];
  } | null;
  readonly projects: readonly ProjectRow[];
  readonly totalProjects: number;
  readonly project?: string;
  /** Of the top level. */
  readonly index?: {
    readonly notes: number;
    readonly folders: readonly FolderRow[];
    readonly totalFolders: number;
  };
  /** Notes that an owner pinned, whole. */
  readonly pinned?: readonly PinnedNote[];
  /** What is remembered about the project, newest first. */
  readonly memory?: readonly FactView[];
  /** What all others did since the last visit; `nextCursor` is for recent_activity. */
  readonly changes?: {
    readonly since: string | null;
    readonly items: readonly ActivityChange[];
    readonly total: number;
    readonly nextCursor?: string;
  };
  readonly knownValues?: KnownValues;
  /** What did not fit in the budget for texts: pages, pinned notes, notes that hold further facts. */
  readonly omitted: readonly NoteRef[];
  readonly totalOmitted: number;
}
