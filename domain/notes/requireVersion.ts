import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { NoteRecord } from '../ports.ts';
import { lineDiff } from '../text/diff.ts';
import { outline } from '../text/outline.ts';
import { quote } from '../text/quote.ts';
import { authorsOf, isoTime } from './author.ts';
import { versionWithToken } from './versions.ts';

const headingsListed = 100;

/**
 * Makes sure that the caller names the version it replaces.
 * @throws Refusal `versionRequired` with token, size and outline; `versionConflict` with all that a retry needs.
 */
export async function requireVersion(
  context: Context,
  note: NoteRecord,
  source: string,
  token: string | undefined,
): Promise<void> {
  const current = context.versionToken(note.id, note.hash);
  if (token === current) return;
  if (token === undefined) {
    const headings = outline(source);
    throw new Refusal(
      'versionRequired',
      `An edit of ${quote(note.title)} has to name the version it replaces.`,
      'Read the note, then repeat with `versionToken`; the current one is in this answer.',
      {
        noteId: note.id,
        versionToken: current,
        size: note.size,
        outline: headings.slice(0, headingsListed).map(({ level, title, line }) => ({ level, title, line })),
        totalHeadings: headings.length,
      },
    );
  }
  throw await conflict(context, note, source, token);
}

/** Checks a token that need not be given. @throws Refusal `versionConflict`. */
export async function checkVersion(
  context: Context,
  note: NoteRecord,
  token: string | undefined,
): Promise<void> {
  if (token === undefined || token === context.versionToken(note.id, note.hash)) return;
  const source =
    note.sourceId === null
      ? ''
      : ((await context.stores.sources.read([note.sourceId])).get(note.sourceId) ?? '');
  throw await conflict(context, note, source, token);
}

async function conflict(context: Context, note: NoteRecord, source: string, token: string): Promise<Refusal> {
  const author = await authorsOf(context, note.spaceId, [note.modifiedRevision]);
  const changedBy = author(note.modifiedRevision);
  const versionToken = context.versionToken(note.id, note.hash);
  const known = await versionWithToken(context, note, token);
  const before =
    known?.sourceId == null
      ? undefined
      : (await context.stores.sources.read([known.sourceId])).get(known.sourceId);
  return new Refusal(
    'versionConflict',
    before === undefined
      ? `${quote(token)} is not a version of ${quote(note.title)}.`
      : `${quote(note.title)} was changed by ${quote(changedBy.name)} (${quote(changedBy.client)}) after the version you name.`,
    before === undefined
      ? 'Read the note again, then repeat with its versionToken.'
      : 'Look at the diff, fit your change to it, and repeat with the versionToken of this answer.',
    {
      noteId: note.id,
      versionToken,
      changedBy,
      changedAt: isoTime(note.modifiedAt),
      ...(before === undefined ? {} : { diff: lineDiff(before, source).diff }),
    },
  );
}
