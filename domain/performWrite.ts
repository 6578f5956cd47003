import { type Access, accessOf } from './access/access.ts';
import { actorOf } from './access/actor.ts';
import type { Identity } from './actor.ts';
import { noteIdsOf } from './audit/noteIdsOf.ts';
import { projectNamed } from './audit/projectNamed.ts';
import { type WriteName, writeCommands } from './commands.ts';
import type { Context, Surroundings } from './context.ts';
import { Refusal } from './errors.ts';
import type { Permissions, Transact } from './ports.ts';
import { handleKey } from './projects/handleKey.ts';

/** A command for the thread that writes: plain data, its actor read again there. */
export interface WriteJob {
  readonly name: WriteName;
  readonly input: object;
  readonly identity: Identity;
  readonly call: Call;
}

/** What is recorded of a call beside its outcome. */
export interface Call {
  readonly tool: string;
  readonly charactersIn: number;
}

/**
 * One write command in one transaction, with its audit row in the same commit.
 * Runs in the writer thread; the actor behind the identity is read as of now.
 */
export async function performWrite(
  transact: Transact,
  { surroundings, permissions }: { readonly surroundings: Surroundings; readonly permissions: Permissions },
  job: WriteJob,
): Promise<object> {
  const started = performance.now();
  return transact(async (stores) => {
    const actor = await actorOf(stores, job.identity, surroundings.clock.now());
    if (!actor) throw gone();
    const access = await accessOf(stores, actor, permissions);
    const context: Context = { ...surroundings, stores, actor, access, tool: job.call.tool };
    // The name was checked against the table by the type of the job; its input goes with it.
    const command = writeCommands[job.name] as (context: Context, input: object) => Promise<object>;
    const result = await command(context, job.input);
    const project = projectNamed(job.input);
    await stores.audit.add([
      {
        at: surroundings.clock.now(),
        requestId: actor.requestId,
        userId: actor.user.id,
        tokenId: actor.token?.id ?? null,
        client: actor.client,
        kind: actor.kind,
        tool: job.call.tool,
        projectId: idOf(access, project),
        project,
        noteIds: noteIdsOf(result),
        outcome: 'ok',
        milliseconds: performance.now() - started,
        charactersIn: job.call.charactersIn,
        charactersOut: JSON.stringify(result).length,
      },
    ]);
    return result;
  });
}

const gone = (): Refusal =>
  new Refusal(
    'insufficientScope',
    'This token or user was just revoked.',
    'Ask for a token that is still good.',
  );

/** The project of a handle as it now is; null for an old one, and for none. */
function idOf({ projects }: Access, handle: string | undefined): string | null {
  if (handle === undefined) return null;
  const key = handleKey(handle);
  return [...projects.values()].find((project) => project.handle === key)?.id ?? null;
}
