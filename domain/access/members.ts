import type { Role } from '../actor.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { findProject, findSpace } from '../projects/find.ts';
import { findUser, requireAdmin, requireHuman } from './rights.ts';

export interface SetMemberInput {
  readonly user: string;
  /** null takes the role away. */
  readonly role: Role | null;
  readonly project?: string | undefined;
  readonly space?: string | undefined;
}

/**
 * Gives a person a role in a project (its owner may), or in a whole space (the admin may).
 * @throws Refusal `invalidArguments`, `insufficientScope`, `notFound`.
 */
export async function setMember(context: Context, input: SetMemberInput): Promise<object> {
  requireHuman(context);
  const place = await placeOf(context, input);
  const user = await findUser(context, input.user);
  await context.stores.people.setGrant(user.id, place.spaceId, place.projectId, input.role);
  return { user: user.name, role: input.role };
}

async function placeOf(
  context: Context,
  { project, space }: SetMemberInput,
): Promise<{ spaceId: number; projectId: string | null }> {
  if (space !== undefined && project === undefined) {
    requireAdmin(context);
    return { spaceId: (await findSpace(context, space)).id, projectId: null };
  }
  if (project === undefined || space !== undefined)
    throw new Refusal(
      'invalidArguments',
      'A role is given in one place.',
      'Name either a project or a space.',
    );
  const { id, spaceId } = await findProject(context, project);
  if (!context.access.may('manage', id))
    throw new Refusal('insufficientScope', 'Only an owner of the project may do this.', 'Ask an owner.');
  return { spaceId, projectId: id };
}
