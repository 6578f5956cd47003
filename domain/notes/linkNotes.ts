import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { NoteRecord } from '../ports.ts';
import { spaceOf } from '../projects/find.ts';
import { commit } from '../revisions/commit.ts';
import { attempt } from './attempt.ts';
import { findWritable } from './findWritable.ts';
import {
  type LinkPage,
  openLinkPage,
  type PlannedLink,
  planLink,
  type WrittenPage,
  writeLines,
} from './linkPage.ts';
import type { NoteLink } from './newLink.ts';
import { isVisible } from './place.ts';

export interface LinkInput extends NoteLink {
  readonly from: string;
}

export interface Linked {
  readonly from: string;
  /** Absent where no note that the caller may see is called so yet. */
  readonly to?: string;
  readonly relation: string;
  readonly resolved: boolean;
  readonly outcome: 'created' | 'unchanged';
  /** Of `from`, after all links of the call. */
  readonly versionToken: string;
}

type Step = { readonly page: LinkPage; readonly relation: string } & PlannedLink;

/**
 * Writes links, each on its own: what refuses one leaves the others. All new lines of a note are one change, all
 * changes of a space one revision; `revision` is that of the first space that changed, null where none did.
 */
export async function linkNotes(
  context: Context,
  links: readonly LinkInput[],
): Promise<{ revision: number | null; outcomes: readonly (Linked | Refusal)[] }> {
  const pages = new Map<number, LinkPage>();
  const steps: (Step | Refusal)[] = [];
  for (const link of links) {
    const step = await attempt(context, async (): Promise<Step> => {
      const note = await findWritable(context, link.from);
      const page = pages.get(note.seq) ?? (await openLinkPage(context, note));
      pages.set(note.seq, page);
      return { page, relation: link.relation, ...(await planLink(context, page, link)) };
    });
    steps.push(step.ok ? step.value : step.error);
  }
  const filled = new Map([...pages.values()].map((page) => [page, writeLines(context, page)]));
  const { revision, written } = await commitPages(context, filled);
  const ends = await visibleEnds(context, steps);
  return {
    revision,
    outcomes: steps.map((step): Linked | Refusal => {
      if (step instanceof Refusal) return step;
      const { page, relation, outcome, toSeq, line } = step;
      const refusal = line && filled.get(page)?.refused.get(line);
      if (refusal) return refusal;
      const to = ends.get(toSeq ?? -1);
      const { id, hash } = written.get(page.note.seq) ?? page.note;
      const versionToken = context.versionToken(id, hash);
      return { from: id, ...(to ? { to } : {}), relation, resolved: to !== undefined, outcome, versionToken };
    }),
  };
}

async function commitPages(
  context: Context,
  filled: ReadonlyMap<LinkPage, WrittenPage>,
): Promise<{ revision: number | null; written: ReadonlyMap<number, NoteRecord> }> {
  const changed = [...filled].map(([{ note }, { source, facts }]) => ({ note, source, facts }));
  const written = new Map<number, NoteRecord>();
  let first: number | null = null;
  const isChanged = changed.filter(({ facts }) => facts !== null);
  for (const spaceId of new Set(isChanged.map(({ note }) => note.spaceId))) {
    const { revision, outcomes } = await commit(
      context,
      await spaceOf(context, spaceId),
      changed.flatMap(({ note, source, facts }) =>
        facts === null || note.spaceId !== spaceId
          ? []
          : [
              {
                operation: 'edit' as const,
                note,
                after: { folderPath: note.folderPath, name: note.name, source, facts },
                class: note.class,
              },
            ],
      ),
    );
    first ??= revision;
    for (const { note } of outcomes) written.set(note.seq, note);
  }
  return { revision: first, written };
}

/** Ids by seq of the notes to which the links lead, as far as the caller may see them. */
async function visibleEnds(
  context: Context,
  steps: readonly (Step | Refusal)[],
): Promise<ReadonlyMap<number, string>> {
  const seqs = new Set(steps.flatMap((step) => (step instanceof Refusal ? [] : (step.toSeq ?? []))));
  const notes = await context.stores.notes.bySeqs([...seqs]);
  return new Map(
    notes.flatMap((note) =>
      note.state === 'live' && isVisible(context, note) ? [[note.seq, note.id] as const] : [],
    ),
  );
}
