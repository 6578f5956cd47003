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

/** Gives a person a role in a project (its owner may), or in a whole space (the admin may). */
export async function setMember(context: Context, input: SetMemberInput): Promise<object> {
  requireHuman(context);
  const user = await findUser(context, input.user);
  const { people } = context.stores;
  if ((input.project === undefined) === (input.space === undefined))
    throw new Refusal(
      'invalidArguments',
      'A role is given in one place.',
      'Name either a project or a space.',
    );
  if (input.project !== undefined) {
    const project = await findProject(context, input.project);
    if (!context.access.may('manage', project.id))
      throw new Refusal('insufficientScope', 'Only an owner of the project may do this.', 'Ask an owner.');
    await people.setGrant(user.id, project.spaceId, project.id, input.role);
  } else {
    requireAdmin(context);
    await people.setGrant(user.id, (await findSpace(context, input.space ?? '')).id, null, input.role);
  }
  return { user: user.name, role: input.role };
}
