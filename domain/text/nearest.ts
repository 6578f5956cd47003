/** Edit distance where a swap of two neighbours counts once (optimal string alignment). */
const distance = (a: string, b: string): number => {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((row[j - 1] ?? 0) + 1, (last[j] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1);
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
};

/** Letters and digits alone, so that `note_ids`, `noteIds` and `NOTE-IDS` are one name. */
const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/**
 * The known name that `name` was most likely meant to be, or `undefined` where none is close.
 * Close: a third of the letters differ at most, or one name begins with the other.
 */
export const nearest = (name: string, known: readonly string[]): string | undefined => {
  const wanted = plain(name).slice(0, 100);
  if (wanted === '') return undefined;
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const other = plain(candidate);
    const begins =
      Math.min(wanted.length, other.length) >= 3 && (wanted.startsWith(other) || other.startsWith(wanted));
    const apart = distance(wanted, other);
    const allowed = begins || apart <= Math.max(1, Math.floor(Math.max(wanted.length, other.length) / 3));
    if (allowed && apart < bestDistance) {
      best = candidate;
      bestDistance = apart;
    }
  }
  return best;
};
