import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { quote } from '../text/quote.ts';
import { checkName } from './checkName.ts';
import { requireAdmin } from './rights.ts';

const handleForm = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** One part of a handle. @throws Refusal `invalidArguments`. */
export function checkHandle(text: string): string {
  const handle = text.trim().toLowerCase();
  if (handleForm.test(handle)) return handle;
  throw new Refusal(
    'invalidArguments',
    `${quote(text)} cannot be a handle.`,
    'Use 1 to 63 characters of a to z, 0 to 9 and -, not beginning with -.',
  );
}

export interface CreateSpaceInput {
  readonly handle: string;
  readonly name?: string | undefined;
}

/** Makes a team space with its root project of the same handle. @throws Refusal `alreadyExists`, `invalidArguments`. */
export async function createSpace(
  context: Context,
  input: CreateSpaceInput,
): Promise<{ handle: string; name: string }> {
  requireAdmin(context);
  return insertSpace(context, input);
}

/** `createSpace` without the question who asks. */
export async function insertSpace(
  context: Pick<Context, 'stores' | 'clock' | 'ids'>,
  input: CreateSpaceInput,
): Promise<{ handle: string; name: string }> {
  const { projects, folders } = context.stores;
  const handle = checkHandle(input.handle);
  const name = input.name === undefined ? handle : checkName(input.name, 'The name');
  if (await projects.handleTaken(handle))
    throw new Refusal(
      'alreadyExists',
      `The handle ${quote(handle)} is or was in use.`,
      'Choose another handle.',
    );
  const createdAt = context.clock.now();
  const spaceId = await projects.insertSpace({ handle, name, kind: 'team', createdAt });
  const folderId = (await folders.root(spaceId)).id;
  await projects.insert(
    { id: context.ids.project(createdAt), spaceId, folderId, handle, name, createdAt },
    0,
  );
  return { handle, name };
}

/** The team spaces by handle, for the admin. */
export async function listSpaces(
  context: Context,
  _input: object,
): Promise<{ spaces: { handle: string; name: string; revision: number }[] }> {
  requireAdmin(context);
  const spaces = await context.stores.projects.spaces();
  return { spaces: spaces.map(({ handle, name, revision }) => ({ handle: handle ?? '', name, revision })) };
}
