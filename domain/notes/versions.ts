import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { limitOf, listOf, type Page, readCursor, writeCursor } from '../page.ts';
import type { Author, NoteRecord, Operation, VersionRecord } from '../ports.ts';
import { quote } from '../text/quote.ts';
import { isoTime } from './author.ts';
import { placeThen } from './place.ts';

export interface VersionSummary {
  readonly revision: number;
  readonly at: string;
  readonly by: Author;
  readonly kind: Operation;
  readonly title: string;
  readonly path: string;
  readonly added: number;
  readonly removed: number;
  readonly versionToken: string;
}

/** A note's versions that the caller may read, newest first. */
export async function versionsOf(
  context: Context,
  note: NoteRecord,
  page: Page,
): Promise<{ versions: VersionSummary[]; total: number; nextCursor?: string }> {
  const limit = limitOf(page);
  const list = listOf('versions', { note: note.id });
  const before = readCursor(list, page.cursor, ['number']);
  const readable = await readableVersions(context, note);
  const rest = readable.filter((version) => before === null || version.revision < before[0]);
  const versions = rest.slice(0, limit);
  const last = versions.at(-1);
  return {
    versions: versions.map((version) => summaryOf(context, note, version)),
    total: readable.length,
    ...(rest.length > limit && last ? { nextCursor: writeCursor(list, last.revision) } : {}),
  };
}

const versionsAtOnce = 1000;

/** Every version, newest first, that stood in a project the caller may read. Source: spec/engine.md, History. */
export async function readableVersions(context: Context, note: NoteRecord): Promise<VersionRecord[]> {
  return (await allVersions(context, note)).filter((version) => mayRead(context, note, version.projectId));
}

async function allVersions(context: Context, note: NoteRecord): Promise<VersionRecord[]> {
  const all: VersionRecord[] = [];
  let before: number | null = null;
  for (;;) {
    const { versions } = await context.stores.revisions.ofNote(note.seq, before, versionsAtOnce);
    all.push(...versions);
    const last = versions.at(-1);
    if (!last || versions.length < versionsAtOnce) break;
    before = last.revision;
  }
  return all;
}

function mayRead(context: Context, note: NoteRecord, projectId: string | null): boolean {
  if (note.class !== 'user-doc') return note.spaceId === context.access.visible.personalSpaceId;
  return projectId !== null && context.access.projects.has(projectId);
}

const summaryOf = (context: Context, note: NoteRecord, version: VersionRecord): VersionSummary => ({
  revision: version.revision,
  at: isoTime(version.at),
  by: version.by,
  kind: version.operation,
  title: version.title,
  path: placeThen(context, version).path,
  added: version.added,
  removed: version.removed,
  versionToken: context.versionToken(note.id, version.hash),
});

/** A version of a note as it stood, with its place. */
export interface NoteVersion {
  readonly revision: number;
  readonly title: string;
  readonly project: string | null;
  readonly path: string;
  readonly hash: string;
  readonly sourceId: number | null;
  /** When it was made, in ms, and by whom. */
  readonly at: number;
  readonly by: Author;
}

/**
 * The version that stood at a revision of the space, or that has a version token.
 * @throws Refusal `notFound`, also where the note then was in a project that the caller may not read.
 */
export async function versionAsOf(context: Context, note: NoteRecord, asOf: string): Promise<NoteVersion> {
  const wanted = asOf.trim();
  const versions = await allVersions(context, note);
  const revision = /^\d{1,15}$/.test(wanted) ? Number(wanted) : null;
  const isReadable = (each: VersionRecord) => each.live && mayRead(context, note, each.projectId);
  const standing = versions.find((each) =>
    revision !== null
      ? each.revision <= revision
      : isReadable(each) && context.versionToken(note.id, each.hash) === wanted,
  );
  const version = standing && isReadable(standing) ? standing : undefined;
  const newest = await context.stores.projects.spaceById(note.spaceId);
  if (!version || (revision !== null && revision > (newest?.revision ?? 0))) {
    throw new Refusal(
      'notFound',
      `The note has no version ${quote(asOf)} that you can read.`,
      'Take a revision or version token from get_note with responseFormat `detailed`.',
    );
  }
  return {
    revision: version.revision,
    title: version.title,
    ...placeThen(context, version),
    hash: version.hash,
    sourceId: version.sourceId,
    at: version.at,
    by: version.by,
  };
}

/** The readable version that a token names, or null. */
export async function versionWithToken(
  context: Context,
  note: NoteRecord,
  token: string,
): Promise<VersionRecord | null> {
  const versions = await readableVersions(context, note);
  return versions.find((version) => context.versionToken(note.id, version.hash) === token) ?? null;
}
