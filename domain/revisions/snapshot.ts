import type { Context } from '../context.ts';
import type { FolderRecord, ProjectRecord } from '../ports.ts';
import { findSpace } from '../projects/find.ts';
import { addTo, copyOf, digestOf, folderElement, type Sum } from './digest.ts';

export interface Snapshot {
  /** 64 lowercase hex digits. */
  readonly digest: string;
  readonly notes: number;
  readonly revision: number;
}

interface Part {
  readonly sum: Sum;
  readonly notes: number;
}

/**
 * The digest of what the caller may see of a space. Only folders on the way to a project of another visibility
 * than theirs are reckoned again; all others stand as stored.
 */
export async function snapshot(context: Context, input: { readonly space: string }): Promise<Snapshot> {
  const space = await findSpace(context, input.space);
  const root = await context.stores.folders.root(space.id);
  const inSpace = context.access.all.filter((project) => project.spaceId === space.id);
  const { sum, notes } = await visiblePart(context, root, inSpace);
  return { digest: digestOf(sum), notes, revision: space.revision };
}

async function visiblePart(
  context: Context,
  folder: FolderRecord,
  projects: readonly ProjectRecord[],
): Promise<Part> {
  const shown = (projectId: string | null) => projectId !== null && context.access.projects.has(projectId);
  const seen = shown(folder.projectId);
  const below = projects.filter(
    (each) =>
      each.folderId !== folder.id && each.folderPath.startsWith(folder.path === '/' ? '' : folder.path),
  );
  const differing = below.filter((each) => shown(each.id) !== seen);
  if (differing.length === 0)
    return seen ? { sum: copyOf(folder.digest), notes: folder.notes } : { sum: copyOf(null), notes: 0 };
  const sum = seen ? copyOf(folder.digest) : copyOf(null);
  let notes = seen ? folder.notes : 0;
  for (const child of await context.stores.folders.children(folder.id)) {
    if (!below.some((each) => each.folderPath.startsWith(child.path))) continue;
    const part = await visiblePart(context, child, projects);
    if (seen) {
      if (child.notes > 0) addTo(sum, folderElement(child.name, copyOf(child.digest)), -1);
      notes -= child.notes;
    }
    if (part.notes > 0) addTo(sum, folderElement(child.name, part.sum), 1);
    notes += part.notes;
  }
  return { sum, notes };
}
