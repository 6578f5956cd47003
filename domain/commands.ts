import { setMember } from './access/members.ts';
import { createSpace, listSpaces } from './access/spaces.ts';
import { createToken, listTokens, revokeToken, rotateToken } from './access/tokens.ts';
import { createUser, listUsers, setDisabled, setPassword } from './access/users.ts';
import { listAudit } from './audit/listAudit.ts';
import { listUsage } from './audit/listUsage.ts';
import { moveFolder } from './folders/move.ts';
import { renameFolder } from './folders/rename.ts';
import { rememberAboutProject } from './memory/rememberAboutProject.ts';
import { rememberAboutUser } from './memory/rememberAboutUser.ts';
import { createNote } from './notes/create.ts';
import { createNotes } from './notes/createMany.ts';
import { editNote } from './notes/edit.ts';
import { getNote } from './notes/get.ts';
import { link } from './notes/link.ts';
import { linkMany } from './notes/linkMany.ts';
import { listNotes } from './notes/list.ts';
import { moveNotes } from './notes/move.ts';
import { pinNote, unpinNote } from './notes/pin.ts';
import { renameNote } from './notes/rename.ts';
import { createProject } from './projects/createProject.ts';
import { listAllProjects } from './projects/listAllProjects.ts';
import { myProjects } from './projects/myProjects.ts';
import { renameProject } from './projects/rename.ts';
import { diffVersions } from './revisions/diff.ts';
import { history } from './revisions/history.ts';
import { readVersion } from './revisions/readVersion.ts';
import { recentActivity } from './revisions/recentActivity.ts';
import { restoreNote } from './revisions/restoreNote.ts';
import { restoreSpace } from './revisions/restoreSpace.ts';
import { snapshot } from './revisions/snapshot.ts';
import { transact } from './revisions/transact.ts';
import { recall } from './search/recall.ts';
import { search } from './search/search.ts';
import { startSession } from './session/startSession.ts';
import { whoami } from './session/whoami.ts';
import { deleteNote } from './trash/delete.ts';
import { listTrash } from './trash/list.ts';
import { purgeTrash } from './trash/purge.ts';
import { restoreTrash } from './trash/restore.ts';

/** Commands that only read: they run on a snapshot, beside the writer. */
export const readCommands = {
  startSession,
  whoami,
  myProjects,
  listNotes,
  recentActivity,
  search,
  getNote,
  recall,
  listTrash,
  history,
  readVersion,
  diffVersions,
  snapshot,
  listTokens,
  listUsers,
  listSpaces,
  listAllProjects,
  listAudit,
  listUsage,
};

/** Commands that write: they run one after the other in the writer thread, each in a transaction. */
export const writeCommands = {
  createNote,
  createNotes,
  editNote,
  deleteNote,
  link,
  linkMany,
  pinNote,
  unpinNote,
  rememberAboutUser,
  rememberAboutProject,
  moveNotes,
  renameNote,
  moveFolder,
  renameFolder,
  renameProject,
  restoreTrash,
  purgeTrash,
  restoreNote,
  restoreSpace,
  transact,
  createToken,
  rotateToken,
  revokeToken,
  createUser,
  setPassword,
  setDisabled,
  createSpace,
  createProject,
  setMember,
};

export type WriteName = keyof typeof writeCommands;
export type Commands = typeof readCommands & typeof writeCommands;
