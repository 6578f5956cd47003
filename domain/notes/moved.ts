/** What moving or renaming came to. Paths are inside the project, as answers print them. */
export interface Moved {
  /** Of one note. */
  readonly noteId?: string;
  readonly from: string;
  readonly to: string;
  /** How many notes the call was about: one, those of the list, or those of the folder or project. */
  readonly notes: number;
  /** Of one note. */
  readonly versionToken?: string;
  /** Absent where nothing changed, and for projects, which have no revisions. */
  readonly revision?: number;
  readonly outcome: 'moved' | 'renamed' | 'unchanged';
  /** Of a list of notes, each once, in the order they were named. */
  readonly results?: readonly MovedNote[];
  readonly warnings?: readonly string[];
}

export interface MovedNote {
  readonly noteId: string;
  readonly from: string;
  readonly to: string;
  readonly versionToken: string;
  readonly outcome: 'moved' | 'unchanged';
}
