import type { ProjectRecord } from '../ports.ts';

/** What is remembered about: the user, or a project. */
export interface Subject {
  /** null = the user. */
  readonly projectId: string | null;
  /** As a sentence names it. */
  readonly about: string;
  /** Where its notes are in the user's personal space. Source: spec/engine.md, Things. */
  readonly folderPath: string;
}

export const theUser: Subject = { projectId: null, about: 'the user', folderPath: 'memory/user/' };

export const theProject = ({ id, handle }: Pick<ProjectRecord, 'id' | 'handle'>): Subject => ({
  projectId: id,
  about: `the project ${handle}`,
  folderPath: `memory/project/${id}/`,
});
