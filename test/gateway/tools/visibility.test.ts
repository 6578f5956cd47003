import { expect, test } from 'vitest';
import type { Actor } from '../../../domain/actor.ts';
import { registry } from '../../../gateway/tools/registry.ts';
import { isVisible, type ToolRights } from '../../../gateway/tools/visibility.ts';

const actor = (tools: readonly string[] | null): Actor => ({
  kind: 'agent',
  user: { id: 'u_1', name: 'ana', locale: 'en', admin: false, personalSpaceId: 1 },
  token: {
    id: 't_1',
    label: 'laptop',
    scope: 'write',
    expiresAt: null,
    projects: null,
    tools,
    memory: true,
    databaseTools: false,
    ratePerMinute: null,
  },
  client: 'laptop',
  requestId: 'r_1',
});
const names = (rights: ToolRights, tools: readonly string[] | null = null): string[] =>
  registry.filter((tool) => isVisible(tool, actor(tools), rights)).map(({ name }) => name);

const all = registry.map(({ name }) => name);
const reads = registry.filter(({ effect }) => effect === 'read').map(({ name }) => name);

test.each<[string, ToolRights, readonly string[] | null, readonly string[]]>([
  ['all rights', new Set(['read', 'write', 'memory'] as const), null, all],
  ['read alone', new Set(['read'] as const), null, reads],
  ['no rights', new Set<'read'>(), null, []],
  [
    'a list of tools',
    new Set(['read', 'write', 'memory'] as const),
    ['search', 'delete_note'],
    ['search', 'delete_note'],
  ],
  ['a list is never more than the rights', new Set(['read'] as const), ['search', 'delete_note'], ['search']],
  ['an empty list is none', new Set(['read', 'write', 'memory'] as const), [], []],
])('%s', (_what, rights, tools, expected) => {
  expect(names(rights, tools)).toEqual(expected);
});

test('a tool that needs memory is hidden without it', () => {
  const [first] = registry;
  if (first === undefined) throw new Error('The registry is empty.');
  const remembering = { ...first, needs: 'memory' as const };
  expect(isVisible(remembering, actor(null), new Set(['read', 'write'] as const))).toBe(false);
  expect(isVisible(remembering, actor(null), new Set(['read', 'memory'] as const))).toBe(true);
});
