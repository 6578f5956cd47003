import type { VisibleProject } from '../access/access.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { Outcome } from '../revisions/step.ts';
import { quote } from '../text/quote.ts';
import { type CreateNotesResult, described, failed, type Item } from './batchItem.ts';
import { isVisible } from './place.ts';

/** Answers the items whose key is known in the project, or came twice in this call; gives the others. */
export async function withoutKnownKeys(
  context: Context,
  project: VisibleProject,
  items: readonly Item[],
  results: Map<number, CreateNotesResult>,
): Promise<Item[]> {
  const keys = items.flatMap(({ note }) => (note.key === undefined ? [] : [note.key]));
  if (keys.length === 0) return [...items];
  const known = await context.stores.receipts.importKeys(project.id, [...new Set(keys)]);
  const notes = await context.stores.notes.bySeqs([...known.values()].map((each) => each.noteSeq));
  const bySeq = new Map(notes.map((note) => [note.seq, note]));
  const first = new Map<string, Item>();
  const fresh: Item[] = [];
  for (const item of items) {
    const { key } = item.note;
    const stored = key === undefined ? undefined : known.get(key);
    const twin = key === undefined ? undefined : first.get(key);
    if (key === undefined || (!stored && !twin)) {
      if (key !== undefined) first.set(key, item);
      fresh.push(item);
      continue;
    }
    if (!stored) {
      const same = twin?.payload === item.payload;
      results.set(
        item.index,
        same
          ? { index: item.index, status: 'skipped', reason: 'sameKeyInBatch' }
          : failed(item.index, keyTaken(key)),
      );
      continue;
    }
    const note = bySeq.get(stored.noteSeq);
    const place = note?.state === 'trash' ? { ...note, projectId: note.trashProject } : note;
    const shown = note !== undefined && place !== undefined && isVisible(context, place);
    if (!shown) results.set(item.index, failed(item.index, keyTaken(key)));
    else if (stored.payload !== item.payload)
      results.set(
        item.index,
        failed(
          item.index,
          keyTaken(
            key,
            { noteId: note.id, versionToken: context.versionToken(note.id, note.hash) },
            note.state === 'trash',
          ),
        ),
      );
    else if (note.state === 'trash')
      results.set(item.index, { index: item.index, status: 'skipped', reason: 'inTrash', noteId: note.id });
    else
      results.set(item.index, { ...described(context, item.index, 'skipped', { note }), reason: 'sameKey' });
  }
  return fresh;
}

const keyTaken = (
  key: string,
  details: { noteId?: string; versionToken?: string } = {},
  inTrash = false,
): Refusal =>
  new Refusal(
    'alreadyExists',
    `The key ${quote(key)} already brought other content into this project${inTrash ? ', in a note that is now in the trash' : ''}.`,
    inTrash
      ? 'Ask a person to restore that note, then edit it; or send this one under another key.'
      : 'Edit that note instead, or send this one under another key.',
    inTrash ? { ...details, reason: 'inTrash' } : details,
  );

/** Keeps the keys of the notes that a batch made. */
export async function rememberKeys(
  context: Context,
  project: VisibleProject,
  items: readonly Item[],
  outcomes: readonly Outcome[],
) {
  await context.stores.receipts.addImportKeys(
    items.flatMap(({ note: { key }, payload }, at) => {
      const outcome = outcomes[at];
      return key === undefined || !outcome
        ? []
        : [{ projectId: project.id, key, noteSeq: outcome.note.seq, payload }];
    }),
  );
}
