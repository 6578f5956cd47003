import type { ActivityPlace, Author } from '../ports.ts';

/** One change of a note, or of a folder that was moved or renamed, with who made it and when. */
export interface ActivityChange {
  readonly revision: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Absent for a folder. */
  readonly noteId?: string;
  readonly title: string;
  /** Handle; absent where one project was asked for, and in the personal space. */
  readonly project?: string;
  /** Inside the project. */
  readonly path: string;
  /** Its path before, where that was another one. */
  readonly from?: string;
  readonly kind: string;
  readonly by: Author;
  /** Characters. */
  readonly added: number;
  readonly removed: number;
  /** Absent for a folder. */
  readonly versionToken?: string;
}

/** A change in a list, with where it stands there. */
export interface PlacedChange {
  readonly place: ActivityPlace;
  readonly change: ActivityChange;
}
