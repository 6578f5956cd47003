import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

const errorShape = z.looseObject({ code: z.string(), message: z.string(), hint: z.string() });
const dataShape = z.record(z.string(), z.unknown());

/** What a tool answered: exactly one of the two. */
export interface Answer {
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly error: z.output<typeof errorShape> | null;
}

export interface OfficialClient {
  tools(): Promise<{ readonly name: string; readonly reads: boolean }[]>;
  ask(tool: string, input: Readonly<Record<string, unknown>>): Promise<Answer>;
  /** The structured answer. Throws where the tool refused. */
  ok(tool: string, input: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>>;
  close(): Promise<void>;
}

/** The official MCP client over Streamable HTTP, connected. */
export async function officialClient(url: string, token?: string): Promise<OfficialClient> {
  const client = new Client({ name: 'bench', version: '1.0.0' });
  const requestInit = token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
  const ask: OfficialClient['ask'] = async (name, input) => {
    const raw = CallToolResultSchema.parse(await client.callTool({ name, arguments: { ...input } }));
    const data = dataShape.parse(raw.structuredContent ?? {});
    return raw.isError ? { data: null, error: errorShape.parse(data.error) } : { data, error: null };
  };
  return {
    tools: async () =>
      (await client.listTools()).tools.map(({ name, annotations }) => ({
        name,
        reads: annotations?.readOnlyHint === true,
      })),
    ask,
    ok: async (tool, input) => {
      const { data, error } = await ask(tool, input);
      if (data === null) throw new Error(`${tool} refused: ${error?.code} ${error?.message} ${error?.hint}`);
      return data;
    },
    close: () => client.close(),
  };
}
