import type { Context } from '../context.ts';
import { type ErrorCode, Refusal } from '../errors.ts';
import { checkSize } from '../notes/place.ts';
import { reservedFor } from '../notes/placeDrafts.ts';
import type { SpaceRecord } from '../ports.ts';
import { checkText } from '../text/check.ts';
import { fold } from '../text/fold.ts';
import { type NotePath, parseNotePath } from '../text/paths.ts';

/** A change of one note as a caller sends it. */
export interface PathChange {
  /** Space path. */
  readonly path: string;
  /** Stored as it is; null = to the trash. */
  readonly content: string | null;
  /** The hash it replaces; absent = the note must not exist. */
  readonly replaces?: string | undefined;
}

/** Why a change cannot be made. */
export interface Fault {
  readonly code: ErrorCode;
  readonly message: string;
}

/** A change whose path, text and rights were looked at. */
export interface ReadChange extends PathChange {
  readonly index: number;
  /** null where nothing may be said of what is there. */
  readonly place: NotePath | null;
  readonly fault: Fault | null;
}

/** What can be said of changes without looking at notes: their paths, their texts and the caller's rights. */
export function readChanges(
  context: Context,
  space: SpaceRecord,
  asked: readonly PathChange[],
): readonly ReadChange[] {
  const named = new Set<string>();
  return asked.map((change, index): ReadChange => {
    let place: NotePath | null = null;
    try {
      const path = parseNotePath(change.path);
      const refusal = reservedFor(context, space.id, path.folder);
      if (refusal === null || refusal.code === 'insufficientScope') place = path;
      if (refusal) throw refusal;
      if (named.has(placeKey(path))) throw namedTwice();
      named.add(placeKey(path));
      if (change.content !== null) {
        checkText(change.content, '`content`');
        checkSize(context, change.content);
      }
      return { ...change, index, place, fault: null };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { ...change, index, place, fault: { code: error.code, message: error.message } };
    }
  });
}

/** One key for all spellings of a path. */
export const placeKey = ({ folder, name }: NotePath): string => fold(`${folder}\n${name}`);

const namedTwice = (): Refusal =>
  new Refusal('invalidArguments', 'The path is named twice in this call.', 'Name each path once.');
