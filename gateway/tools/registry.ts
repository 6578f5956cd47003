import { getMyProjects } from './bootstrap/get_my_projects.ts';
import { startSession } from './bootstrap/start_session.ts';
import { whoami } from './bootstrap/whoami.ts';
import { listNotes } from './discover/list_notes.ts';
import { recentActivity } from './discover/recent_activity.ts';
import { getNote } from './read/get_note.ts';
import { recall } from './read/recall.ts';
import { search } from './read/search.ts';
import { moveFolder } from './reorganize/move_folder.ts';
import { moveNote } from './reorganize/move_note.ts';
import { renameFolder } from './reorganize/rename_folder.ts';
import { renameNote } from './reorganize/rename_note.ts';
import { renameProject } from './reorganize/rename_project.ts';
import { createNotes } from './scale/create_notes.ts';
import { linkMany } from './scale/link_many.ts';
import type { Tool } from './tool.ts';
import { createNote } from './write/create_note.ts';
import { deleteNote } from './write/delete_note.ts';
import { editNote } from './write/edit_note.ts';
import { link } from './write/link.ts';
import { rememberAboutProject } from './write/remember_about_project.ts';
import { rememberAboutUser } from './write/remember_about_user.ts';

/** Every intent tool, in the order that works. A tool is added by its one line here. */
export const registry: readonly Tool[] = [
  startSession,
  whoami,
  getMyProjects,
  listNotes,
  recentActivity,
  search,
  getNote,
  recall,
  createNote,
  rememberAboutUser,
  rememberAboutProject,
  editNote,
  deleteNote,
  link,
  moveNote,
  renameNote,
  moveFolder,
  renameFolder,
  renameProject,
  createNotes,
  linkMany,
];

const byName = new Map(registry.map((tool) => [tool.name, tool]));

/** The tool of that name, seen or not: see `isVisible`. */
export const toolNamed = (name: string): Tool | undefined => byName.get(name);
