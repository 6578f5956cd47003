import express, { type Express, type RequestHandler } from 'express';
import type { Engine } from '../../domain/engine.ts';
import { adminRoute } from '../admin/adminRoute.ts';
import { apiRouter } from '../api/router.ts';
import { rateLimiter } from '../auth/rate.ts';
import { rateOf } from '../auth/rateOf.ts';
import type { ReportFault } from '../tools/errors.ts';
import { faults } from './faults.ts';
import { type GuardSettings, guard } from './guard.ts';
import { securityHeaders } from './headers.ts';
import { healthRoutes } from './health.ts';
import { mcpRoute } from './mcpRoute.ts';
import { createMetrics } from './metrics.ts';
import { refuse } from './refuse.ts';

export interface AppDeps {
  readonly engine: Pick<Engine, 'authenticate' | 'as' | 'record' | 'toolRights' | 'ready'>;
  readonly settings: GuardSettings & { readonly ratePerMinute: number };
  readonly version: string;
  readonly report: ReportFault;
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
}

const onlyPost: RequestHandler = (request, response) => {
  response.set('Allow', 'POST');
  const message = `${request.method} is not answered here.`;
  const hint = 'MCP is served without sessions: POST each JSON-RPC message.';
  refuse(request, response, { status: 405, code: 'invalidArguments', message, hint });
};

const nothingHere: RequestHandler = (request, response) => {
  const message = 'There is nothing at this address.';
  const hint = 'MCP is at POST /mcp, REST below /api, the page at /admin.';
  refuse(request, response, { status: 404, code: 'notFound', message, hint });
};

/** The whole HTTP side: guards first, then health, MCP, REST and the page; JSON for everything else. */
export const createApp = (deps: AppDeps): Express => {
  const { engine, settings, version, report, now } = deps;
  const metrics = createMetrics();
  const take = rateOf(rateLimiter(now), settings.ratePerMinute);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(securityHeaders(settings.publicUrl), guard(settings));
  app.post('/mcp', mcpRoute({ engine, take, report, now, observe: metrics.observe, version }));
  app.all('/mcp', onlyPost);
  app.use(healthRoutes({ engine, metrics }));
  app.use('/api', apiRouter({ engine, take, report, now }));
  app.use('/admin', adminRoute());
  app.use(nothingHere, faults(report));
  return app;
};
