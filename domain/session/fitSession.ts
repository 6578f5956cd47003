import type { CountTokens } from '../search/tokens.ts';
import { fitTexts } from './fitTexts.ts';
import { openRoom, type Room } from './room.ts';
import type { SessionParts, StartSession } from './sessionTypes.ts';

/** Tokens of a whole answer, and of all its texts. Source: spec/tools.md, For every tool, start_session. */
const answerTokens = 7_000;
const textTokens = 6_000;
/** What counting piece by piece may miss. */
const slack = 80;
/** What the lists may take before the texts; projects and folders take more of what is left behind them. */
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
  const ofProject = project && fitProject(project, room);
  const projects = room.list(parts.projects, shares.projects);
  const folders = room.list(project?.folders ?? [], shares.folders);
  const texts = fitTexts(parts, room, Math.min(textTokens, room.left() - shares.omitted));
  const omitted = room.list(texts.omitted, shares.omitted);
  const allProjects = withMore(room, parts.projects, projects);
  const allFolders = withMore(room, project?.folders ?? [], folders);
  const session: StartSession = {
    user,
    profile: profile && {
      ...profile.value,
      text: texts.hasProfile ? profile.value.text : '',
      facts: texts.facts.map((fact) => fact.value),
    },
    projects: allProjects,
    totalProjects: parts.projects.length,
    ...(project && ofProject
      ? {
          project: project.handle,
          index: { notes: project.notes, folders: allFolders, totalFolders: project.folders.length },
          pinned: texts.pinned,
          memory: texts.memory.map((fact) => fact.value),
          ...ofProject,
        }
      : {}),
    omitted,
    totalOmitted: texts.omitted.length,
  };
  const isWhole =
    room.left() >= 0 &&
    texts.omitted.length === 0 &&
    allProjects.length === parts.projects.length &&
    allFolders.length === (project?.folders.length ?? 0) &&
    (ofProject === null || isAll(ofProject, project));
  return { session, isWhole };
}

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

type Project = NonNullable<SessionParts['project']>;
type OfProject = Required<Pick<StartSession, 'changes' | 'knownValues'>>;

function fitProject({ changes, knownValues }: Project, room: Room): OfProject {
  const items = room.list(changes.page.changes, shares.changes);
  const nextCursor = changes.page.cursorBehind(items.length - 1);
  return {
    changes: {
      since: changes.since,
      items,
      total: changes.page.total,
      ...(nextCursor === undefined ? {} : { nextCursor }),
    },
    knownValues: {
      tags: room.list(knownValues.tags, shares.values),
      types: room.list(knownValues.types, shares.values),
      categories: room.list(knownValues.categories, shares.values),
    },
  };
}

const isAll = ({ changes, knownValues }: OfProject, project: Project | null): boolean =>
  changes.items.length === (project?.changes.page.changes.length ?? 0) &&
  (['tags', 'types', 'categories'] as const).every(
    (name) => knownValues[name].length === project?.knownValues[name].length,
  );

/** The rows taken so far and those behind them that still fit. */
const withMore = <Row>(room: Room, rows: readonly Row[], taken: readonly Row[]): readonly Row[] =>
  taken.length === rows.length ? rows : [...taken, ...room.list(rows.slice(taken.length), room.left())];
