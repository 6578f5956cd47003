import { type RequestHandler, Router } from 'express';
import type { Engine } from '../../domain/engine.ts';
import { bearerActor } from '../auth/bearer.ts';
import { isLoopbackAddress, isLoopbackHost } from '../auth/origin.ts';
import type { Metrics } from './metrics.ts';
import { refuse } from './refuse.ts';

export interface HealthDeps {
  readonly engine: Pick<Engine, 'authenticate' | 'ready'>;
  readonly metrics: Pick<Metrics, 'text' | 'contentType'>;
}

/** Straight from this machine: a proxy on it calls from loopback too, but says for whom. */
const isDirect: (request: Parameters<RequestHandler>[0]) => boolean = ({ socket, headers }) =>
  isLoopbackAddress(socket.remoteAddress) &&
  isLoopbackHost(headers.host) &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined;

/** `/healthz` (alive), `/readyz` (may serve; 503 with the reason else) and `/metrics`. */
export const healthRoutes = ({ engine, metrics }: HealthDeps): Router => {
  const router = Router();
  router.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' });
  });
  router.get('/readyz', async (_request, response) => {
    await engine.ready();
    response.json({ status: 'ready' });
  });
  router.get('/metrics', async (request, response) => {
    if (!isDirect(request)) {
      const actor = await bearerActor(engine, request);
      if (actor?.token?.scope !== 'admin') {
        response.set('WWW-Authenticate', 'Bearer');
        const message = 'The metrics need an admin token from anywhere but this machine.';
        const hint = 'Send it as Authorization: Bearer.';
        return refuse(request, response, { status: 401, code: 'unauthenticated', message, hint });
      }
    }
    response.type(metrics.contentType).send(await metrics.text());
  });
  return router;
};
