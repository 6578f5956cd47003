import type { RequestHandler } from 'express';
import type { Engine } from '../../domain/engine.ts';
import { bearerActor } from '../auth/bearer.ts';
import { answerMcp } from '../mcp/http.ts';
import type { McpDeps } from '../mcp/server.ts';
import { readJsonBody } from './readBody.ts';
import { refuse } from './refuse.ts';

export interface McpRouteDeps extends McpDeps {
  readonly engine: McpDeps['engine'] & Pick<Engine, 'authenticate'>;
}

const bodyLimit = 16 * 1024 * 1024;

const idOf = (message: object): string | number | null => {
  const id: unknown = Reflect.get(message, 'id');
  return typeof id === 'string' || typeof id === 'number' ? id : null;
};

/** Tool calls pay where they are made, so that the refusal is a tool's answer. */
const paysAsCall = (message: object): boolean =>
  Reflect.get(message, 'method') === 'tools/call' && idOf(message) !== null;

/** `POST /mcp`: who is calling is known before a byte of the body is read. */
export const mcpRoute =
  (deps: McpRouteDeps): RequestHandler =>
  async (request, response) => {
    const actor = await bearerActor(deps.engine, request);
    if (actor === null) {
      response.set('WWW-Authenticate', 'Bearer');
      const message = 'The token is missing, unknown, expired or revoked.';
      const hint =
        'Send it as Authorization: Bearer itd_…; an admin makes one with `intendant token create`.';
      return refuse(request, response, {
        status: 401,
        code: 'unauthenticated',
        rpcCode: -32001,
        message,
        hint,
      });
    }
    if (actor.token?.scope === 'admin') {
      const message = 'An admin token is for REST and the command line, not for MCP.';
      const hint = 'Use a read or write token here.';
      return refuse(request, response, { status: 403, code: 'forbidden', rpcCode: -32003, message, hint });
    }
    const { value, characters } = await readJsonBody(request, bodyLimit);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      const message = Array.isArray(value) ? 'Batches are not accepted.' : 'The body is no JSON-RPC message.';
      const hint = 'Send one JSON-RPC message a request.';
      return refuse(request, response, {
        status: 400,
        code: 'invalidArguments',
        rpcCode: -32600,
        message,
        hint,
      });
    }
    const wait = paysAsCall(value) ? 0 : deps.take(actor, 1);
    if (wait > 0) {
      const seconds = Math.ceil(wait / 1_000);
      response.set('Retry-After', String(seconds));
      return refuse(request, response, {
        status: 429,
        code: 'rateLimited',
        message: 'This token has made too many requests.',
        hint: `Wait ${seconds} s.`,
        details: { retryAfterMs: wait },
        rpcId: idOf(value),
      });
    }
    const protocolVersion = request.get('mcp-protocol-version');
    await answerMcp(deps, { actor, message: value, charactersIn: characters, protocolVersion }, response);
  };
