import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { findFolder } from '../folders/find.ts';
import { limitOf, listOf, type Page, readCursor, writeCursor } from '../page.ts';
import type { ProjectRecord } from '../ports.ts';
import { hiddenNotes, ownNotes } from '../projects/counts.ts';
import { findProject } from '../projects/find.ts';
import { fold } from '../text/fold.ts';
import { parseFolderPath } from '../text/paths.ts';
import { isoTime } from './author.ts';
import { inside, spacePath } from './place.ts';

export interface ListNotes {
  readonly folders: readonly { path: string; name: string; notes: number }[];
  readonly notes: readonly {
    noteId: string;
    title: string;
    path: string;
    tags: readonly string[];
    type: string | null;
    modifiedAt: string;
    versionToken: string;
  }[];
  readonly total: number;
  readonly nextCursor?: string;
}

export interface ListNotesInput extends Page {
  readonly project?: string | undefined;
  readonly path?: string | undefined;
  readonly tag?: string | undefined;
  readonly type?: string | undefined;
  readonly recursive?: boolean | undefined;
}

/** One folder of a project, as `ls` has it: its folders, and its documents by path. Paths are inside the project. */
export async function listNotes(context: Context, input: ListNotesInput): Promise<ListNotes> {
  const limit = limitOf(input);
  if (input.project === undefined) return listProjects(context, input);
  const { stores, access } = context;
  const project = await findProject(context, input.project);
  const folder = await findFolder(context, project, input.path ?? '/');
  const { tag, type, recursive } = input;
  const list = listOf('notes', { project: project.id, folder: folder.id, tag, type, recursive });
  const after = readCursor(list, input.cursor, ['string', 'string']);
  const { notes, total } = await stores.notes.list({
    ...(input.recursive
      ? { below: { spaceId: project.spaceId, pathKey: fold(folder.path) } }
      : { folderIds: [folder.id] }),
    visible: { ...access.visible, personalSpaceId: null },
    tagKey: input.tag === undefined ? undefined : fold(input.tag.replace(/^#/, '')),
    type: input.type,
    after: after ? { folderPath: after[0], name: after[1] } : undefined,
    limit: limit + 1,
  });
  const page = notes.slice(0, limit);
  const last = page.at(-1);
  const folders = after === null ? await foldersIn(context, project, folder.id) : [];
  return {
    folders,
    notes: page.map((note) => ({
      noteId: note.id,
      title: note.title,
      path: inside(project, spacePath(note.folderPath, note.name)) ?? note.name,
      tags: note.tags,
      type: note.type,
      modifiedAt: isoTime(note.modifiedAt),
      versionToken: context.versionToken(note.id, note.hash),
    })),
    total,
    ...(notes.length > limit && last ? { nextCursor: writeCursor(list, last.folderPath, last.name) } : {}),
  };
}

/** The folders right below one that hold something the caller may see. */
export async function foldersIn(
  context: Context,
  project: ProjectRecord,
  folderId: number,
): Promise<{ path: string; name: string; notes: number }[]> {
  const children = await context.stores.folders.children(folderId);
  return children.flatMap((child) => {
    const notes = child.notes - hiddenNotes(context, project.spaceId, child.path);
    const shown = [...context.access.projects.values()].some((each) => each.folderId === child.id);
    return notes > 0 || shown
      ? [{ path: inside(project, child.path) ?? child.path, name: child.name, notes }]
      : [];
  });
}

function listProjects(context: Context, input: ListNotesInput): ListNotes {
  if (input.path !== undefined && parseFolderPath(input.path) !== '/') {
    throw new Refusal(
      'invalidArguments',
      '`path` is given without `project`.',
      'Name the project that the path is in.',
    );
  }
  const folders = [...context.access.projects.values()].map((project) => ({
    path: `${project.handle}/`,
    name: project.name,
    notes: ownNotes(context, project),
  }));
  return { folders, notes: [], total: folders.length };
}
