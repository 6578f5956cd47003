import type { Context } from '../context.ts';
import { type Remember, type RememberInput, remember, requireMemory } from './remember.ts';
import { theUser } from './subject.ts';

/** Remembers a fact about the caller's user, for that user's agents alone. See `remember` for what it refuses. */
export async function rememberAboutUser(context: Context, input: RememberInput): Promise<Remember> {
  requireMemory(context);
  return remember(context, theUser, input);
}
