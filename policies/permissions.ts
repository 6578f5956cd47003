import type { Role } from '../domain/actor.ts';
import type { Permissions } from '../domain/ports.ts';
import { createEnforcer } from './enforcer.ts';

/**
 * The one function that decides. Casbin is asked once for each role, scope and act, since the policy is fixed
 * while the program runs; which role applies is looked up by the caller at every call.
 */
export async function createPermissions(): Promise<Permissions> {
  let asked: Role | null = null;
  const enforcer = await createEnforcer(() => asked);
  const decisions = new Map<string, boolean>();
  return {
    may: ({ userId, scope, projectId, role, act }) => {
      const question = `${role} ${scope} ${act}`;
      const known = decisions.get(question);
      if (known !== undefined) return known;
      asked = role;
      try {
        const decision = enforcer.enforceSync(userId, scope, projectId, act);
        decisions.set(question, decision);
        return decision;
      } catch {
        return false;
      } finally {
        asked = null;
      }
    },
  };
}
