import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accessOf } from '../domain/access/access.ts';
import { actorOf } from '../domain/access/actor.ts';
import { insertSpace } from '../domain/access/spaces.ts';
import { type CreateTokenInput, createToken } from '../domain/access/tokens.ts';
import { insertUser } from '../domain/access/users.ts';
import type { Identity, Role } from '../domain/actor.ts';
import type { Context, Surroundings } from '../domain/context.ts';
import { Refusal } from '../domain/errors.ts';
import { createProject } from '../domain/projects/createProject.ts';
import { createIds } from '../gateway/ids.ts';
import { versionTokens } from '../gateway/versionToken.ts';
import { createPermissions } from '../policies/permissions.ts';
import { openWriter, type Writer } from '../storage/database.ts';

/** Domain commands on a real database in a folder of its own, each run in one transaction. */
export interface TestEngine {
  /** Milliseconds since 1970. The clock stands still until this is set. */
  now: number;
  readonly writer: Writer;
  /** The instance's admin at the command line. */
  readonly admin: Identity;
  /** Runs a command in one transaction; as the admin unless said otherwise. */
  run<Input, Result>(
    command: (context: Context, input: Input) => Promise<Result>,
    input: Input,
    as?: Identity,
  ): Promise<Result>;
  /** Work with a context, in one transaction. */
  within<Result>(work: (context: Context) => Promise<Result>, as?: Identity): Promise<Result>;
  /** Makes a team space with a root project of the same handle; gives the handle. */
  space(): Promise<string>;
  /** Makes a folder of a space a project; gives its handle. */
  project(space: string, slug: string, path?: string): Promise<string>;
  /** Makes a person with roles by handle of a project. */
  person(roles?: Readonly<Record<string, Role>>): Promise<Identity>;
  /** An agent with a token of the admin's, a write token unless said otherwise. */
  agent(input?: Partial<CreateTokenInput>): Promise<Identity>;
  close(): Promise<void>;
}

export const start = Date.UTC(2030, 0, 1);

/** With an admin, the space `main` and its root project `main`. Close it at the end. */
export async function openTestEngine(): Promise<TestEngine> {
  const folder = await mkdtemp(join(tmpdir(), 'engine-'));
  const writer = await openWriter(folder);
  const permissions = await createPermissions();
  const surroundings: Surroundings = {
    clock: { now: () => engine.now },
    ids: createIds(),
    settings: { maxNoteBytes: 100_000, publicUrl: 'http://localhost', locale: 'en', version: '0.0.0' },
    versionToken: versionTokens(Buffer.alloc(32)),
    fault: (error) => new Refusal('internal', String(error), 'This is a test.'),
  };
  let made = 0;
  const admin = human(
    await writer.transact((stores) =>
      insertUser(
        { ...surroundings, clock: { now: () => start }, stores },
        { name: 'admin', admin: true, locale: 'en' },
      ),
    ),
  );
  const within: TestEngine['within'] = (work, identity = admin) =>
    writer.transact(async (stores) => {
      const actor = await actorOf(stores, identity, engine.now);
      if (!actor) throw new Error('Nobody has this identity.');
      const access = await accessOf(stores, actor, permissions);
      return work({ ...surroundings, stores, actor, access, tool: 'test' });
    });

  const engine: TestEngine = {
    now: start,
    writer,
    admin,
    run: (command, input, as) => within((context) => command(context, input), as),
    within,
    space: async () => {
      made += 1;
      const handle = `space-${made}`;
      await within((context) => insertSpace(context, { handle }));
      return handle;
    },
    project: async (space, slug, path) =>
      (await engine.run(createProject, { space, slug, path: path ?? slug })).handle,
    person: async (roles = {}) => {
      made += 1;
      const name = `person ${made}`;
      const id = await within((context) => insertUser(context, { name, admin: false, locale: 'en' }));
      await within(async ({ stores }) => {
        for (const [handle, role] of Object.entries(roles)) {
          const project = known(await stores.projects.byHandle(handle));
          await stores.people.setGrant(id, project.spaceId, project.id, role);
        }
      });
      return human(id);
    },
    agent: async (input = {}) => {
      const { id } = await engine.run(createToken, { label: 'agent', scope: 'write', ...input });
      return { ...human(engine.admin.userId), kind: 'agent', tokenId: id, client: 'agent' };
    },
    close: async () => {
      await writer.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await within((context) => insertSpace(context, { handle: 'main' }));
  return engine;
}

const human = (userId: string): Identity => ({
  kind: 'human',
  userId,
  tokenId: null,
  client: 'page',
  requestId: 'r',
});

/** The refusal that the work ends in. Throws where it ends otherwise. */
export async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('No refusal was thrown.');
}

/** A value that a test counts on. Throws where there is none. */
export function known<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new Error('Nothing was found.');
  return value;
}
