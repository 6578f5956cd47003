import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { type Linked, type LinkInput, linkNotes } from './linkNotes.ts';

/**
 * Writes one link into a note, unless it is there. It is read and written in one transaction, so that it needs no
 * version token: whatever the note holds by now stays. Source: spec/tools.md, link.
 * @throws Refusal `notFound`, `ambiguous`, `insufficientScope`, `crossSpace`, `invalidArguments`, `tooLarge`.
 */
export async function link(context: Context, input: LinkInput): Promise<Linked> {
  const { outcomes } = await linkNotes(context, [input]);
  const [outcome] = outcomes;
  if (!outcome) throw new Error('every link has an outcome');
  if (outcome instanceof Refusal) throw outcome;
  return outcome;
}
