import type { Context } from '../context.ts';
import { isoTime } from '../notes/author.ts';

export interface Whoami {
  readonly user: { readonly name: string; readonly locale: string };
  readonly tokenId: string | null;
  readonly label: string | null;
  readonly scope: 'read' | 'write' | 'admin';
  readonly expiresAt: string | null;
  readonly restrictions: {
    readonly projects: readonly string[] | null;
    readonly tools: readonly string[] | null;
    readonly memory: boolean;
  };
  readonly projects: readonly {
    readonly handle: string;
    readonly role: string;
    readonly canWrite: boolean;
  }[];
  readonly capabilities: {
    readonly vector: boolean;
    readonly embedder: string;
    readonly trash: boolean;
    readonly revisions: boolean;
  };
  readonly limits: {
    readonly noteBytes: number;
    readonly batchNotes: number;
    readonly batchLinks: number;
    readonly batchMoves: number;
  };
  readonly version: string;
}

/** Who is asking, what for, and how far it reaches. */
export async function whoami(context: Context, _input: object): Promise<Whoami> {
  const { actor, access, settings } = context;
  const { user, token } = actor;
  const handles = token?.projects?.flatMap((id) => access.projects.get(id)?.handle ?? []);
  return {
    user: { name: user.name, locale: user.locale },
    tokenId: token?.id ?? null,
    label: token?.label ?? null,
    scope: token?.scope ?? 'admin',
    expiresAt: token?.expiresAt == null ? null : isoTime(token.expiresAt),
    restrictions: { projects: handles ?? null, tools: token?.tools ?? null, memory: token?.memory ?? true },
    projects: [...access.projects.values()].map(({ id, handle, role }) => ({
      handle,
      role,
      canWrite: access.may('write', id),
    })),
    capabilities: { vector: false, embedder: 'none', trash: true, revisions: true },
    limits: { noteBytes: settings.maxNoteBytes, batchNotes: 500, batchLinks: 500, batchMoves: 200 },
    version: settings.version,
  };
}
