import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accessOf } from '../../../domain/access/access.ts';
import { actorOf, actorOfToken } from '../../../domain/access/actor.ts';
import { setUp } from '../../../domain/access/setUp.ts';
import type { CreateTokenInput, TokenView } from '../../../domain/access/tokens.ts';
import type { Actor } from '../../../domain/actor.ts';
import type { Context, Surroundings } from '../../../domain/context.ts';
import { type BoundEngine, createEngine } from '../../../domain/engine.ts';
import { Refusal } from '../../../domain/errors.ts';
import { performWrite } from '../../../domain/performWrite.ts';
import type { Permissions, VisitRow } from '../../../domain/ports.ts';
import { createIds } from '../../../gateway/ids.ts';
import { versionTokens } from '../../../gateway/versionToken.ts';
import { createPermissions } from '../../../policies/permissions.ts';
import { openWriter, type Writer } from '../../../storage/database.ts';

/** An engine on a real database, with a clock that stands still until it is moved, and no gateway around it. */
export interface Instance {
  /** Milliseconds since 1970. */
  now: number;
  readonly writer: Writer;
  /** What calls left to be written, see `settle`. */
  readonly visits: VisitRow[];
  readonly surroundings: Surroundings;
  setUp(password?: string): Promise<{ madeUser: boolean }>;
  /** The engine as a person at the page has it. */
  as(user: string): Promise<BoundEngine>;
  /** The engine as the holder of a token has it. */
  holding(token: string): Promise<BoundEngine>;
  /** Whom a token acts for, as of now. */
  actorOf(token: string): Promise<Actor | null>;
  /** Work with the rights of a token, in one transaction. */
  within<Result>(token: string, work: (context: Context) => Promise<Result>): Promise<Result>;
  /** A token made by a person for themselves. */
  token(user: string, input: Partial<CreateTokenInput>): Promise<TokenView & { token: string }>;
  /** Writes the visits that were left, as the gateway does within a second. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export const start = Date.UTC(2030, 0, 1);

/** After the first run, unless that is left to the test. */
export async function openInstance(isFirstRunDone = true): Promise<Instance> {
  const folder = await mkdtemp(join(tmpdir(), 'access-'));
  const writer = await openWriter(folder);
  const permissions: Permissions = await createPermissions();
  const surroundings: Surroundings = {
    clock: { now: () => instance.now },
    ids: createIds(),
    settings: { maxNoteBytes: 100_000, publicUrl: 'http://localhost', locale: 'en', version: '0.0.0' },
    versionToken: versionTokens(Buffer.alloc(32)),
    fault: (error) => new Refusal('internal', String(error), 'This is a test.'),
  };
  const deps = { surroundings, permissions };
  const engine = createEngine({
    ...deps,
    read: writer.transact,
    write: (job) => performWrite(writer.transact, deps, job),
    record: () => {},
    recordVisit: (visit) => instance.visits.push(visit),
  });
  const actorOfText = (token: string) =>
    writer.transact((stores) => actorOfToken(stores, token, instance.now));
  const holder = async (token: string): Promise<Actor> => known(await actorOfText(token));

  const instance: Instance = {
    now: start,
    writer,
    visits: [],
    surroundings,
    setUp: (password = 'correct horse battery') => setUp(writer.transact, deps, { password }),
    as: async (name) => engine.as(await personNamed(writer, name, instance.now)),
    holding: async (token) => engine.as(await holder(token)),
    actorOf: actorOfText,
    within: async (token, work) => {
      const actor = await holder(token);
      return writer.transact(async (stores) =>
        work({
          ...surroundings,
          stores,
          actor,
          access: await accessOf(stores, actor, permissions),
          tool: 'test',
        }),
      );
    },
    token: async (name, input) =>
      (await instance.as(name)).createToken({ label: 'test', scope: 'write', ...input }),
    settle: async () => {
      const rows = instance.visits.splice(0);
      await writer.transact((stores) => stores.visits.put(rows));
    },
    close: async () => {
      await writer.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  if (isFirstRunDone) await instance.setUp();
  return instance;
}

const personNamed = (writer: Writer, name: string, now: number): Promise<Actor> =>
  writer.transact(async (stores) => {
    const user = known(await stores.people.userByName(name));
    const identity = {
      kind: 'human',
      userId: user.id,
      tokenId: null,
      client: 'page',
      requestId: 'r',
    } as const;
    return known(await actorOf(stores, identity, now));
  });

/** What a lookup found. Throws where it found nothing. */
export function known<Found>(found: Found | null | undefined): Found {
  if (found === null || found === undefined) throw new Error('Nothing was found.');
  return found;
}

/** The code of the refusal that the work ends in; any other outcome fails the test. */
export async function refused(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
  throw new Error('No refusal was thrown.');
}

export const minute = 60_000;
