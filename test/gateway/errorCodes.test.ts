import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ErrorCode, errorCodes } from '../../domain/errors.ts';
import { toolNamed } from '../../gateway/tools/registry.ts';
import { type Agent, type Harness, handleOf, startHarness } from '../harness.ts';

interface Call {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The admin's, without restrictions, unless said otherwise. */
  readonly by?: Agent;
}

/** How a code is provoked: by a call of a tool, by a request that is no call, or, with a reason, in another test. */
type Way =
  | { readonly tool: string; readonly call: () => Promise<Omit<Call, 'tool'>> }
  | { readonly request: () => Promise<{ status: number; body: unknown }>; readonly status: number }
  | { readonly elsewhere: string; readonly reason: string };

let harness: Harness;
let agent: Agent;
let note: { noteId: string; versionToken: string };
beforeAll(async () => {
  harness = await startHarness();
  agent = await harness.agent();
  note = await make('The note', 'one\n\none\n\n## A\n\ntwo\n');
});
afterAll(() => harness.close());

const make = async (title: string, body: string, more: object = {}) =>
  handleOf(await agent.ok('create_note', { project: 'main', title, body, ...more }));
const edit = (operation: string, content: string, more: object) => ({
  input: { ref: note.noteId, versionToken: note.versionToken, operation, content, ...more },
});
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

/** Total over the union of codes by its type. */
const ways: Readonly<Record<ErrorCode, Way>> = {
  invalidArguments: { tool: 'get_note', call: async () => ({ input: { reff: 'x' } }) },
  invalidCursor: { tool: 'list_notes', call: async () => ({ input: { project: 'main', cursor: 'zzz' } }) },
  notFound: { tool: 'get_note', call: async () => ({ input: { ref: 'Nothing of that name' } }) },
  ambiguous: {
    tool: 'get_note',
    call: async () => {
      await make('Twin', 'x', { path: 'one' });
      await make('Twin', 'x', { path: 'two' });
      return { input: { ref: 'Twin' } };
    },
  },
  alreadyExists: {
    tool: 'create_note',
    call: async () => ({ input: { project: 'main', title: 'The note', body: 'x' } }),
  },
  versionConflict: {
    tool: 'edit_note',
    call: async () => {
      const { noteId, versionToken } = await make('Contended', 'one\n');
      const input = { ref: noteId, versionToken, operation: 'append' };
      await agent.ok('edit_note', { ...input, content: 'first' });
      return { input: { ...input, content: 'second' } };
    },
  },
  versionRequired: {
    tool: 'edit_note',
    call: async () => ({ input: { ref: note.noteId, operation: 'append', content: 'x' } }),
  },
  noMatch: { tool: 'edit_note', call: async () => edit('findReplace', 'x', { find: 'three' }) },
  notUnique: { tool: 'edit_note', call: async () => edit('findReplace', 'x', { find: 'one' }) },
  invalidPath: {
    tool: 'create_note',
    call: async () => ({ input: { project: 'main', path: '../up.md', body: 'x' } }),
  },
  invalidFrontmatter: {
    tool: 'edit_note',
    call: async () => {
      const { noteId: ref, versionToken } = await make('Framed', '---\nstatus: open\n---\nx\n');
      return { input: { ref, versionToken, operation: 'findReplace', find: 'open', content: '"open' } };
    },
  },
  // Runs from the moment on when the tool is there.
  intoItself: {
    tool: 'move_folder',
    call: async () => {
      await make('Inner', 'x', { path: 'deep/inner' });
      return { input: { project: 'main', path: 'deep/', toPath: 'deep/inner/' } };
    },
  },
  crossSpace: {
    tool: 'create_note',
    call: async () => {
      await harness.admin.createSpace({ handle: 'away' });
      const far = handleOf(await agent.ok('create_note', { project: 'away', title: 'Far', body: 'x' }));
      const links = [{ relation: 'sees', to: far.noteId }];
      return { input: { project: 'main', title: 'Near', body: 'x', links } };
    },
  },
  tooLarge: {
    tool: 'create_note',
    call: async () => ({ input: { project: 'main', title: 'T', body: 'x'.repeat(1_048_577) } }),
  },
  insufficientScope: {
    tool: 'create_note',
    call: async () => {
      await harness.admin.createUser({ name: 'ben', password: 'long enough' });
      await harness.admin.setMember({ user: 'ben', role: 'reader', project: 'main' });
      return {
        input: { project: 'main', title: 'T', body: 'x' },
        by: await harness.agent({ user: 'ben' }),
      };
    },
  },
  idempotencyMismatch: {
    tool: 'create_note',
    call: async () => {
      await make('Keyed', 'x', { idempotencyKey: 'once' });
      return { input: { project: 'main', title: 'Keyed', body: 'y', idempotencyKey: 'once' } };
    },
  },
  rateLimited: {
    tool: 'whoami',
    call: async () => {
      const by = await harness.agent({ ratePerMinute: 6 });
      for (let left = 10; left > 0 && (await by.call('whoami')).error === null; left -= 1);
      return { input: {}, by };
    },
  },
  indeterminate: {
    elsewhere: 'writerDeath.test.ts',
    reason: 'no input causes it: the thread that writes has to die in the middle of a commit',
  },
  unavailable: {
    elsewhere: 'writerDeath.test.ts',
    reason: 'no input causes it: the thread that writes has to be gone',
  },
  internal: {
    elsewhere: 'tools/errors.test.ts',
    reason: 'no input may ever cause it: an input that does is a fault to be mended',
  },
  unauthenticated: { request: () => harness.post('itd_nobody_x', ping), status: 401 },
  forbidden: {
    request: async () => harness.post(await harness.token({ scope: 'admin' }), ping),
    status: 403,
  },
};

const toolWays = errorCodes.flatMap((code) => {
  const way = ways[code];
  return 'tool' in way ? [{ code, ...way }] : [];
});
const requestWays = errorCodes.flatMap((code) => {
  const way = ways[code];
  return 'request' in way ? [{ code, ...way }] : [];
});
const elsewhere = errorCodes.flatMap((code) => {
  const way = ways[code];
  return 'elsewhere' in way ? [{ code, ...way }] : [];
});

describe('a refusal that a client can provoke', () => {
  for (const { code, tool, call } of toolWays)
    test.skipIf(toolNamed(tool) === undefined)(`${code}, by ${tool}`, async () => {
      const { input, by = agent } = await call();
      const { error, text } = await by.call(tool, input);
      expect(error).toMatchObject({ code });
      expect(text.startsWith(`${code}: `)).toBe(true);
      // Whole sentences: what happened, and what to do.
      expect(error?.message).toMatch(/[.!?]$/);
      expect(error?.hint).toMatch(/\.$/);
      expect(text.length).toBeGreaterThan(`${code}: ${error?.hint}`.length);
    });

  test.each(requestWays)('$code, at the door', async ({ code, request, status }) => {
    expect(await request()).toMatchObject({
      status,
      body: { error: { data: { code, hint: expect.any(String) } } },
    });
  });
});

test('no code waits for a tool but these', () => {
  const waiting = toolWays.filter(({ tool }) => toolNamed(tool) === undefined).map(({ code }) => code);
  expect(waiting.filter((code) => code !== 'intoItself')).toEqual([]);
});

test.each(elsewhere)('$code: $reason', ({ code, elsewhere: file }) => {
  expect(readFileSync(new URL(file, import.meta.url), 'utf8')).toContain(`'${code}'`);
});
