import type { Context } from '../context.ts';
import type { NoteRecord, TextFilter, TextHit } from '../ports.ts';
import { fold } from '../text/fold.ts';
import { parseQuery } from './query.ts';

/** Notes by words, best first, with their records. `total` counts all that match. @throws Refusal `invalidArguments`. */
export async function findHits(
  { stores }: Context,
  text: string,
  filter: TextFilter,
  limit: number,
  offset = 0,
): Promise<{ total: number; read: number; hits: readonly { hit: TextHit; note: NoteRecord }[] }> {
  const { total, hits } = await stores.texts.search(
    parseQuery(text),
    fold(text.trim()),
    filter,
    limit,
    offset,
  );
  const notes = new Map(
    (await stores.notes.bySeqs(hits.map((hit) => hit.seq))).map((note) => [note.seq, note]),
  );
  const found = hits.flatMap((hit) => {
    const note = notes.get(hit.seq);
    return note ? [{ hit, note }] : [];
  });
  return { total, read: hits.length, hits: found };
}
