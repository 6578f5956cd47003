import type { CountTokens } from '../search/tokens.ts';
import type { ChangesSince } from './changesSince.ts';
import { fitTexts } from './fitTexts.ts';
import { openRoom, type Room } from './room.ts';
import type { SessionParts, StartSession } from './sessionTypes.ts';

/** Tokens of a whole answer, and of all its texts. Source: spec/tools.md, For every tool, start_session. */
const answerTokens = 7_000;
const textTokens = 6_000;
/** What counting piece by piece may miss. */
const slack = 80;
/** What the lists may take before the texts; all but changes take more of what is left behind them. */
const shares = { projects: 600, folders: 400, changes: 2_400, values: 150, omitted: 250 };

/**
 * A start of at most 7,000 tokens as JSON, by the given count: the lists cut to their shares, then the texts in the room
 * that is left, then more of the lists. `isWhole`: nothing had to be cut.
 */
export function fitSession(
  parts: SessionParts,
  count: CountTokens,
): { readonly session: StartSession; readonly isWhole: boolean } {
  const { user, profile, project } = parts;
  const room = openRoom(answerTokens - slack, count);
  room.take(frameOf(parts));
  const changes = project && fitChanges(project.changes, room);
  const all = {
    ...noLists,
    ...project?.knownValues,
    folders: project?.folders ?? [],
    projects: parts.projects,
  };
  const first = {
    tags: room.list(all.tags, shares.values),
    types: room.list(all.types, shares.values),
    categories: room.list(all.categories, shares.values),
    projects: room.list(all.projects, shares.projects),
    folders: room.list(all.folders, shares.folders),
  };
  const texts = fitTexts(parts, room, Math.min(textTokens, room.left() - shares.omitted));
  const omitted = room.list(texts.omitted, shares.omitted);
  const lists = {
    tags: withMore(room, all.tags, first.tags),
    types: withMore(room, all.types, first.types),
    categories: withMore(room, all.categories, first.categories),
    projects: withMore(room, all.projects, first.projects),
    folders: withMore(room, all.folders, first.folders),
  };
  const session: StartSession = {
    user,
    profile: profile && {
      ...profile.value,
      text: texts.hasProfile ? profile.value.text : '',
      facts: texts.facts.map((fact) => fact.value),
    },
    projects: lists.projects,
    totalProjects: parts.projects.length,
    ...(project && changes
      ? {
          project: project.handle,
          index: { notes: project.notes, folders: lists.folders, totalFolders: project.folders.length },
          pinned: texts.pinned,
          memory: texts.memory.map((fact) => fact.value),
          changes,
          knownValues: { tags: lists.tags, types: lists.types, categories: lists.categories },
        }
      : {}),
    omitted,
    totalOmitted: texts.omitted.length,
  };
  const isWhole =
    room.left() >= 0 &&
    texts.omitted.length === 0 &&
    listNames.every((name) => lists[name].length === all[name].length) &&
    (changes?.items.length ?? 0) === (project?.changes.page.changes.length ?? 0);
  return { session, isWhole };
}

const noLists = { tags: [], types: [], categories: [] };
const listNames = ['tags', 'types', 'categories', 'projects', 'folders'] as const;

/** Names of fields, and what is always there. */
const frameOf = ({ user, profile, project }: SessionParts) => ({
  user,
  profile: { ...profile?.value, text: '', facts: [] },
  projects: [],
  totalProjects: 100,
  project: project?.handle,
  index: { notes: project?.notes, folders: [], totalFolders: 100 },
  pinned: [],
  memory: [],
  changes: {
    since: project?.changes.since,
    items: [],
    total: 100,
    nextCursor: project?.changes.page.cursorBehind(0),
  },
  knownValues: { tags: [], types: [], categories: [] },
  omitted: [],
  totalOmitted: 100,
});

function fitChanges({ since, page }: ChangesSince, room: Room): NonNullable<StartSession['changes']> {
  const items = room.list(page.changes, shares.changes);
  const nextCursor = page.cursorBehind(items.length - 1);
  return { since, items, total: page.total, ...(nextCursor === undefined ? {} : { nextCursor }) };
}

/** The rows taken so far and those behind them that still fit. */
const withMore = <Row>(room: Room, rows: readonly Row[], taken: readonly Row[]): readonly Row[] =>
  taken.length === rows.length ? rows : [...taken, ...room.list(rows.slice(taken.length), room.left())];
