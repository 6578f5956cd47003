import { readFileSync } from 'node:fs';
import { type Enforcer, newEnforcer, newModelFromString, type RoleManager, StringAdapter } from 'casbin';
import type { Role } from '../domain/actor.ts';

const text = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

/** The role a subject has in a domain at this moment. */
export type RoleOf = (subject: string, domain: string) => Role | null;

/** Casbin over the model and the policy of this folder, its first role relation answered by `roleOf`. */
export async function createEnforcer(roleOf: RoleOf): Promise<Enforcer> {
  const enforcer = await newEnforcer(
    newModelFromString(text('model.conf')),
    new StringAdapter(text('policy.csv')),
  );
  enforcer.setNamedRoleManager('g', liveRoles(roleOf));
  await enforcer.buildRoleLinks();
  return enforcer;
}

/** A role manager that keeps nothing: every question goes to `roleOf`. */
function liveRoles(roleOf: RoleOf): RoleManager {
  const holds = (subject: string, role: string, ...[domain]: string[]): boolean =>
    domain !== undefined && roleOf(subject, domain) === role;
  return {
    clear: async () => {},
    addLink: async () => {},
    deleteLink: async () => {},
    hasLink: async (subject, role, ...domain) => holds(subject, role, ...domain),
    syncedHasLink: holds,
    getRoles: async () => [],
    getUsers: async () => [],
    printRoles: async () => {},
    getDomains: async () => [],
    getAllDomains: async () => [],
  };
}
