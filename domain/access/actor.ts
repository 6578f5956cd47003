import { createHash, timingSafeEqual } from 'node:crypto';
import type { Actor, Identity, TokenFacts, UserFacts } from '../actor.ts';
import type { Stores, TokenRecord, UserRecord } from '../ports.ts';

/** A token as its holder has it: `itd_<id>_<secret>`. */
export const tokenText = (id: string, secret: string): string => `itd_${id}_${secret}`;

/** What is stored of a secret: the SHA-256 of its text. */
export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('hex');

const form = /^itd_([0-9a-z]{4,40})_([\w-]{20,100})$/;
const noHash = secretHash('');

/** Who a token acts for; null where it is malformed, unknown, revoked, expired, or its user disabled. */
export async function actorOfToken(stores: Stores, text: string, now: number): Promise<Actor | null> {
  const [, id = '', secret = ''] = form.exec(text) ?? [];
  const token = id === '' ? null : await stores.tokens.byId(id);
  const matches = timingSafeEqual(Buffer.from(secretHash(secret)), Buffer.from(token?.secretHash ?? noHash));
  if (!token || !matches || !isGood(token, now)) return null;
  const user = await stores.people.userById(token.userId);
  return user && !user.disabled ? actorFor(user, token) : null;
}

/** The actor behind an identity, its user and token read again; null where they no longer hold. */
export async function actorOf(stores: Stores, identity: Identity, now: number): Promise<Actor | null> {
  const user = await stores.people.userById(identity.userId);
  if (!user || user.disabled) return null;
  const { kind, client, requestId, tokenId } = identity;
  if (tokenId === null) return { kind, user: userFacts(user), token: null, client, requestId };
  const token = await stores.tokens.byId(tokenId);
  if (!token || token.userId !== user.id || !isGood(token, now)) return null;
  return { kind, user: userFacts(user), token: tokenFacts(token), client, requestId };
}

const isGood = (token: TokenRecord, now: number): boolean =>
  token.revokedAt === null && (token.expiresAt === null || token.expiresAt > now);

/** Admin tokens are a person's own hands, over REST; all others are an agent's. */
const actorFor = (user: UserRecord, token: TokenRecord): Actor => ({
  kind: token.scope === 'admin' ? 'human' : 'agent',
  user: userFacts(user),
  token: tokenFacts(token),
  client: token.label,
  requestId: '',
});

const userFacts = ({ id, name, locale, admin, personalSpaceId }: UserRecord): UserFacts => ({
  id,
  name,
  locale,
  admin,
  personalSpaceId,
});

const tokenFacts = (token: TokenRecord): TokenFacts => ({
  id: token.id,
  label: token.label,
  scope: token.scope,
  expiresAt: token.expiresAt,
  projects: token.projects,
  tools: token.tools,
  memory: token.memory,
  databaseTools: token.databaseTools,
  ratePerMinute: token.ratePerMinute,
});
