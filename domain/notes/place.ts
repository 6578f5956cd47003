import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { NotePlace, NoteRecord, ProjectRecord, VersionRecord } from '../ports.ts';

/** Path inside the space: 'a/b/' and 'c.md' give 'a/b/c.md'. */
export const spacePath = (folderPath: string, name: string): string =>
  folderPath === '/' ? name : `${folderPath}${name}`;

/** A space path as seen from a project; null outside of it. */
export function inside(project: Pick<ProjectRecord, 'folderPath'>, path: string): string | null {
  if (project.folderPath === '/') return path;
  if (!path.startsWith(project.folderPath)) return null;
  return path.slice(project.folderPath.length) || '/';
}

/** The space path of a folder named inside a project ('/' is the project's own). */
export const folderIn = (project: ProjectRecord, folder: string): string =>
  folder === '/'
    ? project.folderPath
    : project.folderPath === '/'
      ? folder
      : `${project.folderPath}${folder}`;

type Placed = Pick<NoteRecord | NotePlace, 'projectId' | 'folderPath' | 'name'>;

/** Handle and path as answers print them: inside the innermost project, or inside the personal space. */
export function placeOf(context: Context, note: Placed): { project: string | null; path: string } {
  const path = spacePath(note.folderPath, note.name);
  const project = note.projectId === null ? undefined : context.access.projects.get(note.projectId);
  if (!project) return { project: null, path };
  return { project: project.handle, path: inside(project, path) ?? path };
}

/** The same of a place in the past: inside the project as it stood then. */
export function placeThen(
  context: Context,
  place: Pick<VersionRecord, 'path' | 'projectId' | 'projectPath'>,
): { project: string | null; path: string } {
  const { path, projectId, projectPath } = place;
  const project = projectId === null ? undefined : context.access.projects.get(projectId);
  if (!project) return { project: null, path };
  return {
    project: project.handle,
    path: inside({ folderPath: projectPath ?? project.folderPath }, path) ?? path,
  };
}

/** Whether the caller may know of a note. */
export function isVisible(
  context: Context,
  note: Pick<NoteRecord, 'projectId' | 'class' | 'spaceId'>,
): boolean {
  const { projects, visible } = context.access;
  if (note.class === 'user-doc') return note.projectId !== null && projects.has(note.projectId);
  return note.spaceId === visible.personalSpaceId && visible.personalClasses.includes(note.class);
}

/** @throws Refusal `tooLarge`. */
export function checkSize(context: Context, source: string): void {
  const refusal = sizeRefusal(context, source);
  if (refusal) throw refusal;
}

/** Why a source is too large for a note; null where it is not. */
export function sizeRefusal(context: Context, source: string): Refusal | null {
  const bytes = Buffer.byteLength(source, 'utf8');
  const { maxNoteBytes } = context.settings;
  if (bytes <= maxNoteBytes) return null;
  return new Refusal(
    'tooLarge',
    `The note would hold ${bytes} bytes, and a note holds at most ${maxNoteBytes}.`,
    'Split it into several notes and link them.',
    { bytes, limit: maxNoteBytes },
  );
}
