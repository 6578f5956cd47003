import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Agent, column, type Harness, handleOf, startHarness } from '../../harness.ts';

let harness: Harness;
let agent: Agent;
let count = 0;
/** A project of its own for each test. */
let project: string;
beforeAll(async () => {
  harness = await startHarness();
  agent = await harness.agent();
});
afterAll(() => harness.close());
beforeEach(async () => {
  count += 1;
  project = (await harness.admin.createProject({ space: 'main', slug: `p${count}` })).handle;
});

const make = async (path: string, body = 'text', where = project) =>
  handleOf(await agent.ok('create_note', { project: where, path, body }));
const pathOf = async (ref: string) => (await agent.ok('get_note', { ref })).path;

describe('move_note', () => {
  test('one note: both answers say what a next call needs', async () => {
    const { noteId, versionToken } = await make('in/x.md');
    const { data, text } = await agent.call('move_note', { ref: noteId, toPath: 'out/', versionToken });
    expect(data).toEqual({
      noteId,
      from: 'in/x.md',
      to: 'out/x.md',
      notes: 1,
      versionToken,
      revision: expect.any(Number),
      outcome: 'moved',
    });
    for (const part of [noteId, versionToken, '"in/x.md"', '"out/x.md"', String(data?.revision)])
      expect(text).toContain(part);
    const edit = { ref: noteId, versionToken, operation: 'append', content: 'more' };
    expect(await agent.ok('edit_note', edit)).toMatchObject({ outcome: 'edited' });
  });

  test('many notes, sent as JSON text too; the text shows the first twenty', async () => {
    const made = await agent.ok('create_notes', {
      project,
      notes: Array.from({ length: 30 }, (_, index) => ({ path: `in/${index}.md`, body: 'x' })),
    });
    const refs = column(made, 'results', 'noteId');
    const { data, text } = await agent.call('move_note', { refs: JSON.stringify(refs), toPath: 'out' });
    expect(data).toMatchObject({ from: 'in/', to: 'out/', notes: 30, outcome: 'moved' });
    expect(column(data ?? {}, 'results', 'noteId')).toEqual(refs);
    expect(text).toContain('10 more');
    expect(text).toContain(String(refs[19]));
    expect(text).not.toContain(String(refs[20]));
    expect((await agent.ok('list_notes', { project, path: 'out' })).total).toBe(30);
  });

  test('two at once to one place: one wins, the other is told who', async () => {
    const notes = [await make('a/x.md'), await make('b/x.md')];
    const answers = await Promise.all(
      notes.map(({ noteId }) => agent.call('move_note', { ref: noteId, toPath: 'c' })),
    );
    const won = answers.find(({ data }) => data !== null)?.data;
    const lost = answers.find(({ error }) => error !== null)?.error;
    expect(won).toMatchObject({ to: 'c/x.md', outcome: 'moved' });
    expect(lost).toMatchObject({ code: 'alreadyExists', noteId: won?.noteId, path: 'c/x.md' });
    const loser = notes.find(({ noteId }) => noteId !== won?.noteId)?.noteId ?? '';
    expect(await pathOf(loser)).toMatch(/^[ab]\/x\.md$/);
  });

  test('one note moved and renamed at once by many keeps one id and one place', async () => {
    const { noteId } = await make('a/x.md');
    await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        at % 2 === 0
          ? agent.ok('move_note', { ref: noteId, toPath: `t${at}` })
          : agent.ok('rename_note', { ref: noteId, title: `Name ${at}` }),
      ),
    );
    expect((await agent.ok('list_notes', { project, recursive: true })).total).toBe(1);
    expect(await pathOf(noteId)).toMatch(/^t\d+\/Name \d+\.md$/);
  });

  test('to another project by its handle, and by an old one', async () => {
    const { noteId } = await make('x.md');
    await agent.ok('rename_project', { project, slug: `renamed-${count}` });
    const input = { ref: noteId, toPath: 'a', toProject: project };
    expect(await agent.ok('move_note', input)).toMatchObject({ outcome: 'moved', to: 'a/x.md' });
    expect(await agent.ok('get_note', { ref: noteId })).toMatchObject({ project: `main/renamed-${count}` });
  });
});

describe('rename_note', () => {
  test('both answers say what a next call needs, and quote what was stored', async () => {
    const { noteId } = await make('in/Old.md');
    const title = 'New `x` \u202Eevil';
    const { data, text } = await agent.call('rename_note', { ref: 'in/Old.md', title });
    expect(data).toMatchObject({ noteId, from: 'in/Old.md', notes: 1, outcome: 'renamed' });
    for (const part of [noteId, String(data?.versionToken)]) expect(text).toContain(part);
    expect(text).not.toContain('\u202E');
    expect(await agent.ok('get_note', { ref: noteId })).toMatchObject({ title });
  });

  test('a namesake elsewhere is a warning in both', async () => {
    await make('a/Twin.md');
    const { noteId } = await make('b/Other.md');
    const { data, text } = await agent.call('rename_note', { ref: noteId, title: 'Twin' });
    expect(data?.warnings).toHaveLength(1);
    expect(text).toContain('warning:');
  });
});

describe('folders and projects', () => {
  test('move_folder, rename_folder, rename_project', async () => {
    const { noteId } = await make('a/b/x.md');
    const moved = await agent.call('move_folder', { project, path: 'a/b', toPath: '/' });
    expect(moved.data).toEqual({
      from: 'a/b/',
      to: 'b/',
      notes: 1,
      revision: expect.any(Number),
      outcome: 'moved',
    });
    expect(moved.text).toMatch(/^Moved "a\/b\/" -> "b\/", 1 note, revision \d+\.$/);
    expect(await agent.ok('rename_folder', { project, path: 'b', name: 'c' })).toMatchObject({ to: 'c/' });
    expect(await pathOf(noteId)).toBe('c/x.md');
    const slug = `slug-${count}`;
    const renamed = await agent.call('rename_project', { project, slug, name: 'Named' });
    expect(renamed.data).toEqual({ from: project, to: `main/${slug}`, notes: 1, outcome: 'renamed' });
    expect(renamed.text).toContain(`main/${slug}`);
    const { projects } = await agent.ok('get_my_projects');
    expect(projects).toContainEqual(expect.objectContaining({ handle: `main/${slug}`, name: 'Named' }));
    expect((await agent.ok('list_notes', { project })).folders).toMatchObject([{ path: 'c/', notes: 1 }]);
  });

  test('the folder of a project keeps its handle', async () => {
    const { noteId } = await make('x.md');
    const folder = { from: `p${count}/`, to: `q${count}/` };
    const input = { project, path: '/', name: `q${count}` };
    expect(await agent.ok('rename_folder', input)).toMatchObject({ ...folder, outcome: 'renamed' });
    expect(await agent.ok('get_note', { ref: noteId })).toMatchObject({ project, path: 'x.md' });
    expect(await agent.ok('rename_folder', input)).toMatchObject({ outcome: 'unchanged' });
  });
});

describe('every code', () => {
  type Call = readonly [string, Record<string, unknown>];
  const cases: [string, string, (ids: { noteId: string; other: string }) => Call][] = [
    ['invalidArguments', 'neither ref nor refs', () => ['move_note', { toPath: 'q' }]],
    ['invalidArguments', 'both', ({ noteId }) => ['move_note', { ref: noteId, refs: [noteId], toPath: 'q' }]],
    ['invalidArguments', 'no toPath', ({ noteId }) => ['move_note', { ref: noteId }]],
    ['invalidArguments', 'a field nobody knows', ({ noteId }) => ['move_note', { ref: noteId, topath: 'q' }]],
    ['invalidArguments', 'no refs', () => ['move_note', { refs: [], toPath: 'q' }]],
    ['invalidArguments', '201 refs', () => ['move_note', { refs: Array(201).fill('x'), toPath: 'q' }]],
    ['invalidArguments', 'refs of another type', () => ['move_note', { refs: [{ a: 1 }], toPath: 'q' }]],
    ['invalidArguments', 'a broken ref', () => ['move_note', { ref: 'a\ud83d', toPath: 'q' }]],
    ['invalidArguments', 'a broken title', ({ noteId }) => ['rename_note', { ref: noteId, title: '\ud83d' }]],
    ['invalidArguments', 'the profile moved', () => ['move_note', { ref: 'profile.md', toPath: 'q' }]],
    ['invalidArguments', 'the profile renamed', () => ['rename_note', { ref: 'profile.md', title: 'Q' }]],
    ['invalidArguments', 'no slug and no name', () => ['rename_project', { project }]],
    ['invalidArguments', 'a slug that is a path', () => ['rename_project', { project, slug: 'a/b' }]],
    ['notFound', 'a note', () => ['move_note', { ref: 'none.md', toPath: 'q' }]],
    [
      'notFound',
      'a project',
      ({ noteId }) => ['move_note', { ref: noteId, toPath: 'q', toProject: 'main/none' }],
    ],
    ['notFound', 'a folder', () => ['move_folder', { project, path: 'none', toPath: 'q' }]],
    ['notFound', 'a folder to rename', () => ['rename_folder', { project, path: 'none', name: 'q' }]],
    ['ambiguous', 'a title of two', () => ['move_note', { ref: 'Twin', toPath: 'q' }]],
    ['alreadyExists', 'a note in the way', ({ noteId }) => ['move_note', { ref: noteId, toPath: 'b' }]],
    ['alreadyExists', 'a title', ({ noteId }) => ['rename_note', { ref: noteId, title: 'Twin' }]],
    ['alreadyExists', 'a folder', () => ['rename_folder', { project, path: 'a', name: 'b' }]],
    ['alreadyExists', 'a handle', () => ['rename_project', { project, slug: 'taken' }]],
    [
      'versionConflict',
      'move',
      ({ noteId }) => ['move_note', { ref: noteId, toPath: 'q', versionToken: 'v1' }],
    ],
    [
      'versionConflict',
      'rename',
      ({ noteId }) => ['rename_note', { ref: noteId, title: 'Q', versionToken: 'v1' }],
    ],
    [
      'versionConflict',
      'a token of another note',
      ({ noteId, other }) => ['move_note', { ref: noteId, toPath: 'q', versionToken: other }],
    ],
    ['invalidPath', 'a file', ({ noteId }) => ['move_note', { ref: noteId, toPath: 'q/x.md' }]],
    ['invalidPath', 'a way up', ({ noteId }) => ['move_note', { ref: noteId, toPath: '../q' }]],
    ['invalidPath', 'an encoded way up', ({ noteId }) => ['move_note', { ref: noteId, toPath: '%2e%2e/q' }]],
    ['invalidPath', 'a NUL', () => ['move_folder', { project, path: 'a', toPath: 'q\u0000' }]],
    ['invalidPath', 'a full path', () => ['move_folder', { project, path: 'a', toPath: 'q/a' }]],
    ['invalidPath', 'a name with a slash', () => ['rename_folder', { project, path: 'a', name: 'q/r' }]],
    ['intoItself', 'a folder', () => ['move_folder', { project, path: 'a', toPath: 'a/b' }]],
    [
      'crossSpace',
      'a project of another space',
      ({ noteId }) => ['move_note', { ref: noteId, toPath: 'q', toProject: 'far' }],
    ],
    ['tooLarge', 'no room for an alias', () => ['rename_note', { ref: 'big.md', title: 'Q' }]],
  ];
  beforeAll(async () => {
    await harness.admin.createSpace({ handle: 'far' });
    await harness.admin.createProject({ space: 'main', slug: 'taken' });
    await agent.ok('create_note', { project: 'far', path: 'big.md', body: 'x'.repeat(1_048_570) });
  });

  test.each(cases)('%s: %s', async (code, _what, call) => {
    const { noteId } = await make('a/x.md');
    const { versionToken } = await make('b/x.md', '# Twin\n');
    await make('a/twin.md', '# Twin\n');
    const before = await agent.ok('list_notes', { project, recursive: true });
    const [tool, input] = call({ noteId, other: versionToken });
    const { error, text } = await agent.call(tool, input);
    expect(error?.code).toBe(code);
    expect(error?.hint).toMatch(/[.?]$/);
    expect(text.startsWith(`${code}: `)).toBe(true);
    expect(await agent.ok('list_notes', { project, recursive: true })).toEqual(before);
  });

  test.each<[string, Record<string, unknown>]>([
    ['rename_project', { name: 'Q' }],
    ['rename_folder', { path: '/', name: 'q' }],
  ])('insufficientScope: %s by an editor of that project alone', async (tool, input) => {
    await harness.admin.createUser({ name: `ed-${count}`, password: 'long enough' });
    await harness.admin.setMember({ user: `ed-${count}`, role: 'editor', project });
    const editor = await harness.agent({ user: `ed-${count}` });
    expect(await editor.refused(tool, { project, ...input })).toMatchObject({ code: 'insufficientScope' });
  });
});
