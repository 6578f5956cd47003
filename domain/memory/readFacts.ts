import type { Context } from '../context.ts';
import type { NoteRecord } from '../ports.ts';
import { memoryNotes } from './memoryNotes.ts';
import type { Subject } from './subject.ts';

export interface FactView {
  readonly factId: string;
  readonly category: string;
  readonly text: string;
  /** The UTC day on which it was remembered, `2026-11-30`. */
  readonly at: string;
}

export interface HeldFact {
  readonly fact: FactView;
  readonly note: NoteRecord | null;
}

/** What the caller's user remembers about a subject, newest first, each with its note; nothing where memory is hidden. */
export async function readFacts(context: Context, subject: Subject): Promise<HeldFact[]> {
  const notes = await memoryNotes(context, subject);
  return notes
    .flatMap(({ note, category, facts }) =>
      facts.map(({ factId, text, at }) => ({ fact: { factId, category, text, at }, note })),
    )
    .sort((a, b) => (orderOf(a.fact) < orderOf(b.fact) ? 1 : -1));
}

/** Ids rise with time, so they order the facts of one day. */
const orderOf = ({ at, factId }: FactView): string => `${at} ${factId}`;
