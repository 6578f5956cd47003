import type { CountTokens } from '../search/tokens.ts';

/**
 * Tokens to be given away, piece by piece, each counted as the JSON that it will be, and as its text where that is longer:
 * fenced in by more backticks than it holds.
 */
export interface Room {
  left(): number;
  /** Takes a value that stands in the answer whatever it costs. */
  take(value: unknown): void;
  /** Takes a value where it costs at most `most` and that is left; whether it did. */
  tryTake(value: unknown, most: number): boolean;
  /** Takes the first rows, at most for `most` tokens and what is left, and gives them. `shown`: in place of their JSON. */
  list<Row>(rows: readonly Row[], most: number, shown?: (row: Row) => string): readonly Row[];
}

/** Text of more characters a token says nothing; it is not worth counting. */
const charactersAToken = 8;

export function openRoom(tokens: number, count: CountTokens): Room {
  let left = tokens;
  const room: Room = {
    left: () => left,
    take: (value) => {
      left -= count(JSON.stringify(value));
    },
    tryTake: (value, most) => tryTake(JSON.stringify(value), most),
    list: (rows, most, shown = JSON.stringify) => {
      let share = most;
      const end = rows.findIndex((row) => {
        const before = left;
        const fits = tryTake(shown(row), share);
        share -= before - left;
        return !fits;
      });
      return end === -1 ? rows : rows.slice(0, end);
    },
  };
  const tryTake = (json: string, most: number): boolean => {
    const limit = Math.min(most, left);
    const shown = json + fences(json);
    if (limit <= 0 || shown.length > limit * charactersAToken) return false;
    const cost = count(shown) + comma;
    if (cost > limit) return false;
    left -= cost;
    return true;
  };
  return room;
}

const comma = 1;

/** The backticks that fence a text as Markdown beyond the usual: longer than any run in it, above and below. */
const fences = (json: string): string =>
  (json.match(/`{3,}/g) ?? [])
    .reduce((longest, run) => (run.length > longest.length ? run : longest), '')
    .repeat(2);
