import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { CreateTokenInput } from '../domain/access/tokens.ts';
import type { BoundEngine, Engine } from '../domain/engine.ts';
import { startGateway } from '../gateway/compose.ts';
import { readSettings } from '../gateway/config.ts';
import { toolNamed } from '../gateway/tools/registry.ts';

/** A tool's answer: exactly one of `data` and `error`, and the text beside it. */
export interface ToolAnswer {
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly error: z.output<typeof errorShape> | null;
}

/** An official MCP client that calls tools with one token. */
export interface Agent {
  readonly client: Client;
  /** Any answer; checked against the tool's output schema. */
  call(tool: string, input?: Readonly<Record<string, unknown>>): Promise<ToolAnswer>;
  /** The structured answer. Throws where the tool refused. */
  ok(tool: string, input?: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>>;
  /** The refusal. Throws where the tool did what it was asked. */
  refused(tool: string, input?: Readonly<Record<string, unknown>>): Promise<NonNullable<ToolAnswer['error']>>;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed where it is JSON, else the text. */
  readonly body: unknown;
}

export interface Harness {
  readonly url: string;
  readonly dataDir: string;
  /** The gateway's own engine, for what no tool and no route does. */
  readonly engine: Engine;
  /** The instance's admin at the command line. */
  readonly admin: BoundEngine;
  /** A token's text; a write token of the user `admin`, unrestricted, unless said otherwise. */
  token(input?: Partial<CreateTokenInput>): Promise<string>;
  client(token: string): Promise<Client>;
  agent(input?: Partial<CreateTokenInput>): Promise<Agent>;
  agentOf(token: string): Promise<Agent>;
  rest(method: string, path: string, body?: unknown, token?: string): Promise<HttpAnswer>;
  /** One POST to /mcp: text and bytes go as they are, anything else as JSON. */
  post(token: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<HttpAnswer>;
  close(): Promise<void>;
}

const errorShape = z.looseObject({ code: z.string(), message: z.string(), hint: z.string() });
const dataShape = z.record(z.string(), z.unknown());

/**
 * A real gateway on a fresh folder, with the user `admin` and the project `main`. Start one a test file and close it
 * at the end. `variables` are settings beside the usual ones.
 */
export async function startHarness(variables: Readonly<Record<string, string>> = {}): Promise<Harness> {
  const dataDir = await mkdtemp(join(tmpdir(), 'intendant-'));
  const settings = readSettings({
    INTENDANT_DATA: dataDir,
    INTENDANT_PORT: '0',
    INTENDANT_LOG_LEVEL: 'silent',
    INTENDANT_RATE_PER_MINUTE: '0',
    ...variables,
  });
  const gateway = await startGateway(settings);
  const { engine } = gateway;
  await engine.setUp({ password: 'correct horse battery' });
  const admin = await engine.asAdmin();
  const url = `http://127.0.0.1:${gateway.port}`;
  const clients: Client[] = [];

  const token: Harness['token'] = async (input = {}) => {
    const made = await admin.createToken({ label: 'test', scope: 'write', ...input });
    return made.token;
  };
  const client: Harness['client'] = async (text) => {
    const made = new Client({ name: 'harness', version: '1.0.0' });
    const headers = { Authorization: `Bearer ${text}` };
    const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } });
    await made.connect(transport);
    clients.push(made);
    return made;
  };
  const agentOf: Harness['agentOf'] = async (text) => agentOver(await client(text));
  const send = async (path: string, init: RequestInit): Promise<HttpAnswer> => {
    const response = await fetch(`${url}${path}`, init);
    const said = await response.text();
    const json = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, headers: response.headers, body: json ? JSON.parse(said) : said };
  };

  return {
    url,
    dataDir,
    engine,
    admin,
    token,
    client,
    agentOf,
    agent: async (input) => agentOf(await token(input)),
    rest: (method, path, body, text) =>
      send(path, {
        method,
        headers: {
          ...(text === undefined ? {} : { Authorization: `Bearer ${text}` }),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    post: (text, body, headers = {}) =>
      send('/mcp', {
        method: 'POST',
        headers: { Authorization: `Bearer ${text}`, 'Content-Type': 'application/json', ...headers },
        body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
      }),
    close: async () => {
      for (const each of clients) await each.close();
      await gateway.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function agentOver(client: Client): Agent {
  const call: Agent['call'] = async (tool, input = {}) => {
    const raw = await client.callTool({ name: tool, arguments: { ...input } });
    const { content, structuredContent, isError } = CallToolResultSchema.parse(raw);
    const [part] = content;
    if (part?.type !== 'text' || content.length !== 1) throw new Error('An answer has one text.');
    const data = dataShape.parse(structuredContent);
    if (isError) return { text: part.text, data: null, error: errorShape.parse(data.error) };
    toolNamed(tool)?.output.strict().parse(data);
    return { text: part.text, data, error: null };
  };
  return {
    client,
    call,
    ok: async (tool, input) => {
      const { data, text } = await call(tool, input);
      if (data === null) throw new Error(`${tool} refused: ${text}`);
      return data;
    },
    refused: async (tool, input) => {
      const { error, text } = await call(tool, input);
      if (error === null) throw new Error(`${tool} did not refuse: ${text}`);
      return error;
    },
  };
}

const noteShape = z.object({ noteId: z.string(), versionToken: z.string() });
const rowsShape = z.array(z.looseObject({}));

/** Id and version token of an answer about one note. */
export const handleOf = (data: unknown): z.output<typeof noteShape> => noteShape.parse(data);

/** One field of every row of a list in an answer. */
export const column = (data: Readonly<Record<string, unknown>>, list: string, field: string): unknown[] =>
  rowsShape.parse(data[list]).map((row) => row[field]);
