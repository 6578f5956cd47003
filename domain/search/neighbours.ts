import type { Context } from '../context.ts';
import type { NotePlace } from '../ports.ts';

/** A note that links lead to from a seed. */
export interface Neighbour {
  readonly seq: number;
  /** Links from the nearest seed, at least 1. */
  readonly distance: number;
  readonly relation: string;
  /** The note it was reached from. */
  readonly from: Pick<NotePlace, 'seq' | 'title'>;
  /** Whether the link stands in that note, rather than leads to it. */
  readonly isOutgoing: boolean;
}

const mostNotes = 200;
const mostLinksANote = 100;
/** Notes of one distance whose links are followed. */
const mostExpanded = 40;

/** The relation of a link whose line names none. */
const plainRelation = 'links-to';

/**
 * Notes around the seeds over links both ways, nearest first and at each distance typed links first, each note once.
 * Only such as the caller may see and `accept` takes. At most 200.
 */
export async function neighboursOf(
  context: Context,
  seeds: readonly Pick<NotePlace, 'seq' | 'title'>[],
  depth: number,
  accept: (note: NotePlace) => boolean,
): Promise<Neighbour[]> {
  const visited = new Set(seeds.map(({ seq }) => seq));
  const found: Neighbour[] = [];
  let frontier = seeds;
  for (let distance = 1; distance <= depth && frontier.length > 0; distance += 1) {
    const links: (Omit<Neighbour, 'seq' | 'distance'> & { note: NotePlace })[] = [];
    for (const from of frontier.slice(0, mostExpanded)) {
      const around = await context.stores.edges.around(from.seq, context.access.visible, mostLinksANote);
      for (const { relation, note, isOutgoing } of around)
        if (!visited.has(note.seq) && accept(note)) links.push({ relation, note, from, isOutgoing });
    }
    const ordered = [...links.filter(isTyped), ...links.filter((link) => !isTyped(link))];
    const next: NotePlace[] = [];
    for (const { note, relation, from, isOutgoing } of ordered) {
      if (visited.has(note.seq) || found.length >= mostNotes) continue;
      visited.add(note.seq);
      next.push(note);
      found.push({ seq: note.seq, distance, relation, from, isOutgoing });
    }
    frontier = next;
  }
  return found;
}

/** Whether a link says more than that it is one. */
export const isTyped = ({ relation }: { readonly relation: string }): boolean => relation !== plainRelation;
