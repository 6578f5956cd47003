import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { isoTime } from '../notes/author.ts';
import { findNote } from '../notes/findNote.ts';
import { readableVersions } from '../notes/versions.ts';
import { limitOf, listOf, type Page, readCursor, writeCursor } from '../page.ts';
import type { Author, RevisionRecord, VersionRecord } from '../ports.ts';
import { findSpace } from '../projects/find.ts';
import { type ChangeView, changeView } from './changeView.ts';
import { type FolderMoveView, folderMovesSeen } from './folderMoves.ts';
import { seenProjects } from './seenProjects.ts';

export interface RevisionView {
  readonly revision: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly by: Author;
  readonly tool: string;
  readonly message: string | null;
  /** A folder that was moved or renamed, with all that is in it; one at most. */
  readonly folders: readonly FolderMoveView[];
  /** The first 20 that the caller may see. */
  readonly changes: readonly ChangeView[];
  /** All changes that the caller may see. */
  readonly totalChanges: number;
}

export interface History {
  readonly revisions: readonly RevisionView[];
  readonly total: number;
  readonly nextCursor?: string;
}

export interface HistoryInput extends Page {
  /** Handle of a space. */
  readonly space?: string | undefined;
  /** A note, in place of a space. */
  readonly ref?: string | undefined;
}

const changesListed = 20;

/**
 * Revisions of a space or of one note, newest first, with what the caller may see of them; one without is not there. Source: spec/engine.md, History.
 * @throws Refusal `invalidArguments`, `invalidCursor`, `notFound`, `ambiguous`.
 */
export async function history(context: Context, input: HistoryInput): Promise<History> {
  const { space, ref } = input;
  if (space !== undefined && ref === undefined) return ofSpace(context, space, input);
  if (ref !== undefined && space === undefined) return ofNote(context, ref, input);
  throw new Refusal(
    'invalidArguments',
    'A history is of one space or of one note.',
    'Give either `space` or `ref`.',
  );
}

async function ofSpace(context: Context, handle: string, page: Page): Promise<History> {
  const limit = limitOf(page);
  const space = await findSpace(context, handle);
  const list = listOf('history', { space: space.id });
  const before = readCursor(list, page.cursor, ['number'])?.[0] ?? null;
  const projectIds = seenProjects(context, space.id);
  const { revisions, total } = await context.stores.revisions.list(space.id, projectIds, before, limit + 1);
  const shown = revisions.slice(0, limit);
  const changes = await changesOf(context, space.id, shown, projectIds);
  const folders = await folderMovesSeen(
    context,
    space.id,
    shown.filter((revision) => revision.notes === 0).map((revision) => revision.number),
  );
  const views = shown.map((revision) => ({
    ...headOf(revision),
    folders: folders.get(revision.number) ?? [],
    changes: (changes.get(revision.number) ?? []).map((change) => changeView(context, change)),
    totalChanges: revision.changes,
  }));
  return paged(list, views, total, revisions.length > limit);
}

/** The listed changes by revision: one question for all, but for those that have more than are listed. */
async function changesOf(
  context: Context,
  spaceId: number,
  page: readonly { readonly number: number; readonly changes: number }[],
  projectIds: readonly string[] | null,
): Promise<ReadonlyMap<number, readonly VersionRecord[]>> {
  const { revisions } = context.stores;
  const isLong = (revision: { readonly changes: number }) => revision.changes > changesListed;
  const short = page.filter((revision) => !isLong(revision)).map((revision) => revision.number);
  const found = [...(await revisions.changes(spaceId, short, projectIds, short.length * changesListed))];
  for (const { number } of page.filter(isLong))
    found.push(...(await revisions.changes(spaceId, [number], projectIds, changesListed)));
  const byRevision = new Map<number, VersionRecord[]>();
  for (const change of found)
    byRevision.set(change.revision, [...(byRevision.get(change.revision) ?? []), change]);
  return byRevision;
}

async function ofNote(context: Context, ref: string, page: Page): Promise<History> {
  const limit = limitOf(page);
  const note = await findNote(context, ref);
  const list = listOf('noteHistory', { note: note.id });
  const before = readCursor(list, page.cursor, ['number'])?.[0] ?? Number.POSITIVE_INFINITY;
  const versions = await readableVersions(context, note);
  const rest = versions.filter((version) => version.revision < before);
  const views = rest.slice(0, limit).map(
    (version): RevisionView => ({
      revision: version.revision,
      at: isoTime(version.at),
      by: version.by,
      tool: version.tool,
      message: version.message,
      folders: [],
      changes: [changeView(context, version)],
      totalChanges: 1,
    }),
  );
  return paged(list, views, versions.length, rest.length > limit);
}

const headOf = (revision: RevisionRecord) => ({
  revision: revision.number,
  at: isoTime(revision.at),
  by: { name: revision.userName, kind: revision.kind, client: revision.client },
  tool: revision.tool,
  message: revision.message,
});

function paged(list: string, revisions: readonly RevisionView[], total: number, more: boolean): History {
  const last = revisions.at(-1);
  return { revisions, total, ...(more && last ? { nextCursor: writeCursor(list, last.revision) } : {}) };
}
