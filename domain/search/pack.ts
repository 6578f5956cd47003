/** A passage that may go into a pack. */
export interface Candidate {
  /** Which note it is of. */
  readonly note: number;
  /** Where it is in the note. */
  readonly start: number;
  readonly end: number;
  readonly isNeighbour: boolean;
  readonly score: number;
  /** Equal for passages that say the same. */
  readonly text: string;
}

/** What passages cost, in tokens. */
export interface Costs<C> {
  passage(candidate: C): number;
  /** What stands around a passage that does not touch another one of its note. */
  around(candidate: C): number;
  /** What a note costs once, with its first passage. */
  note(candidate: C): number;
}

/** Room for less than this is no room. */
const leastRoom = 24;
/** After so many in turn that did not fit, the rest is not tried. */
const mostMisses = 40;
/** The share of the room that is for neighbours first: more than the quarter promised, since costs are estimates. */
const neighboursShare = 0.3;

/**
 * Chooses passages under a room of tokens, best first: the best seed, then neighbours for a quarter of the room,
 * then all by score. One that does not fit is left out and the next is tried. Of those with one text, only the best
 * is taken. Given in the order chosen.
 */
export function pack<C extends Candidate>(candidates: readonly C[], room: number, costs: Costs<C>): C[] {
  const ranked = candidates.toSorted((a, b) => b.score - a.score);
  const chosen = new Set<C>();
  const notes = new Set<number>();
  const borders = new Set<string>();
  const texts = new Set<string>();
  let left = room;
  let forNeighbours = 0;
  let misses = 0;
  const take = (candidate: C): boolean => {
    if (chosen.has(candidate) || texts.has(candidate.text)) return false;
    const { note } = candidate;
    const ends = [`${note} ${candidate.start}`, `${note} ${candidate.end}`];
    const cost =
      costs.passage(candidate) +
      (ends.some((end) => borders.has(end)) ? 0 : costs.around(candidate)) +
      (notes.has(note) ? 0 : costs.note(candidate));
    misses += 1;
    if (cost > left) return false;
    misses = 0;
    left -= cost;
    if (candidate.isNeighbour) forNeighbours += cost;
    chosen.add(candidate);
    notes.add(note);
    for (const end of ends) borders.add(end);
    texts.add(candidate.text);
    return true;
  };
  ranked.find((candidate) => !candidate.isNeighbour && take(candidate));
  for (const candidate of ranked) {
    if (forNeighbours >= room * neighboursShare) break;
    if (candidate.isNeighbour) take(candidate);
  }
  misses = 0;
  for (const candidate of ranked) {
    if (left < leastRoom || misses >= mostMisses) break;
    take(candidate);
  }
  return [...chosen];
}
