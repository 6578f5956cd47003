import { randomBytes } from 'node:crypto';
import express, { type ErrorRequestHandler, type Router } from 'express';
import { Refusal } from '../../domain/errors.ts';
import { adminOnly } from './adminOnly.ts';
import { auditRoutes } from './audit.ts';
import type { ApiDeps } from './deps.ts';
import { pinRoutes } from './pins.ts';
import { refusalOf, sendRefusal } from './sendError.ts';
import { tokenRoutes } from './tokens.ts';
import { trashRoutes } from './trash.ts';

const bodyLimit = 16 * 1024 * 1024;

/**
 * The REST routes below `/api`, for people and their scripts: bearer `admin` tokens only, the rights of their user.
 * Every answer is JSON, errors `{error: {code, message, hint}}` with a status by one table; nothing is cached.
 */
export const apiRouter = (deps: ApiDeps): Router => {
  const router = express.Router();
  router.use((_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });
  router.use(adminOnly(deps));
  router.use(express.json({ limit: bodyLimit }));
  trashRoutes(router, deps);
  tokenRoutes(router, deps);
  auditRoutes(router, deps);
  pinRoutes(router, deps);
  router.use((request) => {
    throw new Refusal(
      'notFound',
      `There is no ${request.method} ${JSON.stringify(request.path.slice(0, 80))} below /api.`,
      'See the table of routes in the documentation; method and path must both fit.',
    );
  });
  const onError: ErrorRequestHandler = (error: unknown, _request, response, next) => {
    if (response.headersSent) return next(error);
    const refusal = refusalOf(error);
    if (refusal !== null) return sendRefusal(response, refusal);
    const ref = randomBytes(6).toString('hex');
    deps.report(ref, error);
    return sendRefusal(
      response,
      new Refusal(
        'internal',
        'Something went wrong inside the gateway.',
        `Give the operator this reference: ${ref}.`,
        {
          ref,
        },
      ),
    );
  };
  router.use(onError);
  return router;
};
