import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Actor } from '../../../domain/actor.ts';
import { Refusal } from '../../../domain/errors.ts';
import type { AuditRow } from '../../../domain/ports.ts';
import { rateLimiter } from '../../../gateway/auth/rate.ts';
import { rateOf } from '../../../gateway/auth/rateOf.ts';
import { type CallDeps, callTool } from '../../../gateway/tools/callTool.ts';
import { defineTool, type Effect, type Tool } from '../../../gateway/tools/tool.ts';

const actor: Actor = {
  kind: 'agent',
  user: { id: 'u_1', name: 'ana', locale: 'en', admin: false, personalSpaceId: 1 },
  token: {
    id: 't_1',
    label: 'laptop',
    scope: 'write',
    expiresAt: null,
    projects: null,
    tools: null,
    memory: true,
    databaseTools: false,
    ratePerMinute: 2,
  },
  client: 'laptop (agent/1.0)',
  requestId: 'r_1',
};

/** Everything around a call that is not a tool, and what it was told. */
const surroundings = () => {
  const audit: AuditRow[] = [];
  const faults: unknown[] = [];
  const observed: string[] = [];
  const deps: CallDeps = {
    // None of these tools goes as far as an operation of the engine.
    engine: {
      as: () => {
        throw new Error('secret: the engine is closed');
      },
      record: (row) => audit.push(row),
    },
    take: rateOf(
      rateLimiter(() => 0),
      1_200,
    ),
    report: (ref, thrown) => faults.push([ref, thrown]),
    observe: (tool, outcome) => observed.push(`${tool} ${outcome}`),
    now: () => 1_000,
  };
  return { audit, faults, observed, deps };
};

const tool = (effect: Effect, extraCost = 0): Tool =>
  defineTool({
    name: 'sample',
    title: 'Sample',
    group: 'read',
    effect,
    description: 'Sample.',
    input: z.strictObject({ ref: z.string() }),
    output: z.object({ noteId: z.string() }),
    extraCost: () => extraCost,
    run: async (_engine, { ref }) => {
      throw new Refusal('notFound', `There is no note ${JSON.stringify(ref)}.`, 'Search for it.');
    },
    text: () => '',
  });

describe('a refusal', () => {
  test('of the arguments is an answer, and is audited without the engine', async () => {
    const { deps, audit, observed, faults } = surroundings();
    const answer = await callTool(deps, actor, tool('write'), { reff: 'x' }, 12);
    expect(answer.isError).toBe(true);
    expect(answer.structuredContent).toMatchObject({ error: { code: 'invalidArguments' } });
    expect(answer.content[0]?.text).toMatch(/^invalidArguments: "reff" is not a field; did you mean "ref"\?/);
    expect(audit).toEqual([
      expect.objectContaining({
        at: 1_000,
        requestId: 'r_1',
        userId: 'u_1',
        tokenId: 't_1',
        client: 'laptop (agent/1.0)',
        tool: 'sample',
        outcome: 'invalidArguments',
        charactersIn: 12,
        noteIds: [],
      }),
    ]);
    expect(observed).toEqual(['sample invalidArguments']);
    expect(faults).toEqual([]);
  });

  test.each(['read', 'write', 'destroy'] as const)(
    'for the rate of a %s is rateLimited, with the time to wait',
    async (effect) => {
      const { deps, audit } = surroundings();
      for (let call = 0; call < 2; call += 1) await callTool(deps, actor, tool(effect), {}, 0);
      const answer = await callTool(deps, actor, tool(effect), {}, 0);
      expect(answer.structuredContent).toMatchObject({
        error: { code: 'rateLimited', retryAfterMs: 30_000 },
      });
      expect(audit.map(({ outcome }) => outcome)).toEqual([
        'invalidArguments',
        'invalidArguments',
        'rateLimited',
      ]);
    },
  );

  test('for a cost beyond one call', async () => {
    const { deps } = surroundings();
    const answer = await callTool(deps, actor, tool('write', 10), { ref: 'x' }, 0);
    expect(answer.structuredContent).toMatchObject({ error: { code: 'rateLimited' } });
  });
});

test('a fault is internal, with a ref that the report repeats and no inner text', async () => {
  const { deps, faults, audit } = surroundings();
  const answer = await callTool(deps, actor, tool('read'), { ref: 'x' }, 0);
  expect(JSON.stringify(answer)).not.toContain('secret');
  const { error } = z
    .object({ error: z.object({ code: z.literal('internal'), ref: z.string() }) })
    .parse(answer.structuredContent);
  expect(faults).toEqual([[error.ref, new Error('secret: the engine is closed')]]);
  expect(audit[0]?.outcome).toBe('internal');
});
