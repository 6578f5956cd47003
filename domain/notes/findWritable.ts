import type { Context } from '../context.ts';
import type { NoteRecord } from '../ports.ts';
import { requireWrite } from '../projects/find.ts';
import { memoryRefusal } from './edit.ts';
import { findNote } from './findNote.ts';

/**
 * The document that a ref names, where the caller may change it. Source: spec/tools.md, Addressing.
 * @throws Refusal `notFound`, `ambiguous`, `insufficientScope`, and for memory, which has tools of its own.
 */
export async function findWritable(context: Context, ref: string): Promise<NoteRecord> {
  const note = await findNote(context, ref);
  requireWrite(context, note.projectId, note.title);
  if (note.class !== 'user-doc') throw memoryRefusal(note);
  return note;
}
