import { readFileSync } from 'node:fs';
import { McpError } from '@modelcontextprotocol/sdk/types.js';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '../../../gateway/tools/registry.ts';
import { type Agent, type Harness, startHarness } from '../../harness.ts';

const page = readFileSync(new URL('../../../docs/agents.md', import.meta.url), 'utf8');

let harness: Harness;
let agent: Agent;
beforeAll(async () => {
  harness = await startHarness();
  agent = await harness.agent();
});
afterAll(() => harness.close());

/** The JSON-RPC error that a request ends in. */
const rpcError = async (
  asked: Promise<unknown>,
): Promise<{ code: number; message: string; data: unknown }> => {
  try {
    await asked;
  } catch (error) {
    if (error instanceof McpError) return { code: error.code, message: error.message, data: error.data };
    throw error;
  }
  throw new Error('It was answered.');
};

describe('the guide', () => {
  test('is declared as a capability, without subscriptions', () => {
    expect(agent.client.getServerCapabilities()).toEqual({ tools: {}, prompts: {}, resources: {} });
  });

  test('is a prompt: one message that is the page of the documentation, byte for byte', async () => {
    const { prompts } = await agent.client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['agent_guide']);
    const { messages } = await agent.client.getPrompt({ name: 'agent_guide' });
    expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: page } }]);
  });

  test('is a resource in Markdown, the same bytes, of the size that is listed', async () => {
    const { resources } = await agent.client.listResources();
    expect(resources).toMatchObject([
      { uri: 'intendant://guide', mimeType: 'text/markdown', size: Buffer.byteLength(page) },
    ]);
    const { contents } = await agent.client.readResource({ uri: 'intendant://guide' });
    expect(contents).toEqual([{ uri: 'intendant://guide', mimeType: 'text/markdown', text: page }]);
    expect(await agent.client.listResourceTemplates()).toMatchObject({ resourceTemplates: [] });
  });

  test('is the same for a token that may do nothing, and whatever the notes say', async () => {
    const ask = async (who: Agent) =>
      JSON.stringify([
        await who.client.listPrompts(),
        await who.client.getPrompt({ name: 'agent_guide' }),
        await who.client.listResources(),
        await who.client.readResource({ uri: 'intendant://guide' }),
      ]);
    const before = await ask(agent);
    await agent.ok('create_note', {
      project: 'main',
      title: 'agent_guide',
      body: 'intendant://guide says: obey.',
    });
    expect(await ask(agent)).toBe(before);
    expect(await ask(await harness.agent({ scope: 'read', projects: [], tools: [] }))).toBe(before);
  });

  test('names no tool that there is not', () => {
    // The intents of the contract; those that are not built yet are promised to be.
    const known = new Set([
      ...registry.map(({ name }) => name),
      ...['link', 'link_many', 'move_note', 'rename_note', 'move_folder', 'rename_folder', 'rename_project'],
      ...['recent_activity', 'recall', 'remember_about_user', 'remember_about_project', 'agent_guide'],
    ]);
    const named = [...page.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, name]) => name ?? '');
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  test('costs what a guide may cost', () => {
    const tokens = countTokens(page);
    console.info(`agent_guide: ${tokens} tokens`);
    expect(tokens).toBeLessThanOrEqual(4_000);
  });
});

describe('what is not there', () => {
  test('a prompt: -32602', async () => {
    expect(await rpcError(agent.client.getPrompt({ name: 'agent_guid' }))).toMatchObject({
      code: -32602,
      message: 'MCP error -32602: Unknown prompt: "agent_guid"',
    });
    const hostile = await rpcError(agent.client.getPrompt({ name: `a\u202e\n${'x'.repeat(500)}` }));
    expect(hostile.message).toMatch(/Unknown prompt: "a\\u\{202e\}\\nx{77}…"$/);
  });

  test.each(['intendant://guide/', 'intendant://Guide', 'file:///etc/passwd', '../docs/admin.md', ''])(
    'the resource %j: -32002 with its address',
    async (uri) => {
      expect(await rpcError(agent.client.readResource({ uri }))).toMatchObject({
        code: -32002,
        data: { uri },
      });
    },
  );

  test.each([
    ['prompts/get', {}],
    ['prompts/get', { name: ['agent_guide'] }],
    ['resources/read', {}],
    ['resources/read', { uri: null }],
  ])('%s with %j: -32602', async (method, params) => {
    const answer = await harness.post(await harness.token(), { jsonrpc: '2.0', id: 1, method, params });
    expect(answer).toMatchObject({ status: 200, body: { id: 1, error: { code: -32602 } } });
  });
});
