import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { NotePlace, NoteRecord } from '../ports.ts';
import { checkTitle } from '../text/check.ts';
import { fold } from '../text/fold.ts';
import { addRelatedLinks, type RelatedLink } from '../text/links.ts';
import { type NoteFacts, noteFacts } from '../text/note.ts';
import { quote } from '../text/quote.ts';
import { sourceOf } from './edit.ts';
import { linkTo, linkToTitle } from './linkText.ts';
import { checkEnd, checkRelation, findEnd, type NoteLink } from './newLink.ts';
import { isVisible, sizeRefusal } from './place.ts';
import { resolveLinks } from './resolveLinks.ts';

/** A line that is to be written; `target` as it is read from it again. */
export interface PlannedLine extends RelatedLink {
  readonly target: string;
}

/** A link that a page holds, or will. */
interface Held {
  readonly toSeq: number | null;
  /** null where it stands there already. */
  readonly line: PlannedLine | null;
}

/** A note to which links are being added. */
export interface LinkPage {
  readonly note: NoteRecord;
  readonly where: { readonly folderPath: string; readonly projectPath: string };
  readonly source: string;
  /** The links that it holds or will hold, by relation and note, and by relation and target. */
  readonly held: Map<string, Held>;
  /** Where the targets that it holds lead. */
  readonly bound: Map<string, number>;
  readonly lines: PlannedLine[];
}

const byNote = (relation: string, seq: number): string => `${fold(relation)} ${seq}`;
const byTarget = (relation: string, target: string): string => `${fold(relation)}\n${fold(target)}`;

export async function openLinkPage(context: Context, note: NoteRecord): Promise<LinkPage> {
  const edges = await context.stores.edges.ofNotes([note.seq]);
  const project = context.access.projects.get(note.projectId ?? '');
  const page: LinkPage = {
    note,
    where: { folderPath: note.folderPath, projectPath: project?.folderPath ?? '/' },
    source: await sourceOf(context, note),
    held: new Map(),
    bound: new Map(),
    lines: [],
  };
  for (const { form, relation, target, toSeq } of edges) {
    hold(page, relation, target, { toSeq, line: null });
    if (form === 'wiki' && toSeq !== null) page.bound.set(target, toSeq);
  }
  return page;
}

function hold({ held }: LinkPage, relation: string, target: string, link: Held): void {
  held.set(byTarget(relation, target), link);
  if (link.toSeq !== null) held.set(byNote(relation, link.toSeq), link);
}

/** What became of a link: whether a line is planned for it, where it leads, and the line it stands or falls with. */
export interface PlannedLink extends Held {
  readonly outcome: 'created' | 'unchanged';
}

/**
 * Plans a line for a link, unless it is there: the same relation to the same note, or to the same title where no note
 * is called so.
 * @throws Refusal, with the page as it was.
 */
export async function planLink(context: Context, page: LinkPage, link: NoteLink): Promise<PlannedLink> {
  checkRelation(link.relation);
  checkEnd(link);
  const { note, where, bound } = page;
  const title = link.to === undefined ? checkTitle(link.toTitle ?? '') : '';
  const end =
    link.to === undefined
      ? await noteCalled(context, page, title)
      : await findEnd(context, note.spaceId, link.to);
  const { relation } = link;
  const known = page.held.get(end === null ? byTarget(relation, title) : byNote(relation, end.seq));
  if (known) return { ...known, outcome: 'unchanged' };
  const text = end === null ? linkToTitle(title) : await linkTo(context, end, where, bound);
  const [target = ''] = text.slice('[['.length, -']]'.length).split('|');
  const line = { relation, link: text, target };
  const toSeq = end?.seq ?? bound.get(target) ?? null;
  page.lines.push(line);
  hold(page, relation, target, { toSeq, line });
  if (toSeq !== null) bound.set(target, toSeq);
  return { outcome: 'created', toSeq, line };
}

/** A page with its lines: what is to be stored, and which lines it had no room for, with why. */
export interface WrittenPage {
  readonly source: string;
  /** null where nothing was added. */
  readonly facts: NoteFacts | null;
  readonly refused: ReadonlyMap<PlannedLine, Refusal>;
}

/**
 * Writes the planned lines, all at once. Where they are too many for the note, as many of the first as it takes are
 * written, and the others refused.
 */
export function writeLines(context: Context, page: LinkPage): WrittenPage {
  const { lines } = page;
  const written = (count: number) => withLines(context, page, lines.slice(0, count));
  let best = written(lines.length);
  if (!(best instanceof Refusal)) return { ...best, refused: new Map() };
  let reason = best;
  let fits = 0;
  for (let beyond = lines.length; beyond - fits > 1; ) {
    const middle = (fits + beyond) >> 1;
    const tried = written(middle);
    if (tried instanceof Refusal) {
      reason = tried;
      beyond = middle;
    } else fits = middle;
  }
  best = written(fits);
  if (best instanceof Refusal) throw best;
  const refusal = reason;
  return { ...best, refused: new Map(lines.slice(fits).map((line) => [line, refusal])) };
}

function withLines(
  context: Context,
  { note, source: before }: LinkPage,
  lines: readonly PlannedLine[],
): Pick<WrittenPage, 'source' | 'facts'> | Refusal {
  if (lines.length === 0) return { source: before, facts: null };
  const source = addRelatedLinks(before, lines);
  const size = sizeRefusal(context, source);
  if (size) return size;
  const facts = noteFacts(source, note.name);
  const read = new Set(facts.links.map(({ relation, target }) => `${relation}\n${target}`));
  const isRead = lines.every(({ relation, target }) => read.has(`${relation}\n${target}`));
  return isRead ? { source, facts } : notRead(note);
}

/** The note that a title leads to from a page; null where there is none that the caller may see. */
async function noteCalled(context: Context, page: LinkPage, title: string): Promise<NotePlace | null> {
  const target = { ...page.where, target: title, form: 'wiki' } as const;
  const sees = (note: NotePlace) => isVisible(context, note);
  const [found] = await resolveLinks(context.stores, [page.note.spaceId], [target], sees);
  return found?.kind === 'found' && sees(found.note) ? found.note : null;
}

const notRead = (note: NoteRecord): Refusal =>
  new Refusal(
    'invalidArguments',
    `A line at the end of ${quote(note.title)} would not be read as a link.`,
    'An open code fence or HTML comment swallows it, or the note has 5,000 links: mend the note with edit_note, then link.',
  );
