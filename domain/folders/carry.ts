import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { FolderRecord } from '../ports.ts';
import { requireWrite } from '../projects/find.ts';
import { fold } from '../text/fold.ts';

/** A folder that may be moved, with what goes along. */
export interface Carried {
  readonly folder: FolderRecord;
  /** The folder and all below it. */
  readonly subtree: readonly FolderRecord[];
  /** Id of the project that the folder is seen in: for a project's own folder, the one around it. */
  readonly around: string | null;
}

/**
 * What moving a folder takes along, once the caller may change all of it: the project around it and each one inside.
 * @throws Refusal `insufficientScope`; `invalidPath` for a project inside that the caller cannot see.
 */
export async function carry(context: Context, folder: FolderRecord): Promise<Carried> {
  const { folders } = context.stores;
  const subtree = await folders.subtree(folder.spaceId, fold(folder.path));
  const [parent] = folder.parentId === null ? [] : await folders.byIds([folder.parentId]);
  const around = parent ? parent.projectId : folder.projectId;
  for (const projectId of new Set(subtree.map((each) => each.projectId))) {
    const project = context.access.projects.get(projectId ?? '');
    if (!project)
      throw new Refusal(
        'invalidPath',
        'Something in that folder is reserved.',
        'Move its notes and folders themselves, or ask an owner of the space.',
        { reason: 'reserved' },
      );
    requireWrite(context, project.id, project.handle);
  }
  if (!context.access.projects.has(around ?? ''))
    throw new Refusal(
      'insufficientScope',
      'You may change this project but not where its folder stands.',
      'Ask a person with an editor role in the project around it.',
    );
  requireWrite(context, around, folder.path);
  return { folder, subtree, around };
}
