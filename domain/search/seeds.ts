import type { VisibleProject } from '../access/access.ts';
import type { Context } from '../context.ts';
import type { NoteRecord } from '../ports.ts';
import { findHits } from './findHits.ts';

/** A note that the query finds. */
export interface Seed {
  readonly note: NoteRecord;
  /** 0 to 1, the best of all. */
  readonly strength: number;
}

const mostSeeds = 24;
const mostMemories = 8;
/** Memory notes looked through for those about one project. */
const memoriesRead = 50;

/** In the personal space: the folder of what the caller remembers about a project. Source: spec/engine.md, class. */
export const memoryFolder = (projectId: string): string => `memory/project/${projectId}/`;

/**
 * The best notes for a query among what the caller may see, own memory included; with a project, its own notes and
 * what the caller remembers about it.
 * @throws Refusal `invalidArguments` where the query holds no word.
 */
export async function seedsOf(
  context: Context,
  query: string,
  project: VisibleProject | null,
): Promise<Seed[]> {
  const { visible } = context.access;
  const everything = await findHits(
    context,
    query,
    project ? { projectIds: [project.id], personalSpaceId: null, personalClasses: [] } : visible,
    mostSeeds,
  );
  const found = [...everything.hits];
  if (project && visible.personalSpaceId !== null) {
    const memory = await findHits(context, query, { ...visible, projectIds: [] }, memoriesRead);
    const about = memory.hits.filter(({ note }) => note.folderPath.startsWith(memoryFolder(project.id)));
    found.push(...about.slice(0, mostMemories));
  }
  const best = Math.max(0, ...found.map(({ hit }) => hit.score));
  return found.map(({ note, hit }) => ({
    note,
    strength: hit.titleMatch ? 1 : best > 0 ? Math.max(0, hit.score) / best : 0,
  }));
}
