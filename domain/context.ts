import type { Access } from './access/access.ts';
import type { Actor } from './actor.ts';
import type { Refusal } from './errors.ts';
import type { Clock, EngineSettings, Ids, Stores, VisitRow } from './ports.ts';

/** What is the same for every operation of an engine. */
export interface Surroundings {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly settings: EngineSettings;
  /** The opaque token of a note's version: an HMAC of note id and hash under the instance's key. */
  versionToken(noteId: string, hash: string): string;
  /** Logs an unforeseen error and gives what the caller may be told of it: `internal` with a ref that the log repeats. */
  fault(error: unknown): Refusal;
}

/** What a command is given: stores bound to its transaction, and who is asking with which rights. */
export interface Context extends Surroundings {
  readonly stores: Stores;
  readonly actor: Actor;
  readonly access: Access;
  /** The name under which the operation is recorded. */
  readonly tool: string;
  /** Notes a visit, written within a second; absent where a command writes. */
  readonly recordVisit?: (visit: VisitRow) => void;
}
