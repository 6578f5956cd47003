import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { NotePlace, NoteRecord } from '../ports.ts';
import { requireWrite } from '../projects/find.ts';
import { checkTitle } from '../text/check.ts';
import { fold } from '../text/fold.ts';
import { addRelatedLink } from '../text/links.ts';
import { type NoteFacts, noteFacts } from '../text/note.ts';
import { quote } from '../text/quote.ts';
import { memoryRefusal, sourceOf } from './edit.ts';
import { findNote } from './findNote.ts';
import { linkTo, linkToTitle } from './linkText.ts';
import { checkEnd, checkRelation, findEnd, type NoteLink } from './newLink.ts';
import { checkSize, isVisible } from './place.ts';
import { resolveLinks } from './resolveLinks.ts';

/** A note to which links are being added: its source so far, and the links that it holds. */
export interface LinkPage {
  readonly note: NoteRecord;
  readonly where: { readonly folderPath: string; readonly projectPath: string };
  readonly links: { relation: string; target: string; toSeq: number | null }[];
  /** Where the targets that it holds lead. */
  readonly bound: Map<string, number>;
  source: string;
  /** Those of `source`; null while nothing was added. */
  facts: NoteFacts | null;
}

/** @throws Refusal `notFound`, `ambiguous`, `insufficientScope`, and for memory, which has tools of its own. */
export async function findWritable(context: Context, from: string): Promise<NoteRecord> {
  const note = await findNote(context, from);
  requireWrite(context, note.projectId, note.title);
  if (note.class !== 'user-doc') throw memoryRefusal(note);
  return note;
}

export async function openLinkPage(context: Context, note: NoteRecord): Promise<LinkPage> {
  const edges = await context.stores.edges.ofNotes([note.seq]);
  const project = context.access.projects.get(note.projectId ?? '');
  return {
    note,
    where: { folderPath: note.folderPath, projectPath: project?.folderPath ?? '/' },
    links: edges.map(({ relation, target, toSeq }) => ({ relation, target, toSeq })),
    bound: new Map(
      edges.flatMap(({ form, target, toSeq }) =>
        form === 'wiki' && toSeq !== null ? [[target, toSeq] as const] : [],
      ),
    ),
    source: await sourceOf(context, note),
    facts: null,
  };
}

/**
 * Adds one link to the page unless it is there: the same relation to the same note, or to the same title where no note
 * is called so. Gives where it leads.
 * @throws Refusal, with the page as it was.
 */
export async function addLink(
  context: Context,
  page: LinkPage,
  link: NoteLink,
): Promise<{ outcome: 'created' | 'unchanged'; toSeq: number | null }> {
  checkRelation(link.relation);
  checkEnd(link);
  const { note, where, bound } = page;
  const title = link.to === undefined ? checkTitle(link.toTitle ?? '') : null;
  const end =
    link.to === undefined
      ? await noteCalled(context, page, title ?? '')
      : await findEnd(context, note.spaceId, link.to);
  const relation = fold(link.relation);
  const known = page.links.find(
    (each) =>
      fold(each.relation) === relation &&
      (end === null ? fold(each.target) === fold(title ?? '') : each.toSeq === end.seq),
  );
  if (known) return { outcome: 'unchanged', toSeq: known.toSeq };
  const text = end === null ? linkToTitle(title ?? '') : await linkTo(context, end, where, bound);
  const source = addRelatedLink(page.source, link.relation, text);
  checkSize(context, source);
  const [target = ''] = text.slice('[['.length, -']]'.length).split('|');
  const facts = noteFacts(source, note.name);
  if (!facts.links.some((each) => each.relation === link.relation && each.target === target))
    throw notRead(note);
  const toSeq = end?.seq ?? bound.get(target) ?? null;
  page.source = source;
  page.facts = facts;
  page.links.push({ relation: link.relation, target, toSeq });
  if (toSeq !== null) bound.set(target, toSeq);
  return { outcome: 'created', toSeq };
}

/** The note that a title leads to from a page; null where there is none that the caller may see. */
async function noteCalled(context: Context, page: LinkPage, title: string): Promise<NotePlace | null> {
  const target = { ...page.where, target: title, form: 'wiki' } as const;
  const [found] = await resolveLinks(context.stores, [page.note.spaceId], [target]);
  return found?.kind === 'found' && isVisible(context, found.note) ? found.note : null;
}

const notRead = (note: NoteRecord): Refusal =>
  new Refusal(
    'invalidArguments',
    `A line at the end of ${quote(note.title)} would not be read as a link.`,
    'An open code fence or HTML comment swallows it, or the note has 5,000 links: mend the note with edit_note, then link.',
  );
