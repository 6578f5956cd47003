import { Agent, request } from 'node:http';
import { z } from 'zod';

/** One way to call tools: gives the structured answer, throws where the tool or the transport refused. */
export type Call = (tool: string, input: object) => Promise<unknown>;

export interface PostClient {
  readonly call: Call;
  close(): void;
}

const answerShape = z.object({
  result: z.object({ structuredContent: z.unknown(), isError: z.boolean().optional() }),
});

/** One keep-alive connection to an MCP server that posts each `tools/call` as it is: the least that a client can cost. */
export function postClient(url: string, token?: string): PostClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const target = new URL(`${url}/mcp`);
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': '2025-06-18',
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
  };
  let id = 0;
  const post = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const length = Buffer.byteLength(text);
      const options = { method: 'POST', agent, headers: { ...headers, 'Content-Length': length } };
      const sent = request(target, options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
        response.on('error', reject);
      });
      sent.on('error', reject);
      sent.end(text);
    });
  return {
    call: async (name, input) => {
      id += 1;
      const params = { name, arguments: input };
      const text = await post(JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }));
      const parsed = answerShape.safeParse(JSON.parse(text));
      if (!parsed.success || parsed.data.result.isError === true)
        throw new Error(`${name} was refused: ${text.slice(0, 500)}`);
      return parsed.data.result.structuredContent;
    },
    close: () => agent.destroy(),
  };
}
