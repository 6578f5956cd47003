import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import express from 'express';
import { answerParent } from './child.ts';

const tool = {
  name: 'echo',
  description: 'Gives back what it is given.',
  inputSchema: { type: 'object' as const, properties: { text: { type: 'string' } } },
};

function echo(): Server {
  const server = new Server({ name: 'echo', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [tool] }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const text = String(params.arguments?.text ?? '');
    return { content: [{ type: 'text', text }], structuredContent: { text } };
  });
  return server;
}

/**
 * The peer of every figure over HTTP, in a process of its own: one echo tool on the same SDK, stateless, a server a
 * request, express, and neither auth nor rights nor audit. Tells its address.
 */
export function echoServer(): void {
  const app = express();
  app.use(express.json({ limit: '16mb' }));
  app.post('/mcp', async (request, response) => {
    const server = echo();
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    response.once('close', () => {
      void transport.close();
      void server.close();
    });
    await server.connect(transport);
    await transport.handleRequest(request, response, request.body);
  });
  app.all('/mcp', (_request, response) => {
    response.status(405).end();
  });
  const listening = app.listen(0, '127.0.0.1', () => {
    const address = listening.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    answerParent({ url: `http://127.0.0.1:${port}` }, async () => null);
  });
}
