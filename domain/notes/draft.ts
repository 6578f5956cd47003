import type { VisibleProject } from '../access/access.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { checkText, checkTitle } from '../text/check.ts';
import { readTags } from '../text/facts.ts';
import { fold } from '../text/fold.ts';
import { addRelatedLinks, type RelatedLink } from '../text/links.ts';
import { type NoteFacts, noteFacts, underName } from '../text/note.ts';
import { fileNameForTitle, parseFolderPath, parseNotePath } from '../text/paths.ts';
import { setFrontmatter } from '../text/source.ts';
import { linkTo, linkToTitle } from './linkText.ts';
import { checkEnd, checkRelation, findEnd, type NoteLink } from './newLink.ts';
import { checkSize, folderIn } from './place.ts';

/** What a caller sends to make a note. */
export interface NewNote {
  readonly body: string;
  readonly title?: string | undefined;
  readonly path?: string | undefined;
  readonly type?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly links?: readonly NoteLink[] | undefined;
}

/** A note about to be made: its source as it will be stored, and where it wants to go. */
export interface Draft {
  readonly source: string;
  /** Those of this source under this name. */
  readonly facts: NoteFacts;
  readonly title: string;
  /** Space path. */
  readonly folderPath: string;
  readonly name: string;
  /** Whether the caller named the file, so that no other name may be taken. */
  readonly named: boolean;
}

const unnamed = 'untitled.md';

/**
 * Works out source, title and place of a new note. Source: spec/engine.md, Paths, titles, frontmatter.
 * @throws Refusal for text, title, path, size or links that cannot be.
 */
export async function draftNote(context: Context, project: VisibleProject, note: NewNote): Promise<Draft> {
  checkText(note.body, '`body`');
  const named = note.path !== undefined && /\.md\/?$/i.test(note.path);
  const place = named
    ? parseNotePath((note.path ?? '').replace(/\/$/, ''))
    : { folder: parseFolderPath(note.path), name: unnamed };
  const folderPath = folderIn(project, place.folder);
  const asked = note.title === undefined ? null : checkTitle(note.title);
  const found = noteFacts(note.body, place.name);
  const title = asked ?? (named || found.titleFrom !== 'file' ? found.title : null);
  if (title === null) {
    throw new Refusal(
      'invalidArguments',
      'The note has no title: no `title`, no frontmatter title and no first # heading.',
      'Give `title`, or a `path` that ends in .md.',
    );
  }
  const name = named ? place.name : fileNameForTitle(title);
  const written = underName(found, name);
  const source = await withLinks(
    context,
    project,
    folderPath,
    withArguments(note, written, asked),
    note.links ?? [],
  );
  checkSize(context, source);
  const facts = source === note.body ? written : noteFacts(source, name);
  return { source, facts, title, folderPath, name, named };
}

/** A draft under another file name than its title gives: the title no longer follows from it and is written down. */
export function renamed(draft: Draft, name: string): Draft {
  const facts = underName(draft.facts, name);
  if (facts.title === draft.title) return { ...draft, name, facts };
  const source = setFrontmatter(draft.source, { title: draft.title });
  return { ...draft, name, source, facts: noteFacts(source, name) };
}

/** The arguments win over the body's and are written only where they differ. */
function withArguments(note: NewNote, facts: NoteFacts, title: string | null): string {
  const changes: Record<string, unknown> = {};
  if (title !== null && facts.title !== title) changes.title = title;
  if (note.type !== undefined) {
    checkText(note.type, '`type`');
    if (facts.type !== note.type) changes.type = note.type;
  }
  const known = new Set(facts.tags.map(fold));
  for (const tag of note.tags ?? []) checkText(tag, '`tags`');
  const added = readTags(note.tags).filter((tag) => !known.has(fold(tag)));
  if (added.length > 0) changes.tags = [...facts.tags, ...added];
  return Object.keys(changes).length === 0 ? note.body : setFrontmatter(note.body, changes);
}

async function withLinks(
  context: Context,
  project: VisibleProject,
  folderPath: string,
  body: string,
  links: readonly NoteLink[],
): Promise<string> {
  const lines: RelatedLink[] = [];
  for (const link of links) {
    checkRelation(link.relation);
    lines.push({ relation: link.relation, link: await linkText(context, project, folderPath, link) });
  }
  return addRelatedLinks(body, lines);
}

async function linkText(context: Context, project: VisibleProject, folderPath: string, link: NoteLink) {
  checkEnd(link);
  if (link.to === undefined) return linkToTitle(link.toTitle ?? '');
  const note = await findEnd(context, project.spaceId, link.to);
  return linkTo(context, note, { folderPath, projectPath: project.folderPath });
}
