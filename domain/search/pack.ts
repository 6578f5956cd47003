/** A passage that may go into a pack. */
export interface Candidate {
  /** Which note it is of. */
  readonly note: number;
  readonly isNeighbour: boolean;
  readonly score: number;
  /** Equal for passages that say the same. */
  readonly text: string;
}

/** What passages cost, in tokens. */
export interface Costs<C> {
  /** The passage by itself. */
  passage(candidate: C): number;
  /** What a note costs once, with its first passage. */
  note(candidate: C): number;
}

/** The least share of the room that is for neighbours, where there are any. */
const neighboursShare = 0.25;

/**
 * Chooses passages under a room of tokens, best first: the best seed, then neighbours up to a quarter of the room,
 * then all by score. One that does not fit is left out and the next is tried. Of those with one text, only the best
 * is taken. Given in the order chosen.
 */
export function pack<C extends Candidate>(candidates: readonly C[], room: number, costs: Costs<C>): C[] {
  const ranked = candidates.toSorted((a, b) => b.score - a.score);
  const chosen = new Set<C>();
  const notes = new Set<number>();
  const texts = new Set<string>();
  let left = room;
  let forNeighbours = 0;
  const take = (candidate: C): boolean => {
    if (chosen.has(candidate) || texts.has(candidate.text)) return false;
    const cost = costs.passage(candidate) + (notes.has(candidate.note) ? 0 : costs.note(candidate));
    if (cost > left) return false;
    left -= cost;
    if (candidate.isNeighbour) forNeighbours += cost;
    chosen.add(candidate);
    notes.add(candidate.note);
    texts.add(candidate.text);
    return true;
  };
  ranked.find((candidate) => !candidate.isNeighbour && take(candidate));
  for (const candidate of ranked) {
    if (forNeighbours >= room * neighboursShare) break;
    if (candidate.isNeighbour) take(candidate);
  }
  for (const candidate of ranked) take(candidate);
  return [...chosen];
}
