import type { Request, RequestHandler } from 'express';
import type { Actor } from '../../domain/actor.ts';
import { Refusal } from '../../domain/errors.ts';
import { bearerActor } from '../auth/bearer.ts';
import type { ApiDeps } from './deps.ts';

const actors = new WeakMap<Request, Actor>();

/** Lets only bearer `admin` tokens pass, within their rate, before any of the body is read. */
export const adminOnly =
  ({ engine, take }: Pick<ApiDeps, 'engine' | 'take'>): RequestHandler =>
  async (request, _response, next) => {
    const actor = await bearerActor(engine, request);
    if (actor === null) {
      throw new Refusal(
        'unauthenticated',
        'The request carries no token that is valid now.',
        'Send the header Authorization: Bearer <token> with an admin token that is neither revoked nor expired.',
      );
    }
    if (actor.token?.scope !== 'admin') {
      throw new Refusal(
        'insufficientScope',
        'The REST routes take admin tokens only.',
        'Have an admin make one with `intendant token create --scope admin`; this token works with MCP at /mcp.',
      );
    }
    const wait = take(actor, 1);
    if (wait > 0) {
      throw new Refusal(
        'rateLimited',
        'This token has made too many calls.',
        `Wait ${Math.ceil(wait / 1_000)} s, then call again; nothing was done.`,
        { retryAfterMs: wait },
      );
    }
    actors.set(request, actor);
    next();
  };

/** Who is asking, on a route behind `adminOnly`. */
export const actorOf = (request: Request): Actor => {
  const actor = actors.get(request);
  if (actor !== undefined) return actor;
  throw new Error('A route was mounted outside adminOnly.');
};
