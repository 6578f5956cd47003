import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import type { Actor } from '../../domain/actor.ts';
import type { Engine } from '../../domain/engine.ts';
import type { ErrorCode } from '../../domain/errors.ts';
import { type CallAnswer, type CallDeps, callTool } from '../tools/callTool.ts';
import { instructions } from '../tools/instructions.ts';
import { registry, toolNamed } from '../tools/registry.ts';
import { quoteShort } from '../tools/results.ts';
import { isVisible } from '../tools/visibility.ts';
import { guideMethods } from './guide.ts';
import { rpcError } from './rpcError.ts';

export interface McpDeps extends CallDeps {
  readonly engine: Pick<Engine, 'as' | 'record' | 'toolRights'>;
  readonly version: string;
}

/** Shared: the SDK would build one for every server, which takes longer than most calls. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

const plainName = /^[\w.-]{1,80}$/;

/** The caller is told the same of a tool that is hidden and of one that is not there; the operator is not. */
const auditUnknown = (
  deps: McpDeps,
  actor: Actor,
  name: string,
  outcome: ErrorCode,
  charactersIn: number,
): void => {
  deps.observe('unknown', outcome, 0);
  deps.engine.record({
    at: deps.now(),
    requestId: actor.requestId,
    userId: actor.user.id,
    tokenId: actor.token?.id ?? null,
    client: actor.client,
    kind: actor.kind,
    tool: name,
    projectId: null,
    noteIds: [],
    outcome,
    milliseconds: 0,
    charactersIn,
    charactersOut: 0,
  });
};

const call = async (
  deps: McpDeps,
  actor: Actor,
  params: JSONRPCRequest['params'],
  charactersIn: number,
  signal: AbortSignal,
): Promise<CallAnswer> => {
  const name = params?.name;
  if (typeof name !== 'string') throw rpcError(-32602, 'A tools/call needs the name of a tool');
  const tool = toolNamed(name);
  if (tool === undefined || !isVisible(tool, actor, await deps.engine.toolRights(actor))) {
    const shown = plainName.test(name) ? name : quoteShort(name);
    auditUnknown(deps, actor, shown, tool === undefined ? 'notFound' : 'insufficientScope', charactersIn);
    throw rpcError(-32602, `Unknown tool: ${shown}`);
  }
  if (signal.aborted) throw rpcError(-32000, 'The client hung up');
  return callTool(deps, actor, tool, params?.arguments, charactersIn);
};

/**
 * An MCP server for one actor over the static registry, to be connected to one transport.
 * Requests for tools go through the fallback handler: the SDK's own refuses arguments that are `null` or JSON text,
 * and checks every answer a second time.
 */
export const mcpServer = (deps: McpDeps, actor: Actor, charactersIn: number): Server => {
  const server = new Server(
    { name: 'intendant', version: deps.version },
    { capabilities: { tools: {}, prompts: {}, resources: {} }, instructions, jsonSchemaValidator },
  );
  server.fallbackRequestHandler = async ({ method, params }, { signal }) => {
    if (method === 'tools/call') return call(deps, actor, params, charactersIn, signal);
    const guide = guideMethods.get(method);
    if (guide !== undefined) return guide(params);
    if (method !== 'tools/list') throw rpcError(-32601, 'Method not found');
    const rights = await deps.engine.toolRights(actor);
    const tools = registry.filter((tool) => isVisible(tool, actor, rights));
    return { tools: tools.map(({ definition }) => definition) };
  };
  return server;
};
