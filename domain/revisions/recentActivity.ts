import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { findNote } from '../notes/findNote.ts';
import { foreignCursor, limitOf, type Page } from '../page.ts';
import type { NoteRecord } from '../ports.ts';
import { findProject, spaceOf } from '../projects/find.ts';
import type { ActivityChange } from './activityChange.ts';
import { activityPage } from './activityPage.ts';
import { type ActivityScope, readActivityCursor, sinceText } from './activityScope.ts';
import { parseSince, type Since } from './since.ts';

export interface RecentActivityInput extends Page {
  readonly project?: string | undefined;
  readonly ref?: string | undefined;
  /** A time or date of ISO 8601, inclusive; or the number of a revision of `project`, exclusive. */
  readonly since?: string | undefined;
}

export interface RecentActivity {
  readonly changes: readonly ActivityChange[];
  readonly total: number;
  readonly nextCursor?: string;
}

interface Asked {
  readonly scope: ActivityScope;
  readonly note: NoteRecord | null;
}

/**
 * Changes of documents, newest first: of all projects that the caller may see, of one, or of one note, which may also
 * be the caller's own. Source: spec/tools.md, recent_activity.
 * @throws Refusal `notFound`, `ambiguous`, `invalidArguments`, `invalidCursor`.
 */
export async function recentActivity(context: Context, input: RecentActivityInput): Promise<RecentActivity> {
  const limit = limitOf(input);
  const from = readActivityCursor(input.cursor);
  const asked = await askedFor(context, input, from?.scope ?? null);
  const { scope, note } = from ? await goOn(context, input, asked, from.scope) : asked;
  const page = await activityPage(context, scope, note, from?.before ?? null, limit);
  const nextCursor = page.cursorBehind(page.changes.length - 1);
  return {
    changes: page.changes,
    total: page.total,
    ...(nextCursor === undefined ? {} : { nextCursor }),
  };
}

async function askedFor(
  context: Context,
  { project: handle, ref, since: text }: RecentActivityInput,
  known: ActivityScope | null,
): Promise<Asked> {
  const project = handle === undefined ? null : await findProject(context, handle);
  const note = ref === undefined ? null : await findNote(context, ref);
  const since = text === undefined ? null : parseSince(text);
  const projectId = project?.id ?? known?.projectId ?? null;
  if (since && 'revision' in since) await checkNumber(context, since, projectId);
  return { scope: { projectId, noteId: note?.id ?? null, since, othersOnly: false }, note };
}

/** A revision is counted in one space, and is there already. */
async function checkNumber(
  context: Context,
  since: Extract<Since, { revision: number }>,
  projectId: string | null,
): Promise<void> {
  const project = context.access.projects.get(projectId ?? '');
  if (!project)
    throw new Refusal(
      'invalidArguments',
      '`since` is a revision, and `project` is missing.',
      'Name the project whose revision it is, or give a time.',
    );
  if (since.revision <= (await spaceOf(context, project.spaceId)).revision) return;
  throw new Refusal(
    'invalidArguments',
    `Revision ${since.revision} is not there yet.`,
    'Take a revision from an answer about this project, or give a time.',
  );
}

/** The scope of a cursor, as of the caller's rights now; what is given beside the cursor must say the same. */
async function goOn(
  context: Context,
  input: RecentActivityInput,
  asked: Asked,
  scope: ActivityScope,
): Promise<Asked> {
  const agrees =
    (input.project === undefined || asked.scope.projectId === scope.projectId) &&
    (input.ref === undefined || asked.scope.noteId === scope.noteId) &&
    (input.since === undefined || sinceText(asked.scope.since) === sinceText(scope.since));
  const isSeen = scope.projectId === null || context.access.projects.has(scope.projectId);
  if (!agrees || !isSeen) throw foreignCursor();
  const note = scope.noteId === null ? null : (asked.note ?? (await findNote(context, scope.noteId)));
  return { scope, note };
}
