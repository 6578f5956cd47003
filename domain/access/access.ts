import type { Actor, Role, Scope } from '../actor.ts';
import type { Act, Grant, Permissions, ProjectRecord, Stores, Visibility } from '../ports.ts';

/** A project that the caller may read, with the role it has there. */
export interface VisibleProject extends ProjectRecord {
  readonly role: Role;
}

/** What the caller may do, as of this transaction. */
export interface Access {
  /** By id: the projects that may be read; all others do not exist for the caller. */
  readonly projects: ReadonlyMap<string, VisibleProject>;
  /** Every project there is, for what must reckon with the hidden ones. */
  readonly all: readonly ProjectRecord[];
  readonly visible: Visibility;
  /** `projectId` null = the caller's own space. */
  may(act: Act, projectId: string | null): boolean;
}

/** Effective right = scope ∩ role ∩ the token's restrictions. Source: spec/access.md. */
export async function accessOf(stores: Stores, actor: Actor, permissions: Permissions): Promise<Access> {
  const { user, token } = actor;
  const scope: Scope = token?.scope ?? 'admin';
  const grants = user.admin ? [] : await stores.people.grants(user.id);
  const allowed = token?.projects ? new Set(token.projects) : null;
  const roles = new Map<string, Role>();
  const projects = new Map<string, VisibleProject>();
  const all = await stores.projects.all();
  for (const project of all) {
    if (allowed && !allowed.has(project.id)) continue;
    const role = user.admin ? 'owner' : roleIn(grants, project);
    if (role === null) continue;
    roles.set(project.id, role);
    if (permissions.may({ userId: user.id, scope, projectId: project.id, role, act: 'read' }))
      projects.set(project.id, { ...project, role });
  }
  const personal = token === null || token.memory;
  return {
    projects,
    all,
    visible: {
      projectIds: [...projects.keys()],
      personalSpaceId: personal ? user.personalSpaceId : null,
      personalClasses: personal ? ['agent-memory', 'profile'] : [],
    },
    may: (act, projectId) => {
      const role = projectId === null ? (personal ? 'owner' : null) : (roles.get(projectId) ?? null);
      return (
        role !== null &&
        permissions.may({ userId: user.id, scope, projectId: projectId ?? user.id, role, act })
      );
    },
  };
}

function roleIn(grants: readonly Grant[], project: ProjectRecord): Role | null {
  const own = grants.find((grant) => grant.projectId === project.id);
  const wide = grants.find((grant) => grant.projectId === null && grant.spaceId === project.spaceId);
  return own?.role ?? wide?.role ?? null;
}
