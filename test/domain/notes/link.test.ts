import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Identity } from '../../../domain/actor.ts';
import { rememberAboutUser } from '../../../domain/memory/rememberAboutUser.ts';
import { createNote } from '../../../domain/notes/create.ts';
import { getNote } from '../../../domain/notes/get.ts';
import { link } from '../../../domain/notes/link.ts';
import { linkMany } from '../../../domain/notes/linkMany.ts';
import { known, openTestEngine, refusalOf, type TestEngine } from '../../factories.ts';
import { spaceOf, type TestSpace } from '../revisions/space.ts';

let engine: TestEngine;
let space: TestSpace;
/** May write in this test's space, and sees no other. */
let editor: Identity;

beforeAll(async () => {
  engine = await openTestEngine();
});
afterAll(() => engine.close());
beforeEach(async () => {
  space = spaceOf(engine, await engine.space());
  editor = await engine.person({ [space.handle]: 'editor' });
});

/** Notes by path; gives their ids in the same order. */
const make = async (texts: Readonly<Record<string, string>>): Promise<string[]> => {
  await space.write(texts);
  const notes = await space.notes();
  return Object.keys(texts).map((path) => known(notes.get(path)).id);
};
const source = async (path: string) => known((await space.notes()).get(path)).source;
const run = (input: Parameters<typeof link>[1], as = editor) => engine.run(link, input, as);
const outgoing = async (ref: string) =>
  (await engine.run(getNote, { ref, responseFormat: 'detailed' })).links?.outgoing;

describe('one link', () => {
  test('is a line under ## Related, an edge, and a version that the next edit takes', async () => {
    const [a = '', b = ''] = await make({ 'a.md': '# Alpha\n\nText.\n', 'b.md': '# Beta\n' });
    const linked = await run({ from: a, relation: 'depends on', to: b });
    expect(await source('a.md')).toBe('# Alpha\n\nText.\n\n## Related\n\n- depends on [[Beta]]\n');
    expect(linked).toEqual({
      from: a,
      to: b,
      relation: 'depends on',
      resolved: true,
      outcome: 'created',
      versionToken: (await engine.run(getNote, { ref: a })).versionToken,
    });
    expect(await outgoing(a)).toEqual([{ relation: 'depends on', noteId: b, title: 'Beta' }]);
  });

  test('again is unchanged, however it is asked for, and makes no revision', async () => {
    const [a = '', b = ''] = await make({ 'a.md': '# Alpha\n', 'b.md': '---\naliases: [AI]\n---\n# Beta\n' });
    await run({ from: a, relation: 'uses', to: b });
    const revision = await space.revision();
    const before = await source('a.md');
    for (const end of [{ to: b }, { to: 'b.md' }, { to: 'Beta' }, { toTitle: 'beta' }, { toTitle: 'ai' }])
      expect(await run({ from: 'Alpha', relation: 'Uses', ...end })).toMatchObject({
        to: b,
        outcome: 'unchanged',
        resolved: true,
      });
    expect(await source('a.md')).toBe(before);
    expect(await space.revision()).toBe(revision);
  });

  test('another relation, and another note, are links of their own in one list', async () => {
    const [a = ''] = await make({ 'a.md': 'x\n', 'b.md': '# Beta\n', 'c.md': '# Gamma\n' });
    await run({ from: a, relation: 'uses', to: 'Beta' });
    await run({ from: a, relation: 'extends', to: 'Beta' });
    await run({ from: a, relation: 'uses', to: 'Gamma' });
    expect(await source('a.md')).toBe(
      'x\n\n## Related\n\n- uses [[Beta]]\n- extends [[Beta]]\n- uses [[Gamma]]\n',
    );
  });

  test('to a title that no note has: open, and bound when one appears', async () => {
    const [a = ''] = await make({ 'a.md': 'x\n' });
    const open = await run({ from: a, relation: 'uses', toTitle: ' Later ' });
    expect(open).toMatchObject({ resolved: false, outcome: 'created' });
    expect(open).not.toHaveProperty('to');
    expect(await run({ from: a, relation: 'uses', toTitle: 'LATER' })).toMatchObject({
      outcome: 'unchanged',
    });
    const later = await engine.run(createNote, { project: space.handle, title: 'Later', body: 'here' });
    expect(await outgoing(a)).toEqual([{ relation: 'uses', noteId: later.noteId, title: 'Later' }]);
    expect(await run({ from: a, relation: 'uses', toTitle: 'Later' })).toMatchObject({
      outcome: 'unchanged',
      to: later.noteId,
    });
  });

  test.each<[string, string, string]>([
    ['A | B', 'b.md', '[[b|A | B]]'],
    ['A]]B', 'b.md', '[[b|A))B]]'],
    ['A#B', 'b.md', '[[b|A#B]]'],
  ])('to the title %o is written so that it leads there', async (title, path, text) => {
    const [a = '', b = ''] = await make({ 'a.md': 'x\n', [path]: `---\ntitle: "${title}"\n---\n` });
    expect(await run({ from: a, relation: 'uses', to: b })).toMatchObject({ to: b, resolved: true });
    expect(await source('a.md')).toContain(`- uses ${text}\n`);
    expect(await outgoing(a)).toEqual([{ relation: 'uses', noteId: b, title }]);
    expect(await run({ from: a, relation: 'uses', to: b })).toMatchObject({ outcome: 'unchanged' });
  });

  test('to one of two namesakes leads to that one, though the note links the other by its title', async () => {
    const [a = '', near = '', far = ''] = await make({
      'a.md': 'see [[Plan]]\n',
      'x/Plan.md': 'near\n',
      'y/z/Plan.md': 'far\n',
    });
    expect(await outgoing(a)).toMatchObject([{ noteId: near }]);
    await run({ from: a, relation: 'uses', to: far });
    expect(await outgoing(a)).toMatchObject([{ noteId: near }, { relation: 'uses', noteId: far }]);
    // What [[Plan]] leads to stays, though the nearer note is gone from there by now.
    await space.move('x/Plan.md', 'v/w/q/');
    await run({ from: a, relation: 'follows', to: far });
    expect(await outgoing(a)).toMatchObject([
      { noteId: near },
      { relation: 'uses', noteId: far },
      { relation: 'follows', noteId: far },
    ]);
  });

  test('to itself', async () => {
    const [a = ''] = await make({ 'a.md': '# Alpha\n' });
    expect(await run({ from: a, relation: 'sees', to: a })).toMatchObject({ to: a, resolved: true });
  });

  test('keeps CRLF and frontmatter as they are', async () => {
    const [a = ''] = await make({ 'a.md': '---\r\nz: 1 # why\r\n---\r\nText.\r\n', 'b.md': '# Beta\n' });
    await run({ from: a, relation: 'uses', to: 'Beta' });
    expect(await source('a.md')).toBe(
      '---\r\nz: 1 # why\r\n---\r\nText.\r\n\r\n## Related\r\n\r\n- uses [[Beta]]\r\n',
    );
  });
});

describe('is refused, and nothing written', () => {
  test.each([
    ['no end', {}, 'invalidArguments'],
    ['both ends', { to: 'Beta', toTitle: 'Beta' }, 'invalidArguments'],
    ['a relation of two lines', { relation: 'a\nb', to: 'Beta' }, 'invalidArguments'],
    ['a relation with a link', { relation: 'a [[b', to: 'Beta' }, 'invalidArguments'],
    ['an empty relation', { relation: '', to: 'Beta' }, 'invalidArguments'],
    ['a control character', { relation: 'a\u0007b', to: 'Beta' }, 'invalidArguments'],
    ['a long relation', { relation: 'a'.repeat(61), to: 'Beta' }, 'invalidArguments'],
    ['a title of two lines', { toTitle: 'a\nb' }, 'invalidArguments'],
    ['a title that cannot stand in a link', { toTitle: 'a]]b' }, 'invalidArguments'],
    ['an absent note', { to: 'Delta' }, 'notFound'],
    ['an absent page', { from: 'Delta', to: 'Beta' }, 'notFound'],
  ])('%s', async (_what, input, code) => {
    await make({ 'a.md': '# Alpha\n', 'b.md': '# Beta\n' });
    const revision = await space.revision();
    const refusal = await refusalOf(run({ from: 'a.md', relation: 'uses', ...input }));
    expect(refusal.code).toBe(code);
    expect(refusal.hint).toMatch(/\.$|\?$/);
    expect(await space.revision()).toBe(revision);
  });

  test('a note that ends in an open fence would swallow the line', async () => {
    const [a = ''] = await make({ 'a.md': 'x\n\n```\ncode\n' });
    const refusal = await refusalOf(run({ from: a, relation: 'uses', toTitle: 'Later' }));
    expect(refusal).toMatchObject({ code: 'invalidArguments', hint: expect.stringContaining('fence') });
    expect(await source('a.md')).toBe('x\n\n```\ncode\n');
  });

  test('a note of another space', async () => {
    const [a = ''] = await make({ 'a.md': 'x\n' });
    const other = spaceOf(engine, await engine.space());
    await other.write({ 'far.md': 'x' });
    const { id } = await other.note('far.md');
    expect(await refusalOf(run({ from: a, relation: 'uses', to: id }, engine.admin))).toMatchObject({
      code: 'crossSpace',
    });
    expect(await refusalOf(run({ from: a, relation: 'uses', to: id }))).toMatchObject({ code: 'notFound' });
  });

  test('memory, at either end', async () => {
    const [a = ''] = await make({ 'a.md': 'x\n' });
    await engine.run(rememberAboutUser, { observation: 'likes tea' }, editor);
    const memory = 'memory/user/general.md';
    expect(await refusalOf(run({ from: memory, relation: 'uses', to: a }))).toMatchObject({
      code: 'invalidArguments',
      hint: expect.stringContaining('remember_about'),
    });
    expect(await refusalOf(run({ from: a, relation: 'uses', to: memory }))).toMatchObject({
      code: 'crossSpace',
    });
  });

  test('a page past the size of a note', async () => {
    const [a = ''] = await make({ 'a.md': `${'x'.repeat(99_990)}\n` });
    expect(await refusalOf(run({ from: a, relation: 'uses', toTitle: 'Later' }))).toMatchObject({
      code: 'tooLarge',
    });
  });

  test('a reader; and what is hidden is not there', async () => {
    const hidden = await engine.project(space.handle, 'hidden');
    const [a = '', b = ''] = await make({ 'a.md': 'x\n', 'hidden/b.md': '# Buried\n' });
    const reader = await engine.person({ [space.handle]: 'reader' });
    expect(await refusalOf(run({ from: a, relation: 'uses', toTitle: 'x' }, reader))).toMatchObject({
      code: 'insufficientScope',
    });
    for (const input of [
      { from: a, to: b },
      { from: b, to: a },
      { from: b, toTitle: 'x' },
    ])
      expect(await refusalOf(run({ relation: 'uses', ...input }, editor))).toMatchObject({
        code: 'notFound',
      });
    const open = await run({ from: a, relation: 'uses', toTitle: 'Buried' }, editor);
    expect(open).toMatchObject({ resolved: false, outcome: 'created' });
    expect(open).not.toHaveProperty('to');
    expect(await engine.within(async ({ access }) => access.all.some((each) => each.handle === hidden))).toBe(
      true,
    );
  });
});

describe('many links', () => {
  const many = (links: Parameters<typeof linkMany>[1]['links'], as = engine.admin) =>
    engine.run(linkMany, { links }, as);

  test('of one note are one change, and all of them one revision', async () => {
    const [a = '', b = '', c = ''] = await make({ 'a.md': '# A1\n', 'b.md': '# B1\n', 'c.md': '# C1\n' });
    const revision = await space.revision();
    const linked = await many([
      { from: a, relation: 'uses', to: b },
      { from: a, relation: 'uses', to: c },
      { from: b, relation: 'follows', to: a },
      { from: a, relation: 'uses', to: b },
    ]);
    expect(linked).toMatchObject({ created: 3, unchanged: 1, failed: 0, revision: revision + 1 });
    const [first, second, third, fourth] = linked.results;
    expect(first).toMatchObject({ index: 0, status: 'created', from: a, to: b, resolved: true });
    expect(second?.versionToken).toBe(first?.versionToken);
    expect(first?.versionToken).toBe((await engine.run(getNote, { ref: a })).versionToken);
    expect(third?.versionToken).toBe((await engine.run(getNote, { ref: b })).versionToken);
    expect(fourth).toMatchObject({ status: 'unchanged', to: b });
    expect(await source('a.md')).toBe('# A1\n\n## Related\n\n- uses [[B1]]\n- uses [[C1]]\n');
    expect(await space.revision()).toBe(revision + 1);
  });

  test('each succeeds or fails alone; again, nothing is written', async () => {
    const [a = '', b = '', fenced = ''] = await make({
      'a.md': '# A2\n',
      'b.md': '# B2\n',
      'f.md': '```\nopen\n',
    });
    const links = [
      { from: a, relation: 'uses', to: b },
      { from: a, relation: '[[', to: b },
      { from: 'nothing like it', relation: 'uses', to: b },
      { from: fenced, relation: 'uses', to: b },
      { from: b, relation: 'uses', toTitle: 'Not yet' },
    ];
    const first = await many(links);
    expect(first).toMatchObject({ created: 2, unchanged: 0, failed: 3 });
    expect(first.results.map(({ index, status, error }) => [index, status, error?.code])).toEqual([
      [0, 'created', undefined],
      [1, 'failed', 'invalidArguments'],
      [2, 'failed', 'notFound'],
      [3, 'failed', 'invalidArguments'],
      [4, 'created', undefined],
    ]);
    const again = await many(links);
    expect(again).toMatchObject({ created: 0, unchanged: 2, failed: 3, revision: null });
    expect(again.results[0]).toEqual({ ...first.results[0], status: 'unchanged' });
  });

  test('of two spaces are a revision in each', async () => {
    const [a = '', b = ''] = await make({ 'a.md': '# A3\n', 'b.md': '# B3\n' });
    const other = spaceOf(engine, await engine.space());
    await other.write({ 'c.md': '# C3\n' });
    const { id: c } = await other.note('c.md');
    const linked = await many([
      { from: a, relation: 'uses', to: b },
      { from: c, relation: 'uses', to: c },
      { from: c, relation: 'uses', to: a },
    ]);
    expect(linked).toMatchObject({ created: 2, failed: 1, revision: await space.revision() });
    expect(linked.results[2]?.error?.code).toBe('crossSpace');
    expect(await other.revision()).toBe(2);
  });

  test('one that would make the note too large leaves the others', async () => {
    const [a = '', b = ''] = await make({ 'a.md': `${'x'.repeat(99_950)}\n`, 'b.md': '# B\n' });
    const linked = await many([
      { from: a, relation: 'uses', to: b },
      { from: a, relation: 'is a very long relation of many words', to: b },
    ]);
    expect(linked.results.map(({ status, error }) => error?.code ?? status)).toEqual(['created', 'tooLarge']);
  });
});

describe('what the writer may not see', () => {
  test('decides nothing: a nearer hidden namesake does not take a title from the note that is seen', async () => {
    const seen = await engine.project(space.handle, 'seen', 'z/');
    await engine.project(space.handle, 'hidden', 'z/hidden/');
    const ann = await engine.person({ [seen]: 'editor' });
    const [far = ''] = await make({ 'z/far/away/Ctl.md': '# Ctl\n', 'z/hidden/Ctl.md': '# Ctl\n' });
    const body = '# Other\n\n[[Ctl]]\n';
    const made = await engine.run(createNote, { project: seen, path: 'Other.md', body }, ann);
    expect(made.warnings).toEqual([]);
    expect(
      await engine.run(link, { from: made.noteId, relation: 'uses', toTitle: 'Ctl' }, ann),
    ).toMatchObject({ resolved: true, to: far });
    expect(
      (await engine.run(getNote, { ref: made.noteId, responseFormat: 'detailed' }, ann)).links?.outgoing,
    ).toEqual([
      { relation: 'links-to', noteId: far, title: 'Ctl' },
      { relation: 'uses', noteId: far, title: 'Ctl' },
    ]);
  });

  test('is named in no link text: a path begins at the project', async () => {
    const inner = await engine.project(space.handle, 'inner', 'secret/inner/');
    const ann = await engine.person({ [inner]: 'editor' });
    const [dup = ''] = await make({
      'secret/inner/x/Dup.md': '# Dup\n',
      'secret/inner/y/Dup.md': '# Dup\n',
    });
    const made = await engine.run(createNote, { project: inner, path: 'From.md', body: '# From\n' }, ann);
    await engine.run(link, { from: made.noteId, relation: 'uses', to: dup }, ann);
    const { content } = await engine.run(getNote, { ref: made.noteId }, ann);
    expect(content).toContain('- uses [[x/Dup|Dup]]');
    expect(content).not.toContain('secret');
  });
});

test('more links than a note takes: the first are written, the others refused, and counts add up', async () => {
  const limit = 5_000;
  const held = Array.from({ length: limit - 3 }, (_, index) => `[[n${index}]]`).join(' ');
  const [from = ''] = await make({ 'a.md': `# Alpha\n\n${held}\n` });
  const links = Array.from({ length: 8 }, (_, index) => ({ from, relation: 'r', toTitle: `t${index}` }));
  const answer = await engine.run(linkMany, { links }, editor);
  expect(answer).toMatchObject({ created: 3, unchanged: 0, failed: 5 });
  expect(answer.results.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 3 }, () => 'created'),
    ...Array.from({ length: 5 }, () => 'failed'),
  ]);
  expect(await source('a.md')).toContain('- r [[t2]]');
  expect(await source('a.md')).not.toContain('[[t3]]');
});
