import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { once } from '../once.ts';
import type { NoteRecord } from '../ports.ts';
import { requireWrite, spaceOf } from '../projects/find.ts';
import { commit } from '../revisions/commit.ts';
import { checkText } from '../text/check.ts';
import { lineDiff } from '../text/diff.ts';
import { fold } from '../text/fold.ts';
import { type NoteFacts, noteFacts } from '../text/note.ts';
import { applyEdit, type Edit } from '../text/operations.ts';
import { quote } from '../text/quote.ts';
import { setFrontmatter } from '../text/source.ts';
import { vanishedHeadings } from '../text/vanishedHeadings.ts';
import { findNote } from './findNote.ts';
import { requireVersion } from './requireVersion.ts';

export interface EditNoteInput extends Edit {
  readonly ref: string;
  readonly versionToken?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}

export interface EditNote {
  readonly noteId: string;
  readonly title: string;
  readonly versionToken: string;
  readonly previousVersionToken: string;
  readonly revision: number | null;
  readonly outcome: 'edited' | 'unchanged';
  readonly added: number;
  readonly removed: number;
  readonly diff: string | null;
  readonly warnings: readonly string[];
  readonly replayed?: true;
}

/** Changes one note from the version that the caller read. Nothing is merged or overwritten silently. */
export async function editNote(context: Context, input: EditNoteInput): Promise<EditNote> {
  const note = await findNote(context, input.ref);
  requireWrite(context, note.projectId, note.title);
  if (note.class === 'agent-memory') throw memoryRefusal(note);
  const { idempotencyKey: key, ...payload } = input;
  const keyed = {
    operation: 'editNote',
    projectId: note.projectId,
    key,
    payload: { ...payload, ref: note.id },
    noteIds: (result: EditNote) => [result.noteId],
  };
  return once(context, keyed, async () => {
    const source = await sourceOf(context, note);
    await requireVersion(context, note, source, input.versionToken);
    checkText(input.content, '`content`');
    if (input.find !== undefined) checkText(input.find, '`find`');
    if (input.section !== undefined) checkText(input.section, '`section`');
    const before = noteFacts(source, note.name);
    const { edited, facts } = keepOldTitle(applyEdit(source, input), before, note.name);
    const previousVersionToken = context.versionToken(note.id, note.hash);
    const { revision, outcomes } = await commit(context, await spaceOf(context, note.spaceId), [
      {
        operation: 'edit',
        note,
        after: { folderPath: note.folderPath, name: note.name, source: edited, facts },
        class: note.class,
      },
    ]);
    const [outcome] = outcomes;
    if (!outcome) throw new Error('every change has an outcome');
    return {
      noteId: note.id,
      title: outcome.note.title,
      versionToken: context.versionToken(note.id, outcome.note.hash),
      previousVersionToken,
      revision,
      outcome: outcome.changed ? 'edited' : 'unchanged',
      added: outcome.added,
      removed: outcome.removed,
      diff: outcome.changed ? lineDiff(source, edited).diff : null,
      warnings: [...vanishedHeadings(before.headings, facts.headings), ...outcome.warnings],
    };
  });
}

export async function sourceOf(context: Context, note: NoteRecord): Promise<string> {
  if (note.sourceId === null) return '';
  return (await context.stores.sources.read([note.sourceId])).get(note.sourceId) ?? '';
}

/** A title that an edit replaces stays an alias, so that links and refs by it go on. */
function keepOldTitle(
  edited: string,
  before: NoteFacts,
  fileName: string,
): { edited: string; facts: NoteFacts } {
  const facts = noteFacts(edited, fileName);
  const known = [facts.title, ...facts.aliases].map(fold);
  if (known.includes(fold(before.title))) return { edited, facts };
  const kept = setFrontmatter(edited, { aliases: [...facts.aliases, before.title] });
  return { edited: kept, facts: noteFacts(kept, fileName) };
}

/** Memory has tools of its own. */
export const memoryRefusal = (note: NoteRecord): Refusal =>
  new Refusal(
    'invalidArguments',
    `${quote(note.title)} is ${note.class === 'profile' ? 'a profile' : 'agent memory'}.`,
    note.class === 'profile'
      ? 'Change it with edit_note.'
      : 'Use remember_about_user or remember_about_project: `replaces` with a fact id corrects or forgets a fact.',
  );
