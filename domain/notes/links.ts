import type { Context } from '../context.ts';
import type { NoteRecord } from '../ports.ts';
import { isVisible } from './place.ts';

export interface NoteLinks {
  readonly outgoing: readonly { relation: string; noteId?: string; title: string; unresolved?: true }[];
  readonly incoming: readonly { relation: string; noteId: string; title: string }[];
  readonly totalIncoming: number;
}

const incomingListed = 100;

/** A note's links both ways. One that leads to a note the caller may not see looks like one that leads nowhere. */
export async function linksOf(context: Context, note: NoteRecord): Promise<NoteLinks> {
  const { edges } = context.stores;
  const outgoing = await edges.outgoing(note.seq);
  const incoming = await edges.incoming(note.seq, context.access.visible, incomingListed);
  return {
    outgoing: outgoing.map(({ relation, target, note: to }) =>
      to && isVisible(context, to)
        ? { relation, noteId: to.id, title: to.title }
        : { relation, title: target, unresolved: true },
    ),
    incoming: incoming.links.flatMap(({ relation, note: from }) =>
      from ? [{ relation, noteId: from.id, title: from.title }] : [],
    ),
    totalIncoming: incoming.total,
  };
}
