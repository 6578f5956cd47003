import { accessOf } from './access/access.ts';
import { actorOf } from './access/actor.ts';
import type { Identity } from './actor.ts';
import { projectNamed } from './audit/projectNamed.ts';
import { type WriteName, writeCommands } from './commands.ts';
import type { Context, Surroundings } from './context.ts';
import { Refusal } from './errors.ts';
import { isNoteId } from './notes/resolveLinks.ts';
import type { Permissions, Transact } from './ports.ts';

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
    await stores.audit.add([
      {
        at: surroundings.clock.now(),
        requestId: actor.requestId,
        userId: actor.user.id,
        tokenId: actor.token?.id ?? null,
        client: actor.client,
        kind: actor.kind,
        tool: job.call.tool,
        projectId: null,
        project: projectNamed(job.input),
        noteIds: noteIdsIn(result),
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

/** The notes that an answer names: its own, and those of its list of results. */
function noteIdsIn(result: object): string[] {
  const lists = ['results', 'noteIds'].flatMap((name): unknown[] => {
    const value: unknown = Reflect.get(result, name);
    return Array.isArray(value) ? value : [];
  });
  return [...new Set([result, ...lists].flatMap(idsOf))];
}

/** A note is named by its id, or as an end of a link. */
function idsOf(item: unknown): string[] {
  if (typeof item === 'string') return [item];
  if (typeof item !== 'object' || item === null) return [];
  const named = ['noteId', 'from', 'to'].map((name): unknown => Reflect.get(item, name));
  return named.filter((value): value is string => typeof value === 'string' && isNoteId(value));
}
