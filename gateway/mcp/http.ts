import type { ServerResponse } from 'node:http';
import {
  InitializeRequestSchema,
  isJSONRPCRequest,
  JSONRPCMessageSchema,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';
import type { Actor } from '../../domain/actor.ts';
import { postTransport } from './postTransport.ts';
import { type McpDeps, mcpServer } from './server.ts';

/** A POST whose caller is known and whose body was read. */
export interface McpPost {
  readonly actor: Actor;
  /** The body's JSON value. */
  readonly message: unknown;
  readonly charactersIn: number;
  /** The header `MCP-Protocol-Version`. */
  readonly protocolVersion: string | undefined;
}

const sendJson = (response: ServerResponse, status: number, message: object): void => {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(message));
};

const badRequest = (response: ServerResponse, code: number, message: string): void =>
  sendJson(response, 400, { jsonrpc: '2.0', id: null, error: { code, message } });

const fieldsMost = 1_000;

/** The parser copies the fields of a message, its `params` and `_meta`: millions of them would take it seconds. */
const isCrowded = (message: unknown): boolean => {
  const params = fieldOf(message, 'params');
  return [message, params, fieldOf(params, '_meta')].some(hasMany);
};

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const hasMany = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  let count = 0;
  for (const _name in value) {
    count += 1;
    if (count > fieldsMost) return true;
  }
  return false;
};

/**
 * Answers one POST of MCP's Streamable HTTP: a fresh server for it, no session, the answer as one JSON body; 202 for
 * what needs none. A client that hangs up aborts its call. Source: MCP 2025-06-18, Transports.
 */
export const answerMcp = async (deps: McpDeps, post: McpPost, response: ServerResponse): Promise<void> => {
  const { protocolVersion } = post;
  if (isCrowded(post.message))
    return badRequest(response, -32600, `No part may have over ${fieldsMost} fields.`);
  const parsed = JSONRPCMessageSchema.safeParse(post.message);
  if (!parsed.success) return badRequest(response, -32600, 'The body is no JSON-RPC message.');
  if (protocolVersion !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(protocolVersion)) {
    const known = SUPPORTED_PROTOCOL_VERSIONS.join(', ');
    return badRequest(response, -32000, `Unsupported protocol version; supported: ${known}.`);
  }
  if (isJSONRPCRequest(parsed.data) && parsed.data.method === 'initialize') {
    // The SDK answers what is missing with its parser's own words, as a fault of the server.
    if (!InitializeRequestSchema.safeParse(parsed.data).success) {
      const message = 'initialize needs protocolVersion, capabilities and clientInfo with name and version';
      const error = { code: -32602, message };
      return sendJson(response, 200, { jsonrpc: '2.0', id: parsed.data.id, error });
    }
  }
  const server = mcpServer(deps, post.actor, post.charactersIn);
  const transport = postTransport((answer) => {
    if (!response.writableEnded && !response.destroyed) sendJson(response, 200, answer);
  });
  response.once('close', () => {
    if (!response.writableFinished) void server.close();
  });
  await server.connect(transport);
  transport.onmessage?.(parsed.data);
  if (!isJSONRPCRequest(parsed.data)) response.writeHead(202).end();
};
