import type { Scope } from '../actor.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { isoTime } from '../notes/author.ts';
import type { TokenRecord } from '../ports.ts';
import { findProject } from '../projects/find.ts';
import { quote } from '../text/quote.ts';
import { secretHash, tokenText } from './actor.ts';
import { checkTokenInput, type TokenInput } from './checkTokenInput.ts';
import { findSelfOrOther, isUnrestricted, requireHuman, requireWithin } from './rights.ts';

export interface CreateTokenInput extends TokenInput {
  /** The caller by default. */
  readonly user?: string | undefined;
  /** Handles. */
  readonly projects?: readonly string[] | undefined;
  /** On by default, off once projects are restricted. */
  readonly memory?: boolean | undefined;
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

/**
 * Makes a token, for the caller unless the admin names another user. Its secret is in this answer alone.
 * Restrictions: an empty list means none, never all.
 * @throws Refusal `invalidArguments`, `insufficientScope`, `notFound`.
 */
export async function createToken(
  context: Context,
  input: CreateTokenInput,
): Promise<TokenView & { token: string }> {
  const user = await findSelfOrOther(context, input.user);
  const checked = checkTokenInput(input, context.clock.now());
  const projects = input.projects === undefined ? null : await projectIds(context, input.projects);
  const memory = input.memory ?? (projects === null && context.actor.token?.memory !== false);
  const facts = { ...checked, userId: user.id, projects, memory };
  requireWithin(context, facts);
  return issue(context, facts);
}

async function projectIds(context: Context, handles: readonly string[]): Promise<string[]> {
  const ids = new Set<string>();
  for (const handle of handles) ids.add((await findProject(context, handle)).id);
  return [...ids];
}

/** The caller's tokens; to the admin, everyone's or those of one user. Never a secret. */
export async function listTokens(
  context: Context,
  input: { readonly user?: string | undefined },
): Promise<{ tokens: TokenView[] }> {
  const user = await findSelfOrOther(context, input.user);
  const all = input.user === undefined && context.actor.user.admin && isUnrestricted(context);
  const tokens: TokenView[] = [];
  for (const token of await context.stores.tokens.list(all ? null : user.id))
    tokens.push(await viewOf(context, token));
  return { tokens };
}

const longestOverlap = 30 * 24 * 60 * 60;

/**
 * A token with the same facts under a new id and secret; the old one ends after the overlap, at once by default.
 * @throws Refusal `invalidArguments` (a token that has ended too), `insufficientScope`, `notFound`.
 */
export async function rotateToken(
  context: Context,
  input: { readonly id: string; readonly overlapSeconds?: number | undefined },
): Promise<TokenView & { token: string }> {
  const old = await ownToken(context, input.id);
  requireWithin(context, old);
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

/** Ends a token at once, whatever it was good for; one that has been revoked keeps its time. @throws Refusal `notFound`. */
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
  if (token && (token.userId === user.id || (user.admin && isUnrestricted(context)))) return token;
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

async function viewOf(context: Context, token: TokenRecord): Promise<TokenView> {
  const user = await context.stores.people.userById(token.userId);
  const time = (at: number | null) => (at === null ? null : isoTime(at));
  return {
    id: token.id,
    user: user?.name ?? '',
    label: token.label,
    scope: token.scope,
    projects: token.projects?.flatMap((id) => context.access.projects.get(id)?.handle ?? []) ?? null,
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
