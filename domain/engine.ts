import { type Access, accessOf } from './access/access.ts';
import { actorOf, actorOfToken } from './access/actor.ts';
import { type Actor, identityOf, type TokenFacts } from './actor.ts';
import { type Commands, readCommands, type WriteName, writeCommands } from './commands.ts';
import type { Context, Surroundings } from './context.ts';
import { Refusal } from './errors.ts';
import type { Call, WriteJob } from './performWrite.ts';
import type { AuditRow, Finding, Permissions, StorageFacts, Stores, Transact, VisitRow } from './ports.ts';

/** The commands as one caller has them: rights, transaction and audit are already settled. */
export type BoundEngine = {
  readonly [Name in keyof Commands]: (input: Parameters<Commands[Name]>[1]) => ReturnType<Commands[Name]>;
};

interface Caller {
  readonly actor: Actor;
  readonly call: Call;
}

export interface EngineDeps {
  readonly read: Transact;
  /** Runs `performWrite` in the writer thread. */
  readonly write: (job: WriteJob) => Promise<object>;
  readonly record: (row: AuditRow) => void;
  readonly recordVisit: (visit: VisitRow) => void;
  readonly surroundings: Surroundings;
  readonly permissions: Permissions;
}

/** What an actor may do anywhere at all. */
export type ToolRights = ReadonlySet<'read' | 'write' | 'memory'>;

/** What the engine offers to a caller once it is known who asks. */
export interface Operations {
  /** null where the token is unknown, revoked or expired. Asks the database every time. */
  authenticate(token: string): Promise<Actor | null>;
  as(actor: Actor, call?: Call): BoundEngine;
  /** The person at the command line: the instance's first admin. */
  asAdmin(): Promise<BoundEngine>;
  /** What the actor may do anywhere at all, for the list of tools. */
  toolRights(actor: Actor): Promise<ToolRights>;
  /** Records a read or a refusal; written within a second. */
  record(row: AuditRow): void;
}

/** Everything the gateway has of an opened data folder. */
export interface Engine extends Operations {
  /** The idempotent first run: user `admin`, space and root project `main`. */
  setUp(input: { readonly password: string }): Promise<{ readonly madeUser: boolean }>;
  facts(): Promise<StorageFacts>;
  /** Compares everything stored with everything derived from it; nothing found is clean. */
  verify(): Promise<{ readonly findings: readonly Finding[] }>;
  /** Forgets what is older than the settings keep it; gives how many notes of the trash were erased. */
  forgetOld(): Promise<{ readonly purged: number }>;
  /** Rejects with `unavailable` until the database can be read and written. */
  ready(): Promise<void>;
  /** Writes what is buffered, ends the writer thread, closes the database. */
  close(): Promise<void>;
}

/** The list of operations, each as authorize → transact → command. Source: spec/engine.md, spec/access.md. */
export function createEngine(deps: EngineDeps): Operations {
  const { read, write, record, recordVisit, surroundings, permissions } = deps;
  const contextFor = async (stores: Stores, actor: Actor, tool: string): Promise<Context> => ({
    ...surroundings,
    stores,
    actor,
    access: await accessOf(stores, actor, permissions),
    tool,
    recordVisit,
  });
  // Found out on the snapshot that answered for the token; its facts are read afresh for every request.
  const rights = new WeakMap<TokenFacts, ToolRights>();
  // One method for each command, made once: a caller's engine is an object of two fields on top of them.
  const methods = Object.fromEntries([
    ...Object.entries(readCommands).map(([name, command]) => [
      name,
      // Each command is called with the input of its own name: the mapped type of BoundEngine says so.
      function (this: Caller, input: never) {
        const { actor, call } = this;
        return read(async (stores) => command(await contextFor(stores, actor, call.tool), input));
      },
    ]),
    ...Object.keys(writeCommands).map((name) => [
      name,
      function (this: Caller, input: object) {
        const { actor, call } = this;
        return write({ name: name as WriteName, input, identity: identityOf(actor), call });
      },
    ]),
  ]);
  const bind = (actor: Actor, call: Call): BoundEngine =>
    Object.assign(Object.create(methods), { actor, call }) satisfies Caller & BoundEngine;
  return {
    authenticate: (token) =>
      read(async (stores) => {
        const actor = await actorOfToken(stores, token, surroundings.clock.now());
        if (actor?.token) rights.set(actor.token, rightsOf(await accessOf(stores, actor, permissions)));
        return actor;
      }),
    as: (actor, call = { tool: 'api', charactersIn: 0 }) => bind(actor, call),
    asAdmin: async () => bind(await localAdmin(read, surroundings), { tool: 'cli', charactersIn: 0 }),
    toolRights: async (actor) => {
      const known = actor.token ? rights.get(actor.token) : undefined;
      return known ?? read(async (stores) => rightsOf(await accessOf(stores, actor, permissions)));
    },
    record,
  };
}

function rightsOf(access: Access): ToolRights {
  const rights = new Set<'read' | 'write' | 'memory'>(['read']);
  const personal = access.visible.personalSpaceId !== null;
  if (personal) rights.add('memory');
  const mayWrite = [...access.projects.keys()].some((id) => access.may('write', id));
  if (mayWrite || (personal && access.may('write', null))) rights.add('write');
  return rights;
}

async function localAdmin(read: Transact, { clock }: Surroundings): Promise<Actor> {
  return read(async (stores) => {
    const admins = (await stores.people.users()).filter((user) => user.admin && !user.disabled);
    const [admin] = admins;
    const identity = {
      kind: 'human',
      userId: admin?.id ?? '',
      tokenId: null,
      client: 'command line',
      requestId: 'cli',
    } as const;
    const actor = await actorOf(stores, identity, clock.now());
    if (!actor)
      throw new Refusal('unavailable', 'This data folder has no admin yet.', 'Run `intendant setup`.');
    return actor;
  });
}
