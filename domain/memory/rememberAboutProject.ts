import type { Context } from '../context.ts';
import { findProject } from '../projects/find.ts';
import { type Remember, type RememberInput, remember, requireMemory } from './remember.ts';
import { theProject } from './subject.ts';

export interface RememberAboutProjectInput extends RememberInput {
  /** Handle of a project that the caller may read: what is remembered stays private, so no more is needed. */
  readonly project: string;
}

/** Remembers a fact about a project, for the caller's own agents alone. See `remember` for what it refuses. */
export async function rememberAboutProject(
  context: Context,
  { project: handle, ...input }: RememberAboutProjectInput,
): Promise<Remember> {
  requireMemory(context);
  const project = await findProject(context, handle);
  return remember(context, theProject(project), input);
}
