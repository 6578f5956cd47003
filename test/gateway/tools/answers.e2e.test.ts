import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Agent, column, type Harness, handleOf, startHarness } from '../../harness.ts';

let harness: Harness;
let agent: Agent;
beforeAll(async () => {
  harness = await startHarness();
  await harness.admin.createProject({ space: 'main', slug: 'garden', name: 'The garden' });
  agent = await harness.agent({ label: 'laptop' });
});
afterAll(() => harness.close());

let count = 0;
/** A new note in main; its path names it in failures. */
const make = async (body: string, more: Record<string, unknown> = {}) => {
  count += 1;
  const made = await agent.ok('create_note', { project: 'main', path: `made/${count}.md`, body, ...more });
  return { ...handleOf(made), path: `made/${count}.md` };
};
const absentId = 'n_01ARZ3NDEKTSV4RRFFQ69G5FAV';
const id = expect.stringMatching(/^n_[0-9A-HJKMNP-TV-Z]{26}$/);
const versionToken = expect.stringMatching(/^\S{1,24}$/);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** Refusals by name: tool, arguments, code. */
type Refusals = [string, Record<string, unknown>, string][];
const refuses = (tool: string, rows: Refusals) =>
  test.each(rows)('%s: %o is %s', async (_what, input, code) => {
    const { text, error } = await agent.call(tool, input);
    expect(error).toMatchObject({
      code,
      message: expect.stringMatching(/\.$/),
      hint: expect.stringMatching(/[.?]$/),
    });
    expect(text.startsWith(`${code}: ${error?.message}`)).toBe(true);
    expect(text).toContain(error?.hint);
  });

/** The text alone is enough to go on: it holds every id and version token of the structured answer. */
const holdsAll = (text: string, data: unknown) => {
  const found = JSON.stringify(data).match(/"(?:noteId|versionToken)":"[^"]+"/g) ?? [];
  for (const pair of found) expect(text).toContain(pair.split('"')[3]);
  return found.length;
};

describe('start_session', () => {
  test('without a project: user, profile, projects', async () => {
    const { data, text } = await agent.call('start_session');
    expect(data).toMatchObject({
      user: { name: 'admin', locale: 'en' },
      profile: { noteId: id, versionToken, text: '# admin\n', facts: [] },
      projects: [
        { handle: 'main', role: 'owner' },
        { handle: 'main/garden', name: 'The garden', role: 'owner', notes: 0 },
      ],
      omitted: [],
    });
    expect(data).not.toHaveProperty('index');
    expect(holdsAll(text, data)).toBe(2);
  });

  test('with a project: its index, top level', async () => {
    await agent.ok('create_note', { project: 'main/garden', path: 'beds/north/roses.md', body: 'x' });
    await agent.ok('create_note', { project: 'main/garden', path: 'tools.md', body: 'x' });
    expect(await agent.ok('start_session', { project: 'main/garden' })).toMatchObject({
      project: 'main/garden',
      index: { notes: 2, folders: [{ path: 'beds/', notes: 1 }] },
    });
  });

  test('is the same when it is called again', async () => {
    const once = await agent.ok('start_session', { project: 'main/garden' });
    expect(await agent.ok('start_session', { project: 'main/garden' })).toEqual(once);
  });

  refuses('start_session', [
    ['an absent project', { project: 'main/nothing' }, 'notFound'],
    ['an empty project', { project: '' }, 'notFound'],
  ]);
});

describe('whoami', () => {
  test('tells rights, restrictions and limits', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const narrow = await harness.agent({
      label: 'narrow',
      scope: 'read',
      projects: ['main/garden'],
      tools: ['whoami'],
      expiresAt: soon,
    });
    const { data, text } = await narrow.call('whoami');
    expect(data).toEqual({
      user: { name: 'admin', locale: 'en' },
      tokenId: expect.stringMatching(/^[0-9a-z]+$/),
      label: 'narrow',
      scope: 'read',
      expiresAt: soon,
      restrictions: { projects: ['main/garden'], tools: ['whoami'], memory: false },
      projects: [{ handle: 'main/garden', role: 'owner', canWrite: false }],
      capabilities: {
        vector: expect.any(Boolean),
        embedder: expect.any(String),
        trash: true,
        revisions: true,
      },
      limits: { noteBytes: 1_048_576, batchNotes: 500, batchLinks: 500, batchMoves: 200 },
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    });
    expect(text).toContain(String(data?.tokenId));
    expect(text).toContain(soon);
  });

  refuses('whoami', [['a field', { me: true }, 'invalidArguments']]);
});

describe('get_my_projects', () => {
  test('lists them by handle, without the personal space', async () => {
    expect(await agent.ok('get_my_projects')).toEqual({
      projects: [
        expect.objectContaining({ handle: 'main', space: 'main', role: 'owner' }),
        expect.objectContaining({
          handle: 'main/garden',
          name: 'The garden',
          space: 'main',
          updatedAt: time,
        }),
      ],
      total: 2,
    });
  });

  refuses('get_my_projects', [
    ['a made-up cursor', { cursor: 'abc' }, 'invalidCursor'],
    ['a cursor of another list', { cursor: 'WyJub3RlcyIsImEiLCJiIl0' }, 'invalidCursor'],
  ]);
});

describe('list_notes', () => {
  test('without a project: the projects as folders', async () => {
    expect(await agent.ok('list_notes')).toMatchObject({
      folders: [
        { path: 'main/', name: 'main' },
        { path: 'main/garden/', name: 'The garden', notes: 2 },
      ],
      notes: [],
      total: 2,
    });
  });

  test('one folder, the same however it is named', async () => {
    const root = await agent.ok('list_notes', { project: 'main/garden' });
    expect(root).toMatchObject({
      folders: [{ path: 'beds/', name: 'beds', notes: 1 }],
      notes: [
        {
          noteId: id,
          title: 'tools',
          path: 'tools.md',
          tags: [],
          type: null,
          modifiedAt: time,
          versionToken,
        },
      ],
      total: 1,
    });
    for (const path of ['/', '', null]) {
      expect(await agent.ok('list_notes', { project: 'main/garden', path })).toEqual(root);
    }
    const beds = await agent.ok('list_notes', { project: 'main/garden', path: 'beds' });
    expect(beds).toMatchObject({ folders: [{ path: 'beds/north/', notes: 1 }], notes: [], total: 0 });
    expect(await agent.ok('list_notes', { project: 'main/garden', path: 'Beds/' })).toEqual(beds);
  });

  test('recursive, by tag and by type', async () => {
    const list = (more: object) =>
      agent.ok('list_notes', { project: 'main', path: 'kinds', recursive: true, ...more });
    await agent.ok('create_notes', {
      project: 'main',
      notes: [
        { path: 'kinds/a.md', body: 'x', tags: ['Blue'], type: 'plan' },
        { path: 'kinds/deep/b.md', body: 'see #blue', type: 'plan' },
        { path: 'kinds/c.md', body: '---\ntags: [red]\n---\n' },
      ],
    });
    expect((await list({})).total).toBe(3);
    expect(column(await list({ tag: 'blue' }), 'notes', 'path')).toContain('kinds/a.md');
    expect(column(await list({ tag: '#RED' }), 'notes', 'path')).toEqual(['kinds/c.md']);
    expect(column(await list({ type: 'plan' }), 'notes', 'path')).toEqual(['kinds/a.md', 'kinds/deep/b.md']);
    expect((await list({ tag: 'green' })).total).toBe(0);
  });

  test('pages hold each note once, by path, and the text holds ids and tokens', async () => {
    const notes = Array.from({ length: 45 }, (_, at) => ({ path: `many/${at}.md`, body: 'x' }));
    await agent.ok('create_notes', { project: 'main', notes });
    const paths: unknown[] = [];
    let cursor: unknown;
    do {
      const { data, text } = await agent.call('list_notes', {
        project: 'main',
        path: 'many',
        limit: 20,
        cursor,
      });
      if (data === null) throw new Error(text);
      expect(data.total).toBe(45);
      expect(holdsAll(text, data)).toBeGreaterThanOrEqual(10);
      if (data.nextCursor !== undefined) expect(text).toContain(String(data.nextCursor));
      paths.push(...column(data, 'notes', 'path'));
      cursor = data.nextCursor;
    } while (cursor !== undefined);
    expect(paths).toHaveLength(45);
    expect(new Set(paths)).toEqual(new Set(notes.map(({ path }) => path)));
  });

  refuses('list_notes', [
    ['an absent project', { project: 'nothing' }, 'notFound'],
    ['an absent folder', { project: 'main', path: 'nowhere/' }, 'notFound'],
    ['a note for a folder', { project: 'main/garden', path: 'tools.md' }, 'invalidPath'],
    ['a path that climbs', { project: 'main', path: '../other' }, 'invalidPath'],
    ['no rows', { project: 'main', limit: 0 }, 'invalidArguments'],
    ['too many rows', { project: 'main', limit: 101 }, 'invalidArguments'],
    ['a made-up cursor', { project: 'main', cursor: 'x' }, 'invalidCursor'],
  ]);
});

describe('search', () => {
  test('a hit has what it takes to go on', async () => {
    const body = `# Pump\n\n${'Filler goes here. '.repeat(60)}\n\nThe gasket of the quillpump leaks.\n`;
    const note = await make(body, { path: undefined, type: 'fault' });
    const { data, text } = await agent.call('search', { query: 'quillpump' });
    expect(data).toMatchObject({
      mode: 'lexical',
      reason: expect.any(String),
      pendingNotes: 0,
      results: [
        {
          noteId: note.noteId,
          title: 'Pump',
          project: 'main',
          path: 'Pump.md',
          class: 'user-doc',
          versionToken: note.versionToken,
          modifiedAt: time,
        },
      ],
      total: 1,
    });
    expect(holdsAll(text, data)).toBe(2);
    const [hit] = JSON.parse(JSON.stringify(data?.results));
    expect(hit.score).toBeGreaterThan(0);
    expect(hit.score).toBeLessThanOrEqual(1);
    expect(hit.excerpt.length).toBeLessThanOrEqual(300);
    expect(hit.excerpt.slice(hit.matches[0].start, hit.matches[0].end)).toBe('quillpump');
    const read = await agent.ok('get_note', { ref: hit.noteId, offset: hit.position, limit: 300 });
    expect(read.content).toContain('quillpump');
  });

  refuses('search', [
    ['no query', {}, 'invalidArguments'],
    ['an empty query', { query: '' }, 'invalidArguments'],
    ['a query without a word', { query: ' ||| ' }, 'invalidArguments'],
    ['an absent project', { query: 'x', project: 'nothing' }, 'notFound'],
    ['a class that is none', { query: 'x', class: 'secret' }, 'invalidArguments'],
    ['a made-up cursor', { query: 'x', cursor: 'x' }, 'invalidCursor'],
  ]);
});

describe('get_note', () => {
  const body =
    '---\nstatus: open # keep\ntags: [a, b]\n---\n# Guide\n\nIntro é.\n\n## Set up\n\nOne.\n\n## Use\n\nTwo.\n';

  test('by id, path and title: the same note', async () => {
    const { noteId, path } = await make(body);
    const read = await agent.ok('get_note', { ref: noteId });
    expect(read).toMatchObject({
      noteId,
      title: 'Guide',
      project: 'main',
      path,
      class: 'user-doc',
      frontmatter: { status: 'open', tags: ['a', 'b'] },
      content: body.slice(body.indexOf('# Guide')),
      versionToken,
      provenance: {
        createdAt: time,
        createdBy: { name: 'admin', kind: 'agent', client: expect.stringContaining('laptop') },
        modifiedAt: time,
        revision: expect.any(Number),
      },
    });
    expect(read).not.toHaveProperty('partial');
    expect(await agent.ok('get_note', { ref: path })).toEqual(read);
    expect(await agent.ok('get_note', { ref: 'guide' })).toEqual(read);
    expect(await agent.ok('get_note', { ref: noteId.toLowerCase() })).toEqual(read);
    const { text, data } = await agent.call('get_note', { ref: noteId });
    expect(holdsAll(text, data)).toBe(2);
    await agent.ok('delete_note', { ref: noteId });
  });

  test('detailed: raw frontmatter, outline, links both ways, revisions', async () => {
    const target = await make('# Aim\n');
    const source = await make('---\nb: 1 # why\na: 2\n---\n# From\n\n- supports [[Aim]]\n- [[Not there]]\n');
    const edited = await agent.ok('edit_note', {
      ref: source.noteId,
      versionToken: source.versionToken,
      operation: 'append',
      content: '- [[From]]',
    });
    const { data, text } = await agent.call('get_note', { ref: source.noteId, responseFormat: 'detailed' });
    expect(data).toMatchObject({
      rawFrontmatter: expect.stringContaining('b: 1 # why\na: 2'),
      outline: [{ level: 1, title: 'From', line: 5 }],
      links: {
        outgoing: [
          { relation: 'supports', noteId: target.noteId, title: 'Aim' },
          { relation: 'links-to', title: 'Not there', unresolved: true },
          { relation: 'links-to', noteId: source.noteId, title: 'From' },
        ],
        incoming: [{ relation: 'links-to', noteId: source.noteId, title: 'From' }],
        totalIncoming: 1,
      },
      revisions: [
        { kind: 'edit', versionToken: edited.versionToken },
        { kind: 'create', versionToken: source.versionToken },
      ],
    });
    holdsAll(text, data);
    expect(await agent.ok('get_note', { ref: target.noteId, responseFormat: 'detailed' })).toMatchObject({
      links: { outgoing: [], incoming: [{ relation: 'supports', noteId: source.noteId }], totalIncoming: 1 },
    });
  });

  test('section, find, offset and limit', async () => {
    const { noteId } = await make(body);
    const read = (more: object) => agent.ok('get_note', { ref: noteId, ...more });
    const content = body.slice(body.indexOf('# Guide'));
    for (const section of ['Set up', '## Set up', 'Guide > Set up', 'Set up@9']) {
      const part = await read({ section });
      expect(part.content).toBe('## Set up\n\nOne.\n\n');
      expect(part).toMatchObject({
        range: { start: content.indexOf('## Set up'), end: content.indexOf('## Use'), total: content.length },
        partial: expect.stringContaining('do not use replace'),
      });
    }
    expect(await read({ find: 'INTRO E' })).toMatchObject({
      find: { positions: [content.indexOf('Intro')], total: 1 },
    });
    expect((await read({ offset: 9, limit: 5 })).content).toBe(content.slice(9, 14));
    expect(await read({ offset: 10_000 })).toMatchObject({
      content: '',
      range: { start: content.length, end: content.length },
    });
  });

  test('as of a revision and of a version token', async () => {
    const first = await make('one\n');
    const { revision } = await agent
      .ok('get_note', { ref: first.noteId })
      .then(({ provenance }) => JSON.parse(JSON.stringify(provenance)));
    const second = handleOf(
      await agent.ok('edit_note', {
        ref: first.noteId,
        versionToken: first.versionToken,
        operation: 'replace',
        content: 'two\n',
      }),
    );
    const asOf = async (value: unknown) =>
      (await agent.ok('get_note', { ref: first.noteId, asOf: value })).content;
    expect(await asOf(String(revision))).toBe('one\n');
    expect(await asOf(first.versionToken)).toBe('one\n');
    expect(await asOf(second.versionToken)).toBe('two\n');
    expect((await agent.refused('get_note', { ref: first.noteId, asOf: '999999' })).code).toBe('notFound');
    expect((await agent.refused('get_note', { ref: first.noteId, asOf: 'v0' })).code).toBe('notFound');
  });

  test('several notes of one title are ambiguous, with candidates', async () => {
    const ids = [await make('# Twin\n'), await make('# Twin\n')].map(({ noteId }) => noteId);
    const error = await agent.refused('get_note', { ref: 'Twin' });
    expect(error).toMatchObject({ code: 'ambiguous', total: 2 });
    expect(column(error, 'candidates', 'noteId').sort()).toEqual(ids.sort());
    expect(column(error, 'candidates', 'project')).toEqual(['main', 'main']);
  });

  test('a name that is nearly right is notFound, with suggestions; an id has none', async () => {
    await make('# Winter irrigation schedule\n');
    expect(await agent.refused('get_note', { ref: 'Winter irrigation plan' })).toMatchObject({
      code: 'notFound',
      suggestions: [expect.objectContaining({ title: 'Winter irrigation schedule', noteId: id })],
    });
    expect(await agent.refused('get_note', { ref: absentId })).toMatchObject({
      code: 'notFound',
      suggestions: [],
    });
  });

  test('a heading or text that is not there', async () => {
    const { noteId } = await make('# One\n\n## Two\n');
    expect(await agent.refused('get_note', { ref: noteId, section: 'Three' })).toMatchObject({
      code: 'noMatch',
      outline: [
        { level: 1, title: 'One', line: 1 },
        { level: 2, title: 'Two', line: 3 },
      ],
    });
    expect((await agent.refused('get_note', { ref: noteId, find: 'absent' })).code).toBe('noMatch');
  });

  refuses('get_note', [
    ['no ref', {}, 'invalidArguments'],
    ['null for the ref', { ref: null }, 'invalidArguments'],
    ['an empty ref', { ref: ' ' }, 'invalidArguments'],
    ['too much at once', { ref: 'x', limit: 15_001 }, 'invalidArguments'],
    ['a negative offset', { ref: 'x', offset: -1 }, 'invalidArguments'],
    ['a format that is none', { ref: 'x', responseFormat: 'full' }, 'invalidArguments'],
  ]);
});

describe('create_note', () => {
  test('answers with id, place, token and revision', async () => {
    const { data, text } = await agent.call('create_note', {
      project: 'main',
      title: 'First of May',
      path: 'days',
      body: 'Dry.',
      type: 'log',
      tags: ['weather'],
      links: [{ relation: 'part of', toTitle: 'Spring' }],
    });
    expect(data).toEqual({
      noteId: id,
      title: 'First of May',
      project: 'main',
      path: 'days/First of May.md',
      versionToken,
      revision: expect.any(Number),
      warnings: [expect.stringContaining('Spring')],
    });
    expect(holdsAll(text, data)).toBe(2);
    expect(await agent.ok('get_note', { ref: 'First of May' })).toMatchObject({
      title: 'First of May',
      frontmatter: { type: 'log', tags: ['weather'] },
      content: expect.stringContaining('- part of [[Spring]]'),
      class: 'user-doc',
    });
  });

  test('a path that ends in .md stores the bytes as they are', async () => {
    const body = '\r\n  two spaces  \r\n\r\n';
    const { noteId } = await make(body);
    expect((await agent.ok('get_note', { ref: noteId })).content).toBe(body);
  });

  test('an occupied place names what is there', async () => {
    const there = await make('# Held\n');
    for (const input of [{ path: there.path }, { path: there.path.toUpperCase().replace('.MD', '.md') }]) {
      expect(await agent.refused('create_note', { project: 'main', body: 'x', ...input })).toMatchObject({
        code: 'alreadyExists',
        noteId: there.noteId,
        path: there.path,
        versionToken: there.versionToken,
      });
    }
  });

  test('an idempotency key: the first answer again, and another call with it is refused', async () => {
    const call = { project: 'main', path: 'once.md', body: 'x', idempotencyKey: 'once' };
    const first = await agent.ok('create_note', call);
    expect(await agent.ok('create_note', call)).toEqual({ ...first, replayed: true });
    expect((await agent.refused('create_note', { ...call, body: 'y' })).code).toBe('idempotencyMismatch');
  });

  refuses('create_note', [
    ['no body', { project: 'main', title: 'T' }, 'invalidArguments'],
    ['null for the body', { project: 'main', title: 'T', body: null }, 'invalidArguments'],
    ['no title anywhere', { project: 'main', body: 'x' }, 'invalidArguments'],
    ['an empty title', { project: 'main', title: ' ', body: 'x' }, 'invalidArguments'],
    ['an absent project', { project: 'nothing', title: 'T', body: 'x' }, 'notFound'],
    ['a path that climbs', { project: 'main', path: '../x.md', body: 'x' }, 'invalidPath'],
    ['an absolute folder', { project: 'main', path: 'a//b.md', body: 'x' }, 'invalidPath'],
    [
      'an absent link target',
      { project: 'main', title: 'T', body: 'x', links: [{ relation: 'r', to: absentId }] },
      'notFound',
    ],
    [
      'a link with two ends',
      { project: 'main', title: 'T', body: 'x', links: [{ relation: 'r', to: 'a', toTitle: 'b' }] },
      'invalidArguments',
    ],
    [
      'a link with no end',
      { project: 'main', title: 'T', body: 'x', links: [{ relation: 'r' }] },
      'invalidArguments',
    ],
    ['a note too large', { project: 'main', title: 'T', body: 'é'.repeat(600_000) }, 'tooLarge'],
  ]);

  test('a link across spaces is crossSpace', async () => {
    await harness.admin.createSpace({ handle: 'away' });
    const far = handleOf(await agent.ok('create_note', { project: 'away', title: 'Far', body: 'x' }));
    const links = [{ relation: 'sees', to: far.noteId }];
    const error = await agent.refused('create_note', { project: 'main', title: 'Near', body: 'x', links });
    expect(error.code).toBe('crossSpace');
  });
});

describe('edit_note', () => {
  test('answers with both tokens, the diff and the counts', async () => {
    const { noteId, versionToken: before } = await make('# T\n\none\n');
    const { data, text } = await agent.call('edit_note', {
      ref: noteId,
      versionToken: before,
      operation: 'findReplace',
      find: 'one',
      content: 'two!',
    });
    expect(data).toMatchObject({
      noteId,
      title: 'T',
      previousVersionToken: before,
      outcome: 'edited',
      added: 4,
      removed: 3,
      diff: expect.stringMatching(/^-one$[\s\S]*^\+two!$/m),
      warnings: [],
    });
    expect(data?.versionToken).not.toBe(before);
    expect(holdsAll(text, data)).toBe(2);
    expect(text).toContain(before);
  });

  test('a change that changes nothing is no revision', async () => {
    const { noteId, versionToken } = await make('one\n');
    const call = { ref: noteId, versionToken, operation: 'replace', content: 'one\n' };
    expect(await agent.ok('edit_note', call)).toMatchObject({
      outcome: 'unchanged',
      revision: null,
      versionToken,
      added: 0,
      removed: 0,
    });
  });

  test('a heading that vanished is a warning', async () => {
    const { noteId, versionToken } = await make('# T\n\n## Kept\n\n## Lost\n');
    const edit = { ref: noteId, versionToken, operation: 'replace', content: '# T\n\n## Kept\n' };
    const { warnings } = await agent.ok('edit_note', edit);
    expect(warnings).toEqual([expect.stringContaining('Lost')]);
  });

  test('without a token: versionRequired with all that the retry needs', async () => {
    const { noteId, versionToken } = await make('# T\n\n## Part\n');
    const { error, text } = await agent.call('edit_note', { ref: noteId, operation: 'append', content: 'x' });
    expect(error).toMatchObject({
      code: 'versionRequired',
      versionToken,
      size: 13,
      outline: [
        { level: 1, title: 'T', line: 1 },
        { level: 2, title: 'Part', line: 3 },
      ],
    });
    expect(text).toContain(versionToken);
  });

  test('with a stale token: versionConflict with token, author, time and diff', async () => {
    const { noteId, versionToken } = await make('one\n');
    const edit = (content: string) =>
      agent.call('edit_note', { ref: noteId, versionToken, operation: 'append', content });
    const won = await edit('two');
    const { error, text } = await edit('three');
    expect(error).toMatchObject({
      code: 'versionConflict',
      versionToken: won.data?.versionToken,
      changedBy: { name: 'admin', kind: 'agent' },
      changedAt: time,
      diff: expect.stringMatching(/^\+two$/m),
    });
    expect(text).toContain(String(won.data?.versionToken));
    expect(text).toContain('+two');
    const read = await agent.ok('get_note', { ref: noteId });
    expect(read.content).not.toContain('three');
  });

  test('a token of another note never matches', async () => {
    const [one, other] = [await make('same\n'), await make('same\n')];
    const call = { ref: one.noteId, versionToken: other.versionToken, operation: 'append', content: 'x' };
    expect((await agent.refused('edit_note', call)).code).toBe('versionConflict');
  });

  test('an edit that breaks the frontmatter is invalidFrontmatter', async () => {
    const { noteId, versionToken } = await make('---\nstatus: open\n---\nx\n');
    const call = { ref: noteId, versionToken, operation: 'findReplace', find: 'open', content: '"open' };
    expect((await agent.refused('edit_note', call)).code).toBe('invalidFrontmatter');
  });

  test('text that occurs twice is notUnique, with lines', async () => {
    const { noteId, versionToken } = await make('one\n\none\n');
    const call = { ref: noteId, versionToken, operation: 'findReplace', find: 'one', content: 'x' };
    const { error, text } = await agent.call('edit_note', call);
    expect(error).toMatchObject({ code: 'notUnique' });
    expect(text).toMatch(/line"?:? ?1/);
    expect(text).toMatch(/line"?:? ?3/);
  });

  test('two headings of one name are ambiguous', async () => {
    const { noteId, versionToken } = await make('# T\n\n## A\n\n## A\n');
    const edit = (section: string) =>
      agent.call('edit_note', {
        ref: noteId,
        versionToken,
        operation: 'replaceSection',
        section,
        content: 'x',
      });
    expect((await edit('A')).error?.code).toBe('ambiguous');
    expect((await edit('A@5')).error).toBeNull();
  });

  test('a note grown past its limit is tooLarge', async () => {
    const { noteId, versionToken } = await make('x'.repeat(1_000_000));
    const call = { ref: noteId, versionToken, operation: 'append', content: 'x'.repeat(100_000) };
    expect((await agent.refused('edit_note', call)).code).toBe('tooLarge');
  });

  test('an idempotency key', async () => {
    const { noteId, versionToken } = await make('one\n');
    const call = { ref: noteId, versionToken, operation: 'append', content: 'two', idempotencyKey: 'edit' };
    const first = await agent.ok('edit_note', call);
    expect(await agent.ok('edit_note', call)).toEqual({ ...first, replayed: true });
    expect((await agent.refused('edit_note', { ...call, content: 'x' })).code).toBe('idempotencyMismatch');
  });

  const edit = { ref: 'x', versionToken: 'v', content: 'x' };
  refuses('edit_note', [
    ['an absent note', { ...edit, operation: 'append' }, 'notFound'],
    ['no operation', edit, 'invalidArguments'],
    ['an operation that is none', { ...edit, operation: 'merge' }, 'invalidArguments'],
    ['a section that is missing', { ...edit, operation: 'replaceSection' }, 'invalidArguments'],
    ['a find that is missing', { ...edit, operation: 'findReplace' }, 'invalidArguments'],
    ['a find that does not belong', { ...edit, operation: 'append', find: 'x' }, 'invalidArguments'],
    ['no content', { ref: 'x', versionToken: 'v', operation: 'append' }, 'invalidArguments'],
  ]);
});

describe('delete_note', () => {
  test('answers where it went and how a human brings it back; again by id it is the first answer', async () => {
    const { noteId, path } = await make('# Old\n');
    const { data, text } = await agent.call('delete_note', { ref: noteId });
    expect(data).toMatchObject({
      noteId,
      title: 'Old',
      path,
      trashedAt: time,
      restoreUrl: expect.stringContaining(noteId),
      restoreCommand: expect.stringContaining(noteId),
    });
    expect(text).toContain(noteId);
    expect(text).toMatch(/do not create it again/i);
    expect(await agent.ok('delete_note', { ref: noteId })).toEqual(data);
    expect((await agent.refused('get_note', { ref: noteId })).code).toBe('notFound');
    expect((await agent.refused('delete_note', { ref: 'Old' })).code).toBe('notFound');
  });

  test('a token, where one is given, must match', async () => {
    const { noteId, versionToken } = await make('one\n');
    await agent.ok('edit_note', { ref: noteId, versionToken, operation: 'append', content: 'two' });
    const stale = await agent.refused('delete_note', { ref: noteId, versionToken });
    expect(stale).toMatchObject({ code: 'versionConflict', versionToken: expect.any(String) });
    await agent.ok('delete_note', { ref: noteId, versionToken: stale.versionToken });
  });

  refuses('delete_note', [
    ['an absent id', { ref: absentId }, 'notFound'],
    ['no ref', {}, 'invalidArguments'],
    ['a list of refs', { ref: ['a'] }, 'invalidArguments'],
  ]);
});

test('one revision a commit, whatever made it', async () => {
  const revision = async () =>
    Number(
      (await agent.ok('create_note', { project: 'main', path: `r/${Math.random()}.md`, body: 'x' })).revision,
    );
  const first = await revision();
  const notes = [1, 2, 3].map((at) => ({ path: `r/batch-${at}.md`, body: 'x' }));
  expect((await agent.ok('create_notes', { project: 'main', notes })).revision).toBe(first + 1);
  expect(await revision()).toBe(first + 2);
});

test('what is stored stays what is derived from it', async () => {
  expect(await harness.engine.verify()).toEqual({ findings: [] });
});
