import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { CreateTokenInput } from '../../domain/access/tokens.ts';
import { registry } from '../../gateway/tools/registry.ts';
import { type Harness, handleOf, startHarness } from '../harness.ts';

/** What each intent of the contract needs. Source: spec, "The 21 intent tools" and "Who may do what". */
const needs: Readonly<Record<string, 'read' | 'write' | 'memory'>> = {
  start_session: 'read',
  whoami: 'read',
  get_my_projects: 'read',
  list_notes: 'read',
  recent_activity: 'read',
  search: 'read',
  get_note: 'read',
  recall: 'read',
  create_note: 'write',
  remember_about_user: 'memory',
  remember_about_project: 'memory',
  edit_note: 'write',
  delete_note: 'write',
  link: 'write',
  move_note: 'write',
  rename_note: 'write',
  move_folder: 'write',
  rename_folder: 'write',
  rename_project: 'write',
  create_notes: 'write',
  link_many: 'write',
};
const scopes = ['read', 'write'] as const;
const roles = ['none', 'reader', 'editor', 'owner'] as const;
const restrictions = ['none', 'no project', 'no memory', 'a list without it'] as const;

interface Cell {
  readonly scope: (typeof scopes)[number];
  readonly role: (typeof roles)[number];
  readonly restriction: (typeof restrictions)[number];
}

const names = registry.map(({ name }) => name);

/** The rule in words: a scope for the act, and somewhere to do it. An own space can be written to with memory alone. */
const isListed = (tool: string, { scope, role, restriction }: Cell): boolean => {
  if (restriction === 'a list without it') return false;
  if (needs[tool] === 'read') return true;
  if (scope === 'read') return false;
  const hasMemory = restriction === 'none';
  if (needs[tool] === 'memory') return hasMemory;
  return hasMemory || (restriction !== 'no project' && (role === 'editor' || role === 'owner'));
};

const limits = (restriction: Cell['restriction'], tool: string): Partial<CreateTokenInput> => {
  if (restriction === 'no project') return { projects: [] };
  if (restriction === 'no memory') return { memory: false };
  return restriction === 'none' ? {} : { tools: names.filter((name) => name !== tool) };
};

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
  const { admin } = harness;
  await admin.createProject({ space: 'main', slug: 'open' });
  for (const role of roles) {
    await admin.createUser({ name: role, password: 'long enough' });
    if (role !== 'none') await admin.setMember({ user: role, role, project: 'main/open' });
  }
});
afterAll(() => harness.close());

const answerShape = z.object({
  result: z.looseObject({ tools: z.array(z.object({ name: z.string() })).optional() }).optional(),
  error: z.object({ code: z.number(), message: z.string() }).optional(),
});

/** One request as bytes: status, every header but the date, and the body. */
const send = async (token: string, method: string, params: object = {}) => {
  const response = await fetch(`${harness.url}/mcp`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const headers = [...response.headers].filter(([name]) => name !== 'date');
  const body = await response.text();
  return { status: response.status, headers, body, parsed: answerShape.parse(JSON.parse(body)) };
};
const listOf = async (token: string): Promise<string[]> =>
  (await send(token, 'tools/list')).parsed.result?.tools?.map(({ name }) => name) ?? [];
const call = (token: string, name: string) => send(token, 'tools/call', { name, arguments: {} });

/** A name of the same length that no tool has. */
const absent = (tool: string): string => [...tool].reverse().join('');

const audited = z.array(z.object({ token: z.string(), tool: z.string(), outcome: z.string() }));
const auditOf = (tokens: readonly string[]) => {
  const database = new Database(join(harness.dataDir, 'intendant.db'), { readonly: true });
  try {
    return audited.parse(
      database
        .prepare(
          `select token_id as token, tool, outcome from audit where outcome in ('insufficientScope', 'notFound')
            and token_id in (select value from json_each(?)) order by id`,
        )
        .all(JSON.stringify(tokens)),
    );
  } finally {
    database.close();
  }
};

test('the table has every tool that there is', () => {
  expect(Object.keys(needs)).toHaveLength(21);
  expect(names.filter((name) => !Object.hasOwn(needs, name))).toEqual([]);
});

const cells = scopes.flatMap((scope) =>
  roles.flatMap((role) => restrictions.map((restriction) => ({ scope, role, restriction }))),
);

describe.each(cells)('a $scope token of a user with the role $role, restricted: $restriction', (cell) => {
  test('lists what it may call, and knows no other name', async () => {
    const hidden: { token: string; tool: string; outcome: string }[] = [];
    const make = (tool: string) =>
      harness.token({ user: cell.role, scope: cell.scope, ...limits(cell.restriction, tool) });
    const shared = await make('');
    for (const tool of names) {
      const token = cell.restriction === 'a list without it' ? await make(tool) : shared;
      const [, id = ''] = token.split('_');
      const others =
        cell.restriction === 'a list without it'
          ? names.filter((name) => name !== tool && isListed(name, { ...cell, restriction: 'none' }))
          : names.filter((name) => isListed(name, cell));
      expect(await listOf(token), tool).toEqual(others);

      const answer = await call(token, tool);
      if (isListed(tool, cell)) {
        expect(answer.parsed.result, tool).toBeDefined();
        continue;
      }
      const nothing = await call(token, absent(tool));
      expect(answer.parsed.error, tool).toEqual({ code: -32602, message: `Unknown tool: ${tool}` });
      expect({ ...answer, body: answer.body.replace(tool, 'X') }, tool).toEqual({
        ...nothing,
        body: nothing.body.replace(absent(tool), 'X'),
        parsed: answer.parsed,
      });
      hidden.push({ token: id, tool, outcome: 'insufficientScope' });
      hidden.push({ token: id, tool: absent(tool), outcome: 'notFound' });
    }
    // Refusals are written within a second.
    const tokens = [...new Set(hidden.map(({ token }) => token))];
    await expect.poll(() => auditOf(tokens), { timeout: 10_000 }).toEqual(hidden);
  });
});

describe.each(roles)('an admin token of a user with the role %s', (user) => {
  test('is refused at this door, whatever it asks for', async () => {
    const token = await harness.token({ user, scope: 'admin' });
    const listed = await send(token, 'tools/list');
    expect(listed.status).toBe(403);
    for (const tool of [...names, 'erase_all'])
      expect({ ...(await call(token, tool)) }, tool).toEqual({ ...listed });
  });
});

/** A call of each reading tool that would show the note below to whom may see it. */
const readCalls = (ref: string): Readonly<Record<string, readonly object[]>> => ({
  start_session: [{}, { project: 'main/open' }],
  whoami: [{}],
  get_my_projects: [{}],
  list_notes: [{}, { project: 'main/open', recursive: true }],
  recent_activity: [{}, { project: 'main/open' }, { ref }],
  search: [{ query: 'walrus' }, { query: 'walrus', project: 'main/open' }, { query: 'Ledger' }],
  get_note: [
    { ref },
    { ref: 'Walrus ledger' },
    { ref: 'open/Walrus ledger.md' },
    { ref, responseFormat: 'detailed' },
  ],
  recall: [{ query: 'walrus' }, { query: 'walrus', project: 'main/open', depth: 3 }],
});

test('a token for no project reads nothing of any, by whatever tool', async () => {
  const owner = await harness.agent();
  const note = handleOf(
    await owner.ok('create_note', {
      project: 'main/open',
      title: 'Walrus ledger',
      body: 'tuskword walrus',
      tags: ['tusktag'],
    }),
  );
  const calls = readCalls(note.noteId);
  const readers = registry.filter(({ effect }) => effect === 'read').map(({ name }) => name);
  expect(readers.filter((name) => calls[name] === undefined)).toEqual([]);

  for (const scope of scopes) {
    const agent = await harness.agent({ scope, projects: [] });
    for (const tool of readers) {
      for (const input of calls[tool] ?? []) {
        const said = JSON.stringify(input);
        // The question itself may come back in a refusal: it is taken out before the answer is looked at.
        const answer = JSON.stringify(await agent.call(tool, { ...input }));
        const asked = Object.values(input).filter((value) => typeof value === 'string');
        const told = asked.reduce((text, value) => text.replaceAll(value, ''), answer);
        expect(told, `${tool} ${said}`).not.toMatch(/tusk|walrus|main\/open/i);
        expect(told, `${tool} ${said}`).not.toContain(note.versionToken);
        expect(told, `${tool} ${said}`).not.toContain(note.noteId);
      }
    }
  }
  // The same calls show it to one who may see it, so that the check above looks at the right words.
  const seen = await Promise.all((calls.get_note ?? []).map((input) => owner.call('get_note', { ...input })));
  expect(seen.every(({ text }) => text.includes('tuskword'))).toBe(true);
});
