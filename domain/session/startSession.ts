import type { Context } from '../context.ts';
import { factsAboutProject, factsAboutUser } from '../memory/readFacts.ts';
import { sourceOf } from '../notes/edit.ts';
import { foldersIn } from '../notes/list.ts';
import type { Author } from '../ports.ts';
import { ownNotes } from '../projects/counts.ts';
import { findProject } from '../projects/find.ts';

export interface StartSession {
  readonly user: { readonly name: string; readonly locale: string };
  /** null where the token hides what is personal. */
  readonly profile: {
    readonly noteId: string;
    readonly versionToken: string;
    readonly text: string;
    readonly facts: readonly { factId: string; category: string; text: string; at: string }[];
  } | null;
  readonly projects: readonly { handle: string; name: string; role: string; notes: number }[];
  readonly project?: string;
  readonly index?: { readonly notes: number; readonly folders: readonly { path: string; notes: number }[] };
  /** Notes that an owner pinned; a text that did not fit the budget is null. */
  readonly pinned?: readonly {
    noteId: string;
    title: string;
    path: string;
    versionToken: string;
    text: string | null;
    by: Author;
    at: string;
  }[];
  /** What is remembered about the project. */
  readonly memory?: readonly { factId: string; category: string; text: string; at: string }[];
  /** What did not fit in the budget for texts. */
  readonly omitted: readonly { noteId: string; title: string; path: string }[];
}

/** Four characters a token is the usual estimate for English; the profile alone stays far below it. */
const profileCharacters = 20_000;

/** What an agent needs to begin: who it works for, the projects, and one project's index. */
export async function startSession(
  context: Context,
  input: { readonly project?: string | undefined },
): Promise<StartSession> {
  const { actor, access } = context;
  const project = input.project === undefined ? null : await findProject(context, input.project);
  const { profile, omitted } = await profileOf(context);
  const base = {
    user: { name: actor.user.name, locale: actor.user.locale },
    profile,
    projects: [...access.projects.values()].map((each) => ({
      handle: each.handle,
      name: each.name,
      role: each.role,
      notes: ownNotes(context, each),
    })),
    omitted,
  };
  if (!project) return base;
  const folders = await foldersIn(context, project, project.folderId);
  return {
    ...base,
    project: project.handle,
    index: {
      notes: ownNotes(context, project),
      folders: folders.map(({ path, notes }) => ({ path, notes })),
    },
    memory: await factsAboutProject(context, project),
  };
}

async function profileOf(context: Context): Promise<Pick<StartSession, 'profile' | 'omitted'>> {
  const { personalSpaceId } = context.access.visible;
  if (personalSpaceId === null) return { profile: null, omitted: [] };
  const root = await context.stores.folders.root(personalSpaceId);
  const [note] = await context.stores.notes.atPlaces([root.id], ['profile.md']);
  if (!note) return { profile: null, omitted: [] };
  const text = await sourceOf(context, note);
  const fits = text.length <= profileCharacters;
  return {
    profile: {
      noteId: note.id,
      versionToken: context.versionToken(note.id, note.hash),
      text: fits ? text : '',
      facts: await factsAboutUser(context),
    },
    omitted: fits ? [] : [{ noteId: note.id, title: note.title, path: note.name }],
  };
}
