import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Actor } from '../../domain/actor.ts';

const scheme = /^Bearer +([\x21-\x7e]{1,512})$/i;

/** The token of an `Authorization: Bearer …` header, or `null`. Source: RFC 6750, section 2.1. */
export const bearerToken = (header: string | undefined): string | null => {
  const [, token = null] = scheme.exec(header?.trim() ?? '') ?? [];
  return token;
};

/**
 * Who is calling, in one line: the token's label, and in brackets what the program calls itself, which is a claim.
 * At most 100 characters of the claim; control and unseen characters become spaces.
 */
export const clientName = (label: string, userAgent: string | undefined): string => {
  const claim = (userAgent ?? '')
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, 100);
  return claim === '' ? label : `${label} (${claim})`;
};

/**
 * The actor behind a request's bearer token, or `null` where it is missing, unknown, revoked or expired.
 * Asked of the engine on every request, so that a revocation counts at once.
 */
export const bearerActor = async (
  engine: { authenticate(token: string): Promise<Actor | null> },
  request: Pick<IncomingMessage, 'headers'>,
): Promise<Actor | null> => {
  const token = bearerToken(request.headers.authorization);
  const actor = token === null ? null : await engine.authenticate(token);
  if (actor === null) return null;
  const label = actor.token?.label ?? actor.user.name;
  return { ...actor, client: clientName(label, request.headers['user-agent']), requestId: randomUUID() };
};
