import type { RequestHandler } from 'express';
import { isHostAllowed, isOriginAllowed, isOriginListed } from '../auth/origin.ts';
import { refuse } from './refuse.ts';

export interface GuardSettings {
  readonly publicUrl?: string | undefined;
  readonly allowedOrigins: readonly string[];
}

/**
 * Refuses a foreign `Host` (DNS rebinding) and a foreign `Origin`, on every route. An origin that the operator
 * allowed gets what a browser needs to read the answer, its preflight included. Source: the Fetch standard, CORS.
 */
export const guard =
  ({ publicUrl, allowedOrigins }: GuardSettings): RequestHandler =>
  (request, response, next) => {
    const { host, origin } = request.headers;
    if (!isHostAllowed(host, publicUrl)) {
      const hint = 'Call it by its public address (INTENDANT_PUBLIC_URL), or as localhost.';
      const message = 'The Host header names another server.';
      return refuse(request, response, { status: 403, code: 'forbidden', message, hint });
    }
    if (!isOriginAllowed(origin, host, publicUrl, allowedOrigins)) {
      const hint = 'An operator may allow it with INTENDANT_ALLOWED_ORIGINS.';
      const message = 'This Origin may not call this server.';
      return refuse(request, response, { status: 403, code: 'forbidden', message, hint });
    }
    if (origin !== undefined && isOriginListed(origin, allowedOrigins)) {
      response.set({ 'Access-Control-Allow-Origin': origin, Vary: 'Origin' });
      if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined) {
        response.set({
          'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
          'Access-Control-Allow-Headers':
            'Authorization, Content-Type, Mcp-Protocol-Version, Mcp-Session-Id, Accept-Language',
          'Access-Control-Max-Age': '600',
        });
        response.status(204).end();
        return;
      }
    }
    next();
  };
