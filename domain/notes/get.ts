import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { NoteClass, NoteRecord } from '../ports.ts';
import { findSection } from '../text/findSection.ts';
import { foldedFind } from '../text/foldedFind.ts';
import { outline } from '../text/outline.ts';
import { quote } from '../text/quote.ts';
import { parseSource } from '../text/source.ts';
import { isoTime, type Provenance, provenanceOf } from './author.ts';
import { findNote } from './findNote.ts';
import { linksOf, type NoteLinks } from './links.ts';
import { placeOf } from './place.ts';
import { type NoteVersion, type VersionSummary, versionAsOf, versionsOf } from './versions.ts';

export interface GetNoteInput {
  readonly ref: string;
  readonly responseFormat?: 'concise' | 'detailed' | undefined;
  readonly section?: string | undefined;
  readonly find?: string | undefined;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
  readonly asOf?: string | undefined;
}

export interface GetNote {
  readonly noteId: string;
  readonly title: string;
  readonly project: string | null;
  readonly path: string;
  readonly class: NoteClass;
  readonly frontmatter: Readonly<Record<string, unknown>>;
  readonly content: string;
  readonly versionToken: string;
  readonly provenance: Provenance;
  /** Offsets in the whole content. */
  readonly range: { readonly start: number; readonly end: number; readonly total: number };
  readonly partial?: string;
  readonly find?: { readonly positions: readonly number[]; readonly total: number };
  readonly rawFrontmatter?: string;
  readonly outline?: readonly { level: number; title: string; line: number }[];
  readonly links?: NoteLinks;
  readonly revisions?: readonly VersionSummary[];
}

const maxCharacters = 15_000;
const findWindow = 2_000;
const listed = 100;

/** A note or a part of it; the version token is that of the whole. */
export async function getNote(context: Context, input: GetNoteInput): Promise<GetNote> {
  const note = await findNote(context, input.ref);
  const version = input.asOf === undefined ? null : await versionAsOf(context, note, input.asOf);
  const { hash, sourceId } = version ?? note;
  const source =
    sourceId === null ? '' : ((await context.stores.sources.read([sourceId])).get(sourceId) ?? '');
  const { frontmatter, bodyStart, body } = parseSource(source);
  const positions = input.find === undefined ? null : foldedFind(body, input.find);
  if (positions?.length === 0) {
    throw new Refusal(
      'noMatch',
      `The note does not hold ${quote(input.find ?? '')}, case and accents ignored.`,
      'Read it without `find`, or search for other words.',
    );
  }
  const range = rangeOf(input, source, bodyStart, body, positions?.[0] ?? null);
  const isPart = range.end - range.start < range.total;
  return {
    noteId: note.id,
    title: version?.title ?? note.title,
    ...(version ? { project: version.project, path: version.path } : placeOf(context, note)),
    class: note.class,
    frontmatter: frontmatter?.data ?? {},
    content: body.slice(range.start, range.end),
    versionToken: context.versionToken(note.id, hash),
    provenance: { ...(await provenanceOf(context, note)), ...(version ? madeBy(version) : {}) },
    range,
    ...(isPart ? { partial: 'This is a part of the note: do not use replace.' } : {}),
    ...(positions ? { find: { positions: positions.slice(0, listed), total: positions.length } } : {}),
    ...(input.responseFormat === 'detailed'
      ? await detailsOf(context, note, source, frontmatter?.raw ?? '')
      : {}),
  };
}

/** An older version was the newest when it was made. */
const madeBy = ({ at, by, revision }: NoteVersion) => ({ modifiedAt: isoTime(at), modifiedBy: by, revision });

async function detailsOf(context: Context, note: NoteRecord, source: string, rawFrontmatter: string) {
  return {
    rawFrontmatter,
    outline: outline(source)
      .slice(0, listed)
      .map(({ level, title, line }) => ({ level, title, line })),
    links: await linksOf(context, note),
    revisions: (await versionsOf(context, note, { limit: 5 })).versions,
  };
}

function rangeOf(input: GetNoteInput, source: string, bodyStart: number, body: string, match: number | null) {
  const total = body.length;
  let from = 0;
  let to = total;
  if (input.section !== undefined) {
    const section = findSection(source, input.section);
    from = Math.max(section.start - bodyStart, 0);
    to = section.end - bodyStart;
  } else if (match !== null && input.offset === undefined) {
    from = wholeCharacter(body, Math.max(match - findWindow / 2, 0));
    to = Math.min(from + findWindow, total);
  }
  const start = wholeCharacter(body, Math.min(from + (input.offset ?? 0), to));
  const most = Math.min(input.limit ?? maxCharacters, maxCharacters);
  const end = Math.min(start + most, to);
  const whole = wholeCharacter(body, end);
  // A limit of one never stops inside a surrogate pair and so makes no way.
  return { start, end: whole > start ? whole : Math.min(end + 1, to), total };
}

/** The offset, or the one before it where it would split a surrogate pair. */
function wholeCharacter(text: string, offset: number): number {
  const code = text.charCodeAt(offset);
  return offset > 0 && offset < text.length && code >= 0xdc00 && code <= 0xdfff ? offset - 1 : offset;
}
