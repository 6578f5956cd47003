import type { ServerResponse } from 'node:http';
import {
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

/**
 * Answers one POST of MCP's Streamable HTTP: a fresh server for it, no session, the answer as one JSON body; 202 for
 * what needs none. A client that hangs up aborts its call. Source: MCP 2025-06-18, Transports.
 */
export const answerMcp = async (deps: McpDeps, post: McpPost, response: ServerResponse): Promise<void> => {
  const { protocolVersion } = post;
  const parsed = JSONRPCMessageSchema.safeParse(post.message);
  if (!parsed.success) return badRequest(response, -32600, 'The body is no JSON-RPC message.');
  if (protocolVersion !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(protocolVersion)) {
    const known = SUPPORTED_PROTOCOL_VERSIONS.join(', ');
    return badRequest(response, -32000, `Unsupported protocol version; supported: ${known}.`);
  }
  const server = mcpServer(deps, post.actor, post.charactersIn);
  const transport = postTransport((answer) => {
    if (!response.writableEnded && !response.destroyed) sendJson(response, 200, answer);
  });
  response.once('close', () => void server.close());
  await server.connect(transport);
  transport.onmessage?.(parsed.data);
  if (!isJSONRPCRequest(parsed.data)) response.writeHead(202).end();
};
