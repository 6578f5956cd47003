import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Agent, column, type Harness, handleOf, startHarness } from '../../harness.ts';

let harness: Harness;
let agent: Agent;
let adminToken: string;
beforeAll(async () => {
  harness = await startHarness();
  agent = await harness.agent();
  adminToken = await harness.token({ scope: 'admin' });
});
afterAll(() => harness.close());

const made = z.object({
  noteId: z.string(),
  versionToken: z.string(),
  title: z.string(),
  path: z.string(),
  warnings: z.array(z.string()),
});
const create = async (input: object) =>
  made.parse(await agent.ok('create_note', { project: 'main', body: 'x', ...input }));
const outgoing = async (ref: string) => {
  const note = await agent.ok('get_note', { ref, responseFormat: 'detailed' });
  return z.object({ outgoing: z.array(z.looseObject({ title: z.string() })) }).parse(note.links).outgoing;
};
const restore = (noteIds: string[], more: object = {}) =>
  harness.rest('POST', '/api/spaces/main/trash/restore', { noteIds, ...more }, adminToken);

describe('a title is text', () => {
  test.each([
    'In/Out list',
    'a\\b',
    '..',
    '.',
    '.hidden',
    'CON',
    'nul.txt',
    'ends with a dot.',
    'A | B',
    'A]]B [[C',
    'A#B ^c',
    '50% plan',
    '100%25',
    '"quoted" \'single\'',
    'key: value # no comment',
    '- not a list',
    '[x](y)',
    '🙂🙃',
    '日本語のノート',
    'שלום עולם',
    'e\u0301 decomposed',
    'x'.repeat(300),
    '🙂'.repeat(300),
    'yes',
    '2026-04-05',
    '0x10',
    '~',
    'ﬁ ligature',
    'İstanbul ıssız',
  ])('%j is kept, and names its note', async (title) => {
    const note = await create({ title, path: 'titles' });
    expect(note.title).toBe(title);
    expect(note.path).toMatch(/^titles\/[^/]+\.md$/);
    expect(new TextEncoder().encode(note.path.slice('titles/'.length)).length).toBeLessThanOrEqual(255);
    expect(await agent.ok('get_note', { ref: note.noteId })).toMatchObject({ title, path: note.path });
    expect((await agent.ok('get_note', { ref: note.path })).noteId).toBe(note.noteId);
    expect((await agent.ok('get_note', { ref: title })).noteId).toBe(note.noteId);
    expect(
      await agent.refused('create_note', { project: 'main', title, path: 'titles', body: 'y' }),
    ).toMatchObject({
      code: 'alreadyExists',
      noteId: note.noteId,
    });
  });

  test('any title, in any folder, is kept', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), async (text) => {
        const title = text.trim();
        fc.pre(title !== '' && !/[\p{Cc}\u2028\u2029]/u.test(title));
        const key = title.normalize('NFC').toLowerCase();
        fc.pre(!seen.has(key));
        seen.add(key);
        const { data, text: said } = await agent.call('create_note', {
          project: 'main',
          title,
          path: `any/${seen.size}`,
          body: '',
        });
        if (data === null) throw new Error(said);
        expect((await agent.ok('get_note', { ref: data.noteId })).title).toBe(title);
      }),
      { numRuns: 30 },
    );
  });

  test.each([
    ['301 characters', 'x'.repeat(301), '300'],
    ['a line break', 'a\nb', 'line'],
    ['a control character', 'a\u0007b', 'U+0007'],
    ['nothing', '  ', 'title'],
  ])('%s is refused, with the limit named', async (_what, title, word) => {
    const error = await agent.refused('create_note', { project: 'main', title, body: 'x' });
    expect(error).toMatchObject({ code: 'invalidArguments', message: expect.stringContaining(word) });
  });

  test('two titles that share their first 250 characters are two files', async () => {
    const [one, two] = [`${'long '.repeat(50)}one`, `${'long '.repeat(50)}two`];
    const notes = [await create({ title: one, path: 'long' }), await create({ title: two, path: 'long' })];
    expect(notes.map(({ title }) => title)).toEqual([one, two]);
    expect(new Set(notes.map(({ path }) => path)).size).toBe(2);
  });

  test.each([
    ['frontmatter', '---\ntitle: From it\n---\n# Other\n', 'From it'],
    ['the first heading', '\n# From it\n\n# Other\n', 'From it'],
    ['the file, where text comes before the heading', 'text\n\n# Other\n', 'From it'],
  ])('it comes from %s', async (what, body, title) => {
    const path = `sources/${what.length}/From it.md`;
    expect((await create({ path, body })).title).toBe(title);
  });
});

describe('names are compared folded', () => {
  test.each([
    ['folded case', 'Budget', 'BUDGET'],
    ['decomposed', 'Café', 'Cafe\u0301'],
    ['sharp s', 'Straße', 'STRASSE'],
  ])('%s: %j and %j are one path', async (_what, one, other) => {
    const first = await create({ title: one, path: 'fold' });
    expect(first.title).toBe(one);
    expect(
      await agent.refused('create_note', { project: 'main', title: other, path: 'Fold/', body: 'y' }),
    ).toMatchObject({
      code: 'alreadyExists',
      noteId: first.noteId,
      path: first.path,
    });
    expect((await agent.ok('get_note', { ref: `FOLD/${other}.md` })).noteId).toBe(first.noteId);
    expect((await agent.ok('get_note', { ref: other })).noteId).toBe(first.noteId);
  });

  test.each(['Test Note', 'Crème', '60% plan', 'a+b & c?d'])(
    '%s is found literally and as in a URI',
    async (title) => {
      const note = await create({ title, path: 'uri dir' });
      for (const ref of [title, note.path, encodeURIComponent(title), encodeURI(note.path)]) {
        expect((await agent.ok('get_note', { ref })).noteId, ref).toBe(note.noteId);
      }
    },
  );
});

describe('paths', () => {
  test.each([
    '../../etc/x.md',
    'a/../b.md',
    './x.md',
    'a//b.md',
    'a\\b.md',
    'a\u0000.md',
    'a\u0007/b.md',
    ' a/b.md',
    'a/b /c.md',
    'a./b.md',
    '.../x.md',
    `${'x'.repeat(260)}.md`,
    `${'x/'.repeat(600)}y.md`,
    `${'é'.repeat(130)}.md`,
  ])('%j cannot be created', async (path) => {
    const error = await agent.refused('create_note', { project: 'main', path, body: 'x' });
    expect(['invalidPath', 'invalidArguments']).toContain(error.code);
    expect(error.message.length).toBeLessThan(400);
  });

  test.each([
    '../../etc/passwd',
    '%2e%2e/%2e%2e/etc/passwd.md',
    '/etc/passwd',
    '..\\..\\x.md',
    'C:\\x.md',
    'file:///etc/passwd.md',
  ])('%j is not read', async (ref) => {
    expect(['notFound', 'invalidArguments', 'invalidPath']).toContain(
      (await agent.refused('get_note', { ref })).code,
    );
  });

  test('as long as is allowed is taken', async () => {
    const name = `${'x'.repeat(252)}.md`;
    expect((await create({ path: name })).path).toBe(name);
    const deep = `${'d/'.repeat(500)}y.md`;
    expect((await create({ path: deep })).path).toBe(deep);
    expect((await agent.ok('get_note', { ref: deep })).path).toBe(deep);
  });

  test('a folder for a file, and a file for a folder', async () => {
    await create({ path: 'shape/item.md' });
    expect((await create({ path: 'shape', title: 'Other' })).path).toBe('shape/Other.md');
    expect((await create({ path: 'shape/', title: 'Third' })).path).toBe('shape/Third.md');
    const error = await agent.refused('create_note', {
      project: 'main',
      path: '/shape/',
      title: 'T',
      body: 'x',
    });
    expect(error).toMatchObject({ code: 'invalidPath', hint: expect.stringContaining('"shape/"') });
    for (const path of [undefined, '', '/']) {
      const title = `Root ${String(path)}`;
      expect((await create({ path, title })).path).toMatch(/^Root[^/]*\.md$/);
    }
  });
});

describe('links', () => {
  test('a target typed decomposed, or in another case, is the same', async () => {
    const target = await create({ title: 'Übersicht', path: 'links' });
    const note = await create({
      path: 'links/nfd.md',
      body: '[[U\u0308bersicht]] [[übersicht#Teil|so]] ![[ÜBERSICHT]]',
    });
    expect(note.warnings).toEqual([]);
    expect((await outgoing(note.noteId)).map((link) => link.noteId)).toContain(target.noteId);
    expect((await outgoing(note.noteId)).every((link) => link.noteId === target.noteId)).toBe(true);
  });

  test('an alias resolves; a title beats it; a path beats both', async () => {
    const alias = await create({
      path: 'alias/long.md',
      body: '---\naliases: [AI]\n---\n# Artificial intelligence\n',
    });
    const from = async (name: string) => {
      const note = await create({ path: `alias/from-${name}.md`, body: '[[ai]]' });
      return (await outgoing(note.noteId)).map((link) => link.noteId);
    };
    expect(await from('one')).toEqual([alias.noteId]);
    const title = await create({ path: 'alias/other.md', body: '# AI\n' });
    expect(await from('two')).toEqual([title.noteId]);
    expect(await outgoing('alias/from-one.md')).toMatchObject([{ noteId: alias.noteId }]);
  });

  test('several of one name: a warning with the candidates', async () => {
    const twins = [
      await create({ path: 'twins/a/x1.md', body: '# Twin\n' }),
      await create({ path: 'twins/b/x2.md', body: '# Twin\n' }),
    ];
    const note = await create({ path: 'twins/from.md', body: '[[Twin]]' });
    expect(note.warnings.join(' ')).toContain('Twin');
    for (const { path } of twins) expect(note.warnings.join(' ')).toContain(path.slice('twins/'.length));
    const near = await create({ path: 'twins/a/near.md', body: '[[Twin]]' });
    expect(await outgoing(near.noteId)).toMatchObject([{ noteId: twins[0]?.noteId }]);
  });

  test('a forward reference resolves when its note appears, and is open again when it goes', async () => {
    const note = await create({ path: 'forward/needs it.md', body: '- needs [[Forward aim]]' });
    expect(note.warnings).toEqual([expect.stringContaining('Forward aim')]);
    const open = [{ relation: 'needs', title: 'Forward aim', unresolved: true }];
    expect(await outgoing(note.noteId)).toMatchObject(open);
    const aim = await create({ title: 'Forward aim', path: 'forward' });
    expect(await outgoing(note.noteId)).toMatchObject([{ relation: 'needs', noteId: aim.noteId }]);
    await agent.ok('delete_note', { ref: aim.noteId });
    expect(await outgoing(note.noteId)).toMatchObject([{ title: 'Forward aim' }]);
    expect((await outgoing(note.noteId))[0]).not.toHaveProperty('noteId');
    await restore([aim.noteId]);
    expect(await outgoing(note.noteId)).toMatchObject([{ relation: 'needs', noteId: aim.noteId }]);
  });

  test('what resolved stays with its note when a namesake comes', async () => {
    const aim = await create({ path: 'namesake/a.md', body: '# Only one\n' });
    const note = await create({ path: 'namesake/b/from.md', body: '[[Only one]]' });
    const later = await create({ path: 'namesake/b/near.md', body: '# Only one\n' });
    expect(later.warnings.join(' ')).toContain('Only one');
    expect(await outgoing(note.noteId)).toMatchObject([{ noteId: aim.noteId }]);
  });

  test.each(['A | B deluxe', 'A]]B deluxe', 'A#B deluxe', 'Plain deluxe', 'A `b` deluxe', 'x/y deluxe'])(
    'create’s links write text that resolves to exactly %j',
    async (title) => {
      const aim = await create({ title, path: 'exact' });
      const note = await create({
        title: `From ${title}`,
        path: 'exact',
        links: [{ relation: 'part of', to: aim.noteId }],
      });
      expect(await outgoing(note.noteId)).toMatchObject([{ relation: 'part of', noteId: aim.noteId }]);
    },
  );

  test('a title that cannot stand in [[ ]] is no toTitle', async () => {
    for (const toTitle of ['A | B', 'A]]B', 'A#B', '', 'a\nb', '[[x']) {
      const links = [{ relation: 'r', toTitle }];
      const error = await agent.refused('create_note', {
        project: 'main',
        title: 'Bad link',
        body: 'x',
        links,
      });
      expect(error.code, toTitle).toBe('invalidArguments');
    }
  });

  test('circles and a link to itself are read as they are', async () => {
    const one = await create({ path: 'circle/1.md', body: '# Circle one\n\n[[Circle one]] [[Circle two]]' });
    const two = await create({ path: 'circle/2.md', body: '# Circle two\n\n[[Circle one]]' });
    expect((await outgoing(one.noteId)).map((link) => link.noteId)).toEqual([one.noteId, two.noteId]);
    expect((await outgoing(two.noteId)).map((link) => link.noteId)).toEqual([one.noteId]);
  });

  test('an edit that changes the title keeps the file and the old name', async () => {
    const aim = await create({ title: 'Before it', path: 'retitle', body: '# Before it\n' });
    const note = await create({ path: 'retitle/from.md', body: '[[Before it]]' });
    await agent.ok('edit_note', {
      ref: aim.noteId,
      versionToken: aim.versionToken,
      operation: 'findReplace',
      find: '# Before it',
      content: '# After it',
    });
    expect(await agent.ok('get_note', { ref: 'After it' })).toMatchObject({
      noteId: aim.noteId,
      path: aim.path,
    });
    expect((await agent.ok('get_note', { ref: 'Before it' })).noteId).toBe(aim.noteId);
    expect(await outgoing(note.noteId)).toMatchObject([{ noteId: aim.noteId, title: 'After it' }]);
  });
});

describe('the trash', () => {
  test('what comes back at once is the same note', async () => {
    const note = await create({ title: 'There and back', path: 'trash', tags: ['t'], body: 'text' });
    const before = await agent.ok('get_note', { ref: note.noteId });
    await agent.ok('delete_note', { ref: note.noteId });
    const answer = await restore([note.noteId]);
    expect(answer).toMatchObject({
      status: 200,
      body: { restored: 1, failed: 0, results: [{ path: note.path }] },
    });
    expect(await agent.ok('get_note', { ref: note.noteId })).toMatchObject({
      noteId: note.noteId,
      content: before.content,
      frontmatter: before.frontmatter,
      versionToken: note.versionToken,
      path: note.path,
    });
  });

  test('its path is free at once; what took it is named, or gets company', async () => {
    const old = await create({ title: 'Seat', path: 'trash' });
    await agent.ok('delete_note', { ref: old.noteId });
    const now = await create({ title: 'Seat', path: 'trash' });
    expect(now.path).toBe(old.path);
    expect(await restore([old.noteId])).toMatchObject({
      status: 200,
      body: {
        restored: 0,
        failed: 1,
        results: [{ status: 'failed', error: { code: 'alreadyExists', noteId: now.noteId } }],
      },
    });
    expect(await restore([old.noteId], { onConflict: 'rename' })).toMatchObject({
      body: { restored: 1, results: [{ path: 'trash/Seat (restored).md' }] },
    });
    const third = await create({ path: 'trash/third.md' });
    await agent.ok('delete_note', { ref: third.noteId });
    expect(await restore([third.noteId])).toMatchObject({ body: { restored: 1 } });
  });

  test('a folder that went with its last note is made again', async () => {
    const note = await create({ path: 'trash/gone/deep/leaf.md' });
    await agent.ok('delete_note', { ref: note.noteId });
    expect((await agent.refused('list_notes', { project: 'main', path: 'trash/gone' })).code).toBe(
      'notFound',
    );
    await restore([note.noteId]);
    const list = await agent.ok('list_notes', { project: 'main', path: 'trash/gone/deep' });
    expect(column(list, 'notes', 'noteId')).toEqual([note.noteId]);
  });

  test('it is listed for a human, with who deleted it', async () => {
    const note = await create({ title: 'Listed leftover', path: 'trash' });
    await agent.ok('delete_note', { ref: note.noteId });
    const answer = await harness.rest('GET', '/api/spaces/main/trash?q=leftover', undefined, adminToken);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        items: [
          {
            noteId: note.noteId,
            title: 'Listed leftover',
            project: 'main',
            path: note.path,
            deletedBy: { kind: 'agent' },
          },
        ],
        total: 1,
      },
    });
  });
});

test('a version token is accepted after a no-op and after the trash', async () => {
  const note = await create({ path: 'token.md', body: 'one\n' });
  const same = { ref: note.noteId, operation: 'replace', content: 'one\n' };
  const first = handleOf(await agent.ok('edit_note', { ...same, versionToken: note.versionToken }));
  await agent.ok('delete_note', { ref: note.noteId, versionToken: first.versionToken });
  await restore([note.noteId]);
  await agent.ok('edit_note', { ...same, versionToken: first.versionToken, content: 'two\n' });
});

test('what is stored stays what is derived from it', async () => {
  expect(await harness.engine.verify()).toEqual({ findings: [] });
});
