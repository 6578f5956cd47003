import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { registry } from '../../../gateway/tools/registry.ts';
import { type Agent, column, type Harness, handleOf, startHarness } from '../../harness.ts';

let harness: Harness;
let agent: Agent;
let token: string;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.token();
  agent = await harness.agentOf(token);
  await agent.ok('create_notes', {
    project: 'main',
    notes: [
      { path: 'known/a.md', body: 'walrus', tags: ['blue'], type: 'plan' },
      { path: 'known/b.md', body: 'walrus' },
    ],
  });
});
afterAll(() => harness.close());

let count = 0;
const fresh = () => {
  count += 1;
  return `args/${count}.md`;
};

describe('the schemas', () => {
  test('are flat: one type a node, no unions, nothing unknown', async () => {
    const { tools } = await agent.client.listTools();
    const nodes = (schema: unknown): Record<string, unknown>[] => {
      const node = z.record(z.string(), z.unknown()).parse(schema);
      const children = [
        ...Object.values(z.record(z.string(), z.unknown()).parse(node.properties ?? {})),
        ...(node.items === undefined ? [] : [node.items]),
      ];
      return [node, ...children.flatMap(nodes)];
    };
    for (const { name, inputSchema } of tools) {
      for (const node of nodes(inputSchema)) {
        expect(typeof node.type, `${name} ${JSON.stringify(node)}`).toBe('string');
        for (const word of ['anyOf', 'oneOf', 'allOf', 'not', '$ref']) expect(node).not.toHaveProperty(word);
        if (node.type === 'object') expect(node.additionalProperties, name).toBe(false);
      }
    }
    expect(tools).toHaveLength(registry.length);
  });
});

describe('what real clients send is taken', () => {
  test('a list as JSON text, and lists inside it', async () => {
    const [one, two] = [fresh(), fresh()];
    const notes = JSON.stringify([
      { path: one, body: 'x', tags: '["a","b"]' },
      { path: two, body: 'x', tags: 'c, d', links: '[{"relation":"sees","toTitle":"Nowhere"}]' },
    ]);
    expect(await agent.ok('create_notes', { project: 'main', notes })).toMatchObject({
      created: 2,
      failed: 0,
    });
    expect(await agent.ok('get_note', { ref: one })).toMatchObject({ frontmatter: { tags: ['a', 'b'] } });
    expect(await agent.ok('get_note', { ref: two })).toMatchObject({
      frontmatter: { tags: ['c', 'd'] },
      content: expect.stringContaining('- sees [[Nowhere]]'),
    });
  });

  test.each([
    ['a number as text', 'list_notes', { project: 'main', path: 'known', limit: '1' }, { limit: 1 }],
    ['a boolean as text', 'list_notes', { project: 'main', recursive: 'true' }, { recursive: true }],
    ['an offset as text', 'get_note', { ref: 'known/a.md', offset: '2' }, { offset: 2 }],
  ] as const)('%s', async (_what, tool, sent, meant) => {
    expect(await agent.ok(tool, sent)).toEqual(await agent.ok(tool, { ...sent, ...meant }));
  });

  test.each([
    [
      'search',
      { query: 'walrus' },
      { project: null, tag: null, type: null, class: null, limit: null, cursor: null },
    ],
    [
      'list_notes',
      { project: 'main', path: 'known' },
      { tag: null, type: null, recursive: null, limit: null, cursor: null },
    ],
    [
      'get_note',
      { ref: 'known/a.md' },
      { section: null, find: null, offset: null, limit: null, asOf: null, responseFormat: null },
    ],
    ['start_session', {}, { project: null }],
  ] as const)('%s with null for what is absent', async (tool, sent, nulls) => {
    expect(await agent.ok(tool, { ...sent, ...nulls })).toEqual(await agent.ok(tool, sent));
  });

  test.each(['start_session', 'whoami', 'get_my_projects', 'list_notes'])(
    '%s with no arguments at all',
    async (name) => {
      const answer = await agent.client.callTool({ name });
      expect(answer.isError).toBeUndefined();
    },
  );

  test('all the arguments as JSON text', async () => {
    const params = { name: 'get_note', arguments: '{"ref":"known/a.md"}' };
    const answer = await harness.post(token, { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    expect(answer.body).toMatchObject({ result: { structuredContent: { path: 'known/a.md' } } });
  });

  test('text that looks like JSON stays text where text is asked for', async () => {
    for (const body of ['[1]', '{"a":1}', '5', 'null', 'true', '"quoted"']) {
      const path = fresh();
      await agent.ok('create_note', { project: 'main', path, body });
      expect((await agent.ok('get_note', { ref: path })).content).toBe(body);
    }
  });

  test('a tag with a comma is two tags, for writing and for reading', async () => {
    const [sent, written] = [fresh(), fresh()];
    await agent.ok('create_note', {
      project: 'main',
      path: sent,
      body: 'x',
      tags: ['cooking, #italian', ' '],
    });
    await agent.ok('create_note', {
      project: 'main',
      path: written,
      body: "---\ntags: ['cooking, italian']\n---\n",
    });
    expect((await agent.ok('get_note', { ref: sent })).frontmatter).toEqual({ tags: ['cooking', 'italian'] });
    for (const tag of ['cooking', '#Italian']) {
      const list = await agent.ok('list_notes', { project: 'main', recursive: true, tag });
      expect(column(list, 'notes', 'path')).toEqual([sent, written].sort());
      expect(column(list, 'notes', 'tags')).toEqual([
        ['cooking', 'italian'],
        ['cooking', 'italian'],
      ]);
    }
  });
});

describe('what does not fit is refused, each problem named', () => {
  test.each<[string, Record<string, unknown>, string[]]>([
    ['get_note', { reff: 'x' }, ['"reff" is not a field', 'did you mean "ref"?', '"ref" is required']],
    ['edit_note', { ref: 'x', verionToken: 'v', operation: 'append', content: 'x' }, ['"versionToken"']],
    ['create_note', { project: 'main', title: null, body: null }, ['"body" is required']],
    ['create_note', { project: 5, body: ['x'] }, ['"project" must be text', '"body" must be text']],
    ['create_note', { project: 'main', body: 'x', tags: 'a', links: 'b' }, ['"links" must be a list']],
    ['list_notes', { limit: 1.5 }, ['"limit" must be a whole number']],
    ['list_notes', { limit: 'many', recursive: 'perhaps' }, ['"limit"', '"recursive"']],
    ['search', { query: 'x', Query: 'y' }, ['"Query" is not a field', '"query"']],
    ['delete_note', { ref: 'x', force: true, recursive: true }, ['"force"', '"recursive"']],
    ['create_notes', { project: 'main', notes: [] }, ['"notes"']],
    ['create_notes', { project: 'main', notes: 'x' }, ['"notes" must be a list']],
    ['create_notes', { notes: [{ body: 'x' }] }, ['"project" is required']],
  ])('%s %j', async (tool, input, words) => {
    const error = await agent.refused(tool, input);
    expect(error.code).toBe('invalidArguments');
    for (const word of words) expect(error.message).toContain(word);
  });

  test('and nothing is done', async () => {
    const path = fresh();
    await agent.refused('create_note', { project: 'main', path, body: 'x', tagz: ['a'] });
    expect((await agent.refused('get_note', { ref: path })).code).toBe('notFound');
  });
});

describe('create_notes', () => {
  const create = (notes: unknown, more: object = {}) =>
    agent.ok('create_notes', { project: 'main', notes, ...more });

  test('each item succeeds or fails alone; the counts add up; failures are in the text', async () => {
    const [good, other] = [fresh(), fresh()];
    const { data, text } = await agent.call('create_notes', {
      project: 'main',
      notes: [
        { path: good, body: 'x' },
        { path: '../up.md', body: 'x' },
        { body: 'no title' },
        { path: fresh(), body: 'x', tilte: 'T' },
        { path: other, body: 'x' },
        'nonsense',
      ],
    });
    expect(data).toMatchObject({ created: 2, skipped: 0, failed: 4, revision: expect.any(Number) });
    expect(data?.results).toMatchObject([
      { index: 0, status: 'created', path: good },
      { index: 1, status: 'failed', error: { code: 'invalidPath' } },
      { index: 2, status: 'failed', error: { code: 'invalidArguments' } },
      { index: 3, status: 'failed', error: { code: 'invalidArguments' } },
      { index: 4, status: 'created', path: other },
      { index: 5, status: 'failed', error: { code: 'invalidArguments' } },
    ]);
    expect(JSON.stringify(data)).toContain('did you mean \\"title\\"?');
    for (const index of [1, 2, 3, 5]) expect(text).toMatch(new RegExp(`^${index} failed `, 'm'));
    for (const ref of [good, other]) await agent.ok('get_note', { ref });
  });

  test('nothing good is no revision', async () => {
    expect(await create([{ body: 'x' }, { path: '.', body: 'x' }])).toMatchObject({
      created: 0,
      failed: 2,
      revision: null,
    });
  });

  test('500 are taken, their text names the first 20; 501 are not', async () => {
    const notes = Array.from({ length: 500 }, (_, at) => ({ path: `bulk/${at}.md`, body: `Bulk ${at}` }));
    const { data, text } = await agent.call('create_notes', { project: 'main', notes });
    expect(data).toMatchObject({ created: 500, skipped: 0, failed: 0 });
    expect(text.split('\n').filter((line) => /^\d+ created /.test(line))).toHaveLength(20);
    const many = [...notes, { path: 'bulk/one-more.md', body: 'x' }];
    expect((await agent.refused('create_notes', { project: 'main', notes: many })).code).toBe(
      'invalidArguments',
    );
  });

  test('links among them resolve whatever their order', async () => {
    const made = await create([
      { path: 'order/1.md', body: '# Order one\n\n[[Order two]] and [[Order three]]' },
      {
        path: 'order/2.md',
        body: '# Order two\n\n[[Order one]]',
        links: [{ relation: 'sees', toTitle: 'Order three' }],
      },
      { path: 'order/3.md', body: '# Order three\n\n[[Order nowhere]]' },
    ]);
    expect(made).toMatchObject({ created: 3, unresolvedLinks: 1, ambiguousLinks: 0 });
    const read = await agent.ok('get_note', { ref: 'order/3.md', responseFormat: 'detailed' });
    expect(read.links).toMatchObject({
      outgoing: [{ title: 'Order nowhere', unresolved: true }],
      totalIncoming: 2,
    });
  });

  test('two of one place in a batch: the first is made, the second fails, or is skipped', async () => {
    const path = fresh();
    const twice = [
      { path, body: 'first' },
      { path, body: 'second' },
    ];
    expect(await create(twice)).toMatchObject({
      created: 1,
      failed: 1,
      results: [{ status: 'created' }, { status: 'failed', error: { code: 'alreadyExists' } }],
    });
    const again = await create(twice, { onExisting: 'skip' });
    expect(again).toMatchObject({ created: 0, skipped: 2, failed: 0, revision: null });
    expect((await agent.ok('get_note', { ref: path })).content).toBe('first');
  });

  test('different titles that give one file name: the second gets a free one', async () => {
    const titles = ['Ins/Outs', 'Ins-Outs', 'Ins\\Outs', 'Ins:Outs'];
    const made = await create(titles.map((title) => ({ title, path: 'slugs', body: 'x' })));
    expect(made).toMatchObject({ created: 4 });
    expect(new Set(column(made, 'results', 'path')).size).toBe(4);
    for (const [at, ref] of column(made, 'results', 'noteId').entries()) {
      expect((await agent.ok('get_note', { ref })).title).toBe(titles[at]);
    }
    const again = await create(titles.map((title) => ({ title, path: 'slugs', body: 'x' })));
    expect(again).toMatchObject({ created: 0, failed: 4 });
  });

  describe('keys', () => {
    test('a migration that broke off is run again', async () => {
      const items = ['a', 'b', 'c', 'd'].map((key) => ({
        key: `mig/${key}`,
        path: `mig/${key}.md`,
        body: key,
      }));
      await create(items.slice(0, 2));
      const again = await create(items);
      expect(again).toMatchObject({ created: 2, skipped: 2, failed: 0 });
      expect(await create(items)).toMatchObject({ created: 0, skipped: 4, failed: 0, revision: null });
      expect(column(await create(items), 'results', 'noteId')).toEqual(column(again, 'results', 'noteId'));
    });

    test('other content under a key that is known fails, with the current token', async () => {
      const item = { key: 'other', path: fresh(), body: 'x' };
      const made = await create([item]);
      expect(await create([{ ...item, body: 'y' }])).toMatchObject({
        failed: 1,
        results: [
          {
            error: { code: 'alreadyExists', versionToken: column(made, 'results', 'versionToken')[0] },
          },
        ],
      });
    });

    test('an edited note is still skipped; one in the trash too, with the reason', async () => {
      const item = { key: 'kept', path: fresh(), body: 'x' };
      const [row] = z
        .array(z.object({ noteId: z.string(), versionToken: z.string() }))
        .parse((await create([item])).results);
      await agent.ok('edit_note', {
        ...handleOf({ ...row }),
        ref: row?.noteId,
        noteId: undefined,
        operation: 'append',
        content: 'y',
      });
      expect(await create([item])).toMatchObject({ skipped: 1 });
      await agent.ok('delete_note', { ref: row?.noteId });
      expect(await create([item])).toMatchObject({ skipped: 1, results: [{ reason: 'inTrash' }] });
      await harness.admin.purgeTrash({ space: 'main', noteIds: [row?.noteId ?? ''], confirm: 1 });
      expect(await create([item])).toMatchObject({ created: 1 });
    });

    test('the same key twice in a batch', async () => {
      const item = { key: 'double', path: fresh(), body: 'x' };
      expect(await create([item, item])).toMatchObject({ created: 1, skipped: 1, failed: 0 });
      const odd = { key: 'odd', path: fresh(), body: 'x' };
      expect(await create([odd, { ...odd, body: 'y' }])).toMatchObject({
        created: 1,
        failed: 1,
        results: [{}, { error: { code: 'alreadyExists' } }],
      });
    });
  });

  test('a batch costs its size: 1 + notes/50', async () => {
    const slow = await harness.agent({ ratePerMinute: 10 });
    const notes = Array.from({ length: 450 }, (_, at) => ({ path: `slow/${at}.md`, body: 'x' }));
    const { error } = await slow.call('create_notes', { project: 'main', notes });
    expect(error).toMatchObject({ code: 'rateLimited', retryAfterMs: expect.any(Number) });
    expect((await agent.refused('list_notes', { project: 'main', path: 'slow' })).code).toBe('notFound');
  });
});
