import { escapeUnseen } from '../text/quotedLine.ts';
import type { Room } from './room.ts';
import type { FactPiece, NoteRef, Piece, PinnedNote, SessionParts } from './sessionTypes.ts';

/** What fits of the texts. */
export interface FittedTexts {
  /** Whether the profile page is among them. */
  readonly hasProfile: boolean;
  readonly facts: readonly FactPiece[];
  readonly memory: readonly FactPiece[];
  readonly pinned: readonly PinnedNote[];
  /** Where what was left out stands. */
  readonly omitted: readonly NoteRef[];
}

/** What facts about the user, and what those about the project, get before pinned notes, in tokens. */
const factShare = 1_000;

/**
 * Fills `most` tokens: the profile page, the newest facts, pinned notes in their order, and further facts in what is
 * left. A note that does not fit leaves its place to the next one.
 */
export function fitTexts({ profile, facts, project }: SessionParts, room: Room, most: number): FittedTexts {
  const end = room.left() - most;
  const left = () => room.left() - end;
  const fits = ({ value, isReadable }: Piece<object>) => isReadable && room.tryTake(value, left());
  const newest = (pieces: readonly FactPiece[], share: number) => {
    const values = room.list(
      pieces.map((piece) => piece.value),
      Math.min(share, left()),
      (fact) => escapeUnseen(JSON.stringify(fact)),
    );
    return pieces.slice(0, values.length);
  };
  const memory = project?.memory ?? [];
  const hasProfile = profile !== null && fits(profile);
  const firstFacts = newest(facts, factShare);
  const firstMemory = newest(memory, factShare);
  const pins = project?.pinned ?? [];
  const pinned = pins.filter(fits);
  const allFacts = [...firstFacts, ...newest(facts.slice(firstFacts.length), left())];
  const allMemory = [...firstMemory, ...newest(memory.slice(firstMemory.length), left())];
  const isPinned = new Set(pinned);
  const refs = [
    ...(profile && !hasProfile ? [profile.ref] : []),
    ...pins.filter((pin) => !isPinned.has(pin)).map((pin) => pin.ref),
    ...[...facts.slice(allFacts.length), ...memory.slice(allMemory.length)].flatMap(({ ref }) => ref ?? []),
  ];
  return {
    hasProfile,
    facts: allFacts,
    memory: allMemory,
    pinned: pinned.map((pin) => pin.value),
    omitted: [...new Map(refs.map((ref) => [ref.noteId, ref])).values()],
  };
}
