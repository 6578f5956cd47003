import type { Router } from 'express';
import { z } from 'zod';
import type { ApiDeps } from './deps.ts';
import { parseStrict } from './parseStrict.ts';
import { route } from './route.ts';
import { tokenCreateBody, tokenRotateBody, tokensQuery } from './schemas.ts';

const idParameter = z.strictObject({ id: z.string().min(1).max(100) });

/** Tokens; a secret stands in the answer of POST alone. Source: spec/access.md, REST. */
export const tokenRoutes = (router: Router, deps: ApiDeps): void => {
  router.get(
    '/tokens',
    route(deps, { name: 'token.list', effect: 'read' }, (engine, { query }) =>
      engine.listTokens(parseStrict(tokensQuery, query)),
    ),
  );
  router.post(
    '/tokens',
    route(deps, { name: 'token.create', effect: 'write', status: 201 }, (engine, { body }) =>
      engine.createToken(parseStrict(tokenCreateBody, body)),
    ),
  );
  router.post(
    '/tokens/:id/rotate',
    route(deps, { name: 'token.rotate', effect: 'write' }, (engine, { params, body }) => {
      const { id } = parseStrict(idParameter, params);
      return engine.rotateToken({ id, ...parseStrict(tokenRotateBody, body ?? {}) });
    }),
  );
  router.delete(
    '/tokens/:id',
    route(deps, { name: 'token.revoke', effect: 'write' }, (engine, { params }) =>
      engine.revokeToken(parseStrict(idParameter, params)),
    ),
  );
};
