import type { VisibleProject } from '../access/access.ts';
import type { Context } from '../context.ts';
import { foldersIn } from '../notes/list.ts';
import { ownNotes } from '../projects/counts.ts';
import { findProject } from '../projects/find.ts';
import { sliced } from '../search/sliced.ts';
import { tokenCounter } from '../search/tokens.ts';
import { changesSince } from './changesSince.ts';
import { fitSession } from './fitSession.ts';
import type { FactPiece, KnownValues, SessionParts, StartSession } from './sessionTypes.ts';
import { facts, pinnedNotes, profilePage } from './texts.ts';
import { tokensAtMost } from './tokensAtMost.ts';

const valuesListed = 50;

/**
 * What an agent needs to begin: who it works for, the projects; and of one project its index, what an owner pinned, what
 * is remembered, and what others did since this token was there before. Source: spec/tools.md, start_session.
 * @throws Refusal `notFound`.
 */
export async function startSession(
  context: Context,
  input: { readonly project?: string | undefined },
): Promise<StartSession> {
  const project = input.project === undefined ? null : await findProject(context, input.project);
  const parts = await partsOf(context, project);
  const estimated = fitSession(parts, tokensAtMost);
  // The tokenizer takes a fifth of a second and 60 MB to load, so only a start that may not fit asks for it.
  return (estimated.isWhole ? estimated : fitSession(parts, sliced(await tokenCounter()))).session;
}

async function partsOf(context: Context, project: VisibleProject | null): Promise<SessionParts> {
  const { actor, access } = context;
  const profile = await profilePage(context);
  return {
    user: { name: actor.user.name, locale: actor.user.locale },
    profile,
    facts: profile === null ? [] : await facts(context, null),
    projects: [...access.projects.values()].map((each) => ({
      handle: each.handle,
      name: each.name,
      role: each.role,
      notes: ownNotes(context, each),
    })),
    project: project && (await projectParts(context, project)),
  };
}

async function projectParts(
  context: Context,
  project: VisibleProject,
): Promise<NonNullable<SessionParts['project']>> {
  const folders = await foldersIn(context, project, project.folderId);
  const memory = await facts(context, project);
  const { tags, types } = await context.stores.notes.knownValues(project.id, valuesListed);
  return {
    handle: project.handle,
    notes: ownNotes(context, project),
    folders: folders.map(({ path, notes }) => ({ path, notes })),
    pinned: await pinnedNotes(context, project),
    memory,
    changes: await changesSince(context, project),
    knownValues: { tags, types, categories: categoriesOf(memory) },
  };
}

function categoriesOf(memory: readonly FactPiece[]): KnownValues['categories'] {
  const uses = new Map<string, number>();
  for (const { value } of memory) uses.set(value.category, (uses.get(value.category) ?? 0) + 1);
  return [...uses]
    .sort(([a, usesOfA], [b, usesOfB]) => usesOfB - usesOfA || (a < b ? -1 : 1))
    .slice(0, valuesListed)
    .map(([category]) => category);
}
