import { readFileSync } from 'node:fs';
import { quoteShort } from '../tools/results.ts';
import { rpcError } from './rpcError.ts';

/**
 * The guide for agents, word for word the page of the documentation. It lies as `docs/agents.md` above the sources
 * and, copied by the build, above what was built from them.
 */
const guideText = readFileSync(new URL('../../docs/agents.md', import.meta.url), 'utf8');

const guidePrompt = {
  name: 'agent_guide',
  title: 'Guide for agents',
  description: 'How to work with this server: the order, batches, versions, what a turn costs, refusals.',
} as const;

const guideResource = {
  uri: 'intendant://guide',
  name: guidePrompt.name,
  title: guidePrompt.title,
  description: guidePrompt.description,
  mimeType: 'text/markdown',
  size: Buffer.byteLength(guideText),
} as const;

type Params = { readonly [name: string]: unknown } | undefined;

const textParam = (params: Params, name: string, method: string): string => {
  const value = params?.[name];
  if (typeof value === 'string') return value;
  throw rpcError(-32602, `A ${method} needs ${name}`);
};

/**
 * The requests for prompts and resources by method: static text alone, the same for every token, never a note's.
 * An unknown prompt is -32602, an unknown resource -32002. Source: MCP 2025-06-18, Prompts and Resources.
 */
export const guideMethods: ReadonlyMap<string, (params: Params) => object> = new Map<
  string,
  (params: Params) => object
>([
  ['prompts/list', () => ({ prompts: [guidePrompt] })],
  [
    'prompts/get',
    (params) => {
      const name = textParam(params, 'name', 'prompts/get');
      if (name !== guidePrompt.name) throw rpcError(-32602, `Unknown prompt: ${quoteShort(name)}`);
      const content = { type: 'text', text: guideText };
      return { description: guidePrompt.description, messages: [{ role: 'user', content }] };
    },
  ],
  ['resources/list', () => ({ resources: [guideResource] })],
  ['resources/templates/list', () => ({ resourceTemplates: [] })],
  [
    'resources/read',
    (params) => {
      const uri = textParam(params, 'uri', 'resources/read');
      if (uri !== guideResource.uri) throw rpcError(-32002, 'Resource not found', { uri: uri.slice(0, 200) });
      return { contents: [{ uri, mimeType: guideResource.mimeType, text: guideText }] };
    },
  ],
]);
