import type { Scope } from '../actor.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { isoTime } from '../notes/author.ts';
import type { TokenRecord } from '../ports.ts';
import { findProject } from '../projects/find.ts';
import { checkTitle } from '../text/check.ts';
import { quote } from '../text/quote.ts';
import { secretHash, tokenText } from './actor.ts';
import { findUser, requireAdmin, requireHuman } from './rights.ts';

export interface CreateTokenInput {
  readonly user?: string | undefined;
  readonly label: string;
  readonly scope: Scope;
  readonly projects?: readonly string[] | undefined;
  readonly tools?: readonly string[] | undefined;
  readonly memory?: boolean | undefined;
  readonly databaseTools?: boolean | undefined;
  /** ISO 8601. */
  readonly expiresAt?: string | undefined;
  readonly ratePerMinute?: number | undefined;
}

export interface TokenView {
  readonly id: string;
  readonly user: string;
  readonly label: string;
  readonly scope: Scope;
  readonly projects: readonly string[] | null;
  readonly tools: readonly string[] | null;
  readonly memory: boolean;
  readonly databaseTools: boolean;
  readonly ratePerMinute: number | null;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly lastUsedAt: string | null;
}

/** Makes a token. Its secret is in this answer alone. Restrictions: an empty list means none, never all. */
export async function createToken(
  context: Context,
  input: CreateTokenInput,
): Promise<TokenView & { token: string }> {
  requireHuman(context);
  const { user } = input.user === undefined ? context.actor : { user: await findUser(context, input.user) };
  if (user.id !== context.actor.user.id) requireAdmin(context);
  const projects: string[] = [];
  for (const handle of input.projects ?? []) projects.push((await findProject(context, handle)).id);
  return issue(context, {
    userId: user.id,
    label: checkTitle(input.label),
    scope: input.scope,
    projects: input.projects === undefined ? null : [...new Set(projects)],
    tools: input.tools ?? null,
    memory: input.memory ?? input.projects === undefined,
    databaseTools: input.databaseTools ?? false,
    ratePerMinute: input.ratePerMinute ?? null,
    expiresAt: input.expiresAt === undefined ? null : futureTime(context, input.expiresAt),
  });
}

export async function listTokens(
  context: Context,
  input: { readonly user?: string | undefined },
): Promise<{ tokens: TokenView[] }> {
  requireHuman(context);
  const { actor, stores } = context;
  const asked = input.user === undefined ? null : (await findUser(context, input.user)).id;
  const userId = actor.user.admin ? asked : actor.user.id;
  if (asked !== null && asked !== userId) requireAdmin(context);
  const tokens: TokenView[] = [];
  for (const token of await stores.tokens.list(userId)) tokens.push(await viewOf(context, token));
  return { tokens };
}

const longestOverlap = 30 * 24 * 60 * 60;

/** A fresh secret with the same rights; the old one ends after the overlap. */
export async function rotateToken(
  context: Context,
  input: { readonly id: string; readonly overlapSeconds?: number | undefined },
): Promise<TokenView & { token: string }> {
  const old = await ownToken(context, input.id);
  const overlap = input.overlapSeconds ?? 0;
  if (!Number.isInteger(overlap) || overlap < 0 || overlap > longestOverlap)
    throw new Refusal('invalidArguments', `The overlap is ${overlap} s.`, 'Give 0 to 30 days in seconds.');
  const now = context.clock.now();
  if (old.revokedAt !== null || (old.expiresAt !== null && old.expiresAt <= now))
    throw new Refusal(
      'invalidArguments',
      'That token has ended and cannot be rotated.',
      'Make another token.',
    );
  const end = now + overlap * 1000;
  if (overlap === 0) await context.stores.tokens.revoke(old.id, now);
  else if (old.expiresAt === null || old.expiresAt > end) await context.stores.tokens.expire(old.id, end);
  return issue(context, old);
}

export async function revokeToken(
  context: Context,
  input: { readonly id: string },
): Promise<{ id: string; revokedAt: string }> {
  const token = await ownToken(context, input.id);
  const at = token.revokedAt ?? context.clock.now();
  await context.stores.tokens.revoke(token.id, at);
  return { id: token.id, revokedAt: isoTime(at) };
}

async function ownToken(context: Context, id: string): Promise<TokenRecord> {
  requireHuman(context);
  const token = await context.stores.tokens.byId(id.trim());
  const { user } = context.actor;
  if (token && (user.admin || token.userId === user.id)) return token;
  throw new Refusal('notFound', `There is no token ${quote(id)}.`, 'List the tokens for their ids.');
}

type Grantable = Pick<
  TokenRecord,
  | 'userId'
  | 'label'
  | 'scope'
  | 'projects'
  | 'tools'
  | 'memory'
  | 'databaseTools'
  | 'ratePerMinute'
  | 'expiresAt'
>;

async function issue(context: Context, facts: Grantable): Promise<TokenView & { token: string }> {
  const id = context.ids.token();
  const secret = context.ids.secret();
  const token: TokenRecord = {
    id,
    userId: facts.userId,
    label: facts.label,
    scope: facts.scope,
    projects: facts.projects,
    tools: facts.tools,
    memory: facts.memory,
    databaseTools: facts.databaseTools,
    ratePerMinute: facts.ratePerMinute,
    expiresAt: facts.expiresAt,
    secretHash: secretHash(secret),
    createdAt: context.clock.now(),
    revokedAt: null,
    lastUsedAt: null,
  };
  await context.stores.tokens.insert(token);
  return { ...(await viewOf(context, token)), token: tokenText(id, secret) };
}

function futureTime(context: Context, text: string): number {
  const at = Date.parse(text);
  if (at > context.clock.now()) return at;
  throw new Refusal(
    'invalidArguments',
    `\`expiresAt\` is ${quote(text)}.`,
    'Give a time to come, in ISO 8601.',
  );
}

async function viewOf(context: Context, token: TokenRecord): Promise<TokenView> {
  const user = await context.stores.people.userById(token.userId);
  const byId = new Map(context.access.all.map((project) => [project.id, project.handle]));
  const time = (at: number | null) => (at === null ? null : isoTime(at));
  return {
    id: token.id,
    user: user?.name ?? '',
    label: token.label,
    scope: token.scope,
    projects: token.projects?.flatMap((id) => byId.get(id) ?? []) ?? null,
    tools: token.tools,
    memory: token.memory,
    databaseTools: token.databaseTools,
    ratePerMinute: token.ratePerMinute,
    createdAt: isoTime(token.createdAt),
    expiresAt: time(token.expiresAt),
    revokedAt: time(token.revokedAt),
    lastUsedAt: time(token.lastUsedAt),
  };
}
