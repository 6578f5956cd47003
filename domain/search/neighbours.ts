import type { Context } from '../context.ts';
import { isVisible } from '../notes/place.ts';
import type { LinkedNote, NotePlace } from '../ports.ts';

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
const mostLinksANote = 200;

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
    for (const from of frontier) {
      for (const { relation, note, isOutgoing } of await linksAround(context, from.seq)) {
        if (note && !visited.has(note.seq) && isVisible(context, note) && accept(note))
          links.push({ relation, note, from, isOutgoing });
      }
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

async function linksAround(
  { stores, access }: Context,
  seq: number,
): Promise<(LinkedNote & { isOutgoing: boolean })[]> {
  const outgoing = await stores.edges.outgoing(seq);
  const incoming = await stores.edges.incoming(seq, access.visible, mostLinksANote);
  const typedFirst = [...outgoing.filter(isTyped), ...outgoing.filter((link) => !isTyped(link))];
  return [
    ...typedFirst.slice(0, mostLinksANote).map((link) => ({ ...link, isOutgoing: true })),
    ...incoming.links.map((link) => ({ ...link, isOutgoing: false })),
  ];
}
