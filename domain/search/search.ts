import type { Context } from '../context.ts';
import { isoTime } from '../notes/author.ts';
import { placeOf } from '../notes/place.ts';
import { limitOf, listOf, type Page, readCursor, writeCursor } from '../page.ts';
import type { NoteClass, NoteRecord, TextFilter, TextHit } from '../ports.ts';
import { findProject } from '../projects/find.ts';
import { fold } from '../text/fold.ts';
import { excerpt } from './excerpt.ts';
import { findHits } from './findHits.ts';
import { type LexicalQuery, parseQuery } from './query.ts';

export interface SearchInput extends Page {
  readonly query: string;
  readonly project?: string | undefined;
  readonly tag?: string | undefined;
  readonly type?: string | undefined;
  readonly class?: NoteClass | undefined;
}

export interface Hit {
  readonly noteId: string;
  readonly title: string;
  readonly project: string | null;
  readonly path: string;
  readonly class: NoteClass;
  /** 0 to 1. */
  readonly score: number;
  readonly excerpt: string;
  readonly matches: readonly { readonly start: number; readonly end: number }[];
  /** Offset of the excerpt's passage in the note's content. */
  readonly position: number;
  readonly versionToken: string;
  readonly modifiedAt: string;
}

export interface Search {
  readonly mode: 'hybrid' | 'lexical';
  readonly reason?: string;
  readonly pendingNotes: number;
  readonly results: readonly Hit[];
  readonly total: number;
  readonly nextCursor?: string;
}

/** Finds notes by words among what the caller may see, best first. Source: spec/search.md. */
export async function search(context: Context, input: SearchInput): Promise<Search> {
  const limit = limitOf(input);
  const query = parseQuery(input.query);
  const filter = await filterOf(context, input);
  const { cursor: _cursor, limit: _limit, ...asked } = input;
  const list = listOf('search', asked);
  const offset = readCursor(list, input.cursor, ['number'])?.[0] ?? 0;
  const { total, read, hits } = await findHits(context, input.query, filter, limit, offset);
  const sources = await context.stores.sources.read(hits.flatMap(({ note }) => note.sourceId ?? []));
  const results = hits.map(({ note, hit }) =>
    hitOf(context, query, note, hit, sources.get(note.sourceId ?? 0) ?? ''),
  );
  const next = offset + read;
  return {
    mode: 'lexical',
    reason: 'off',
    pendingNotes: 0,
    results,
    total,
    ...(next < total && read > 0 ? { nextCursor: writeCursor(list, next) } : {}),
  };
}

async function filterOf(context: Context, input: SearchInput): Promise<TextFilter> {
  const { visible } = context.access;
  const project = input.project === undefined ? null : await findProject(context, input.project);
  const wantsDocuments = input.class === undefined || input.class === 'user-doc';
  const personal = visible.personalClasses.filter(
    (each) => input.class === undefined || each === input.class,
  );
  return {
    projectIds: wantsDocuments ? (project ? [project.id] : visible.projectIds) : [],
    personalSpaceId: project ? null : visible.personalSpaceId,
    personalClasses: project ? [] : personal,
    tagKey: input.tag === undefined ? undefined : fold(input.tag.replace(/^#/, '')),
    type: input.type,
  };
}

/** Half of what a perfectly telling word gives; keeps scores of long and short queries apart without a ceiling. */
const halfScore = 6;

function hitOf(context: Context, query: LexicalQuery, note: NoteRecord, hit: TextHit, source: string): Hit {
  const { text, matches, position } = excerpt(source.slice(note.bodyStart), query, note.language);
  const raw = Math.max(hit.score, 0);
  const score = raw / (raw + halfScore);
  return {
    noteId: note.id,
    title: note.title,
    ...placeOf(context, note),
    class: note.class,
    score: Math.round((hit.titleMatch ? (1 + score) / 2 : score) * 1000) / 1000,
    excerpt: text,
    matches,
    position,
    versionToken: context.versionToken(note.id, note.hash),
    modifiedAt: isoTime(note.modifiedAt),
  };
}
