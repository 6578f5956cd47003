import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Identity } from '../../../domain/actor.ts';
import { readFactLines } from '../../../domain/memory/factLines.ts';
import { readFacts } from '../../../domain/memory/readFacts.ts';
import type { RememberInput } from '../../../domain/memory/remember.ts';
import { rememberAboutProject } from '../../../domain/memory/rememberAboutProject.ts';
import { rememberAboutUser } from '../../../domain/memory/rememberAboutUser.ts';
import { theProject, theUser } from '../../../domain/memory/subject.ts';
import { getNote } from '../../../domain/notes/get.ts';
import type { NoteRecord } from '../../../domain/ports.ts';
import { spaceOf } from '../../../domain/projects/find.ts';
import { commit } from '../../../domain/revisions/commit.ts';
import { history } from '../../../domain/revisions/history.ts';
import { known, openTestEngine, refusalOf, start, type TestEngine } from '../../factories.ts';

let engine: TestEngine;
let user: Identity;
beforeAll(async () => {
  engine = await openTestEngine();
});
afterAll(() => engine.close());
beforeEach(async () => {
  user = await engine.person({ main: 'reader' });
  engine.now = Math.max(engine.now, start) + 1000;
});

const say = (observation: string, more: Partial<RememberInput> = {}) => {
  engine.now += 1;
  return engine.run(rememberAboutUser, { observation, ...more }, user);
};
const sayOfProject = (observation: string, more: Partial<RememberInput> = {}) => {
  engine.now += 1;
  return engine.run(rememberAboutProject, { observation, project: 'main', ...more }, user);
};
const refusal = async (observation: string, more: Partial<RememberInput> = {}) =>
  (await refusalOf(say(observation, more))).toFacts();

/** The user's memory notes: source by path. */
const notes = (): Promise<Record<string, string>> =>
  engine.within(async ({ stores, actor }) => {
    const folders = await stores.folders.subtree(actor.user.personalSpaceId, 'memory/');
    const found = await stores.notes.inFolders(folders.map((folder) => folder.id));
    const sources = await stores.sources.read(found.flatMap((note) => note.sourceId ?? []));
    for (const note of found) expect(note.class).toBe('agent-memory');
    const path = (note: NoteRecord) => `${note.folderPath}${note.name}`;
    return Object.fromEntries(found.map((note) => [path(note), sources.get(note.sourceId ?? 0) ?? '']));
  }, user);
const about = () =>
  engine.within(async (context) => (await readFacts(context, theUser)).map(({ fact }) => fact), user);
const texts = async () => (await about()).map(({ text }) => text);
const revision = () =>
  engine.within(
    async (context) => (await spaceOf(context, context.actor.user.personalSpaceId)).revision,
    user,
  );

/** What only a person at the page does to a memory note. */
const byHand = (path: string, source: string | null) =>
  engine.within(async (context) => {
    const { personalSpaceId } = context.actor.user;
    const cut = path.lastIndexOf('/') + 1;
    const [folder] = await context.stores.folders.byPathKeys(personalSpaceId, [path.slice(0, cut)]);
    const [note] = await context.stores.notes.atPlaces([known(folder).id], [path.slice(cut)]);
    const { folderPath, name, id, seq } = known(note);
    await commit(context, await spaceOf(context, personalSpaceId), [
      {
        operation: source === null ? 'delete' : 'edit',
        note: known(note),
        after: source === null ? null : { folderPath, name, source },
        class: 'agent-memory',
      },
    ]);
    return { id, seq };
  }, user);

describe('a fact', () => {
  test('makes the note of its category, then goes on in it', async () => {
    const first = await say('Likes tea', { category: 'Food' });
    expect(first).toEqual({
      factId: expect.stringMatching(/^f-[\da-z]{10}$/),
      category: 'food',
      outcome: 'created',
    });
    const second = await say('Eats no\n\nfish', { category: 'food' });
    expect(second).toMatchObject({ category: 'food', outcome: 'appended' });
    expect(second.factId).not.toBe(first.factId);
    expect(await say('Lives in Recife')).toMatchObject({ category: 'general', outcome: 'created' });
    expect(await notes()).toEqual({
      'memory/user/food.md': `# About the user: food\n\n- 2030-01-01 Likes tea ^${first.factId}\n- 2030-01-01 Eats no fish ^${second.factId}\n`,
      'memory/user/general.md': expect.stringMatching(
        /^# About the user: general\n\n- 2030-01-01 Lives in Recife \^f-/,
      ),
    });
  });

  test('is read back, newest first over all categories', async () => {
    await say('one', { category: 'b' });
    await say('two', { category: 'a' });
    engine.now += 24 * 3_600_000;
    const third = await say('three', { category: 'b' });
    const at = new Date(engine.now).toISOString().slice(0, 10);
    const facts = await about();
    expect(facts[0]).toEqual({ factId: third.factId, category: 'b', text: 'three', at });
    expect(facts.map(({ text, category }) => [text, category])).toEqual([
      ['three', 'b'],
      ['two', 'a'],
      ['one', 'b'],
    ]);
  });

  test('about a project is kept by its id, and apart from the user’s', async () => {
    await say('Deploys on Fridays');
    expect(await sayOfProject('Deploys on Fridays')).toMatchObject({
      category: 'general',
      outcome: 'created',
    });
    const main = await engine.within(async ({ stores }) => known(await stores.projects.byHandle('main')));
    expect((await notes())[`memory/project/${main.id}/general.md`]).toMatch(
      /^# About the project main: general\n\n- /,
    );
    const ofProject = await engine.within((context) => readFacts(context, theProject(main)), user);
    expect(ofProject).toMatchObject([{ fact: { text: 'Deploys on Fridays', category: 'general' } }]);
    expect(await texts()).toEqual(['Deploys on Fridays']);
  });

  test('that is said in the same millisecond has an id of its own', async () => {
    const run = (observation: string) => engine.run(rememberAboutUser, { observation }, user);
    const ids = [];
    for (let count = 0; count < 40; count += 1) ids.push((await run(`fact ${count}`)).factId);
    expect(new Set(ids).size).toBe(40);
    expect([...ids].sort()).toEqual(ids);
  });
});

describe('the same fact again', () => {
  test.each(['Likes  TEA', 'likes tea.', 'Likes tea!?', ' likes\ntea '])(
    '%j writes nothing',
    async (again) => {
      const { factId } = await say('Likes tea', { category: 'food' });
      const before = await revision();
      for (const category of ['food', 'drinks', undefined])
        expect(await say(again, category ? { category } : {})).toEqual({
          factId,
          category: 'food',
          outcome: 'duplicate',
        });
      expect(await revision()).toBe(before);
    },
  );

  test('alike is not the same', async () => {
    await say('The blue pump in hall number two leaks');
    expect(await say('The blue pump in hall number three is new')).toMatchObject({ outcome: 'appended' });
    expect(await texts()).toHaveLength(2);
  });
});

describe('replacing', () => {
  test('puts the old line into history only, and keeps the category', async () => {
    const old = await say('Lives in Recife', { category: 'home' });
    await say('Has a dog', { category: 'home' });
    const now = await say('Lives in Olinda', { replaces: old.factId });
    expect(now).toEqual({ factId: expect.stringMatching(/^f-/), category: 'home', outcome: 'replaced' });
    expect(now.factId).not.toBe(old.factId);
    expect(await texts()).toEqual(['Lives in Olinda', 'Has a dog']);
    const { revisions } = await engine.run(history, { ref: 'memory/user/home.md' }, user);
    expect(revisions).toHaveLength(3);
    const then = { ref: 'memory/user/home.md', asOf: String(revisions[1]?.revision) };
    expect((await engine.run(getNote, then, user)).content).toContain(`Lives in Recife ^${old.factId}`);
  });

  test('into another category is one revision', async () => {
    const old = await say('Likes tea', { category: 'food' });
    const before = await revision();
    expect(await say('Likes coffee', { replaces: old.factId, category: 'drinks' })).toMatchObject({
      category: 'drinks',
      outcome: 'replaced',
    });
    expect(await revision()).toBe(before + 1);
    expect((await notes())['memory/user/food.md']).toBe('# About the user: food\n\n');
  });

  test('takes the id with its caret and in capitals', async () => {
    const { factId } = await say('old');
    expect(await say('new', { replaces: ` ^${factId.toUpperCase()} ` })).toMatchObject({
      outcome: 'replaced',
    });
    expect(await texts()).toEqual(['new']);
  });

  test('by another spelling is a correction, by the same text nothing', async () => {
    const { factId } = await say('likes tea');
    expect(await say('likes tea', { replaces: factId })).toEqual({
      factId,
      category: 'general',
      outcome: 'duplicate',
    });
    expect(await say('Likes tea.', { replaces: factId })).toMatchObject({ outcome: 'replaced' });
    expect(await texts()).toEqual(['Likes tea.']);
  });

  test('by what is remembered elsewhere leaves that one alone', async () => {
    const kept = await say('Likes coffee', { category: 'drinks' });
    const old = await say('Likes tea', { category: 'food' });
    expect(await say('likes coffee', { replaces: old.factId })).toEqual({ ...kept, outcome: 'replaced' });
    expect(await texts()).toEqual(['Likes coffee']);
  });

  test('by nothing forgets', async () => {
    const old = await say('Likes tea', { category: 'food' });
    await say('Likes rice', { category: 'food' });
    for (const empty of ['', ' \n'])
      expect(await say(empty, { replaces: old.factId, category: 'other' })).toEqual({
        factId: old.factId,
        category: 'food',
        outcome: 'forgotten',
      });
    expect(await texts()).toEqual(['Likes rice']);
    expect(await say('Likes tea', { category: 'food' })).toMatchObject({ outcome: 'appended' });
  });

  test('what another call took away already ends as that call meant it', async () => {
    const { factId } = await say('Lives in Recife', { category: 'home' });
    await say('Lives in Olinda', { replaces: factId });
    expect(await say('Lives in Natal', { replaces: factId })).toMatchObject({
      category: 'home',
      outcome: 'appended',
    });
    expect(await say('Lives in Olinda', { replaces: factId })).toMatchObject({ outcome: 'duplicate' });
    expect(await texts()).toEqual(['Lives in Natal', 'Lives in Olinda']);
  });

  test('what is not there is refused, and says what to do', async () => {
    await say('something');
    const { factId } = await sayOfProject('of the project');
    engine.now += 1;
    const theirs = await engine.run(rememberAboutUser, { observation: 'x' }, await engine.person());
    for (const replaces of ['f-0000000000', 'nonsense', factId, theirs.factId])
      for (const observation of ['new', ''])
        expect(await refusal(observation, { replaces })).toMatchObject({
          code: 'notFound',
          message: `Nothing that you remember about the user has the fact id "${replaces}".`,
          hint: expect.stringContaining('start_session'),
        });
    expect(await texts()).toEqual(['something']);
  });
});

describe('what cannot be remembered', () => {
  test.each<[string, Partial<RememberInput>, string]>([
    ['', {}, 'invalidArguments'],
    [' \n ', { category: 'food' }, 'invalidArguments'],
    ['x', { replaces: '' }, 'invalidArguments'],
    ['x', { replaces: '^' }, 'invalidArguments'],
    ['x', { category: '' }, 'invalidArguments'],
    ['x', { category: '../../profile' }, 'invalidArguments'],
    ['half \ud83d', {}, 'invalidArguments'],
    ['x'.repeat(2001), {}, 'tooLarge'],
  ])('%j with %j', async (observation, more, code) => {
    const before = await revision();
    expect(await refusal(observation, more)).toMatchObject({ code, hint: expect.stringMatching(/\.$/) });
    expect(await revision()).toBe(before);
  });
});

describe('a note that is full', () => {
  const long = (count: number) => `${count} ${'é'.repeat(1900)}`;
  /** The test engine's notes hold 100,000 bytes: 26 such facts. */
  const fill = async (from: number, to: number, category = 'log') => {
    const outcomes = [];
    for (let count = from; count < to; count += 1) outcomes.push(await say(long(count), { category }));
    return outcomes;
  };

  test('goes on in a second and a third one, as one category', async () => {
    const facts = await fill(0, 60);
    expect(facts.map(({ category }) => category)).toEqual(Array(60).fill('log'));
    expect(facts.map(({ outcome }) => outcome)).toEqual(['created', ...Array(59).fill('appended')]);
    const found = await notes();
    expect(Object.keys(found).sort()).toEqual([
      'memory/user/log-2.md',
      'memory/user/log-3.md',
      'memory/user/log.md',
    ]);
    expect(found['memory/user/log-2.md']).toMatch(/^# About the user: log \(2\)\n/);
    for (const source of Object.values(found)) expect(Buffer.byteLength(source)).toBeLessThanOrEqual(100_000);
    expect((await about()).map(({ factId }) => factId)).toEqual(facts.map(({ factId }) => factId).reverse());
    expect((await about()).every(({ category }) => category === 'log')).toBe(true);
    expect(await say(long(3))).toMatchObject({
      factId: facts[3]?.factId,
      category: 'log',
      outcome: 'duplicate',
    });
    expect(await say('short', { replaces: facts[3]?.factId })).toMatchObject({
      category: 'log',
      outcome: 'replaced',
    });
    expect(readFactLines((await notes())['memory/user/log-3.md'] ?? '').at(-1)?.text).toBe('short');
  });

  test('leaves a category of such a name alone, and is left alone by one', async () => {
    expect(await say('Anna', { category: 'log-2' })).toMatchObject({ category: 'log-2', outcome: 'created' });
    await fill(0, 30);
    expect(Object.keys(await notes()).sort()).toEqual([
      'memory/user/log-2.md',
      'memory/user/log-3.md',
      'memory/user/log.md',
    ]);
    expect(await say('Otto', { category: 'log-2' })).toMatchObject({
      category: 'log-2',
      outcome: 'appended',
    });
    expect(await say('Ida', { category: 'log-3' })).toMatchObject({ category: 'log-3', outcome: 'created' });
    const found = await notes();
    expect(readFactLines(found['memory/user/log-2.md'] ?? '').map(({ text }) => text)).toEqual([
      'Anna',
      'Otto',
    ]);
    expect(readFactLines(found['memory/user/log-3-2.md'] ?? '').map(({ text }) => text)).toEqual(['Ida']);
  });
});

describe('a note that a person touched', () => {
  test('in the trash: a fresh one begins, and the old one stays whole', async () => {
    const old = await say('Likes tea', { category: 'food' });
    const { id } = await byHand('memory/user/food.md', null);
    expect(await about()).toEqual([]);
    expect(await refusal('', { replaces: old.factId })).toMatchObject({ code: 'notFound' });
    expect(await say('Likes tea', { category: 'food' })).toMatchObject({ outcome: 'created' });
    expect(await texts()).toEqual(['Likes tea']);
    const trashed = await engine.within(async ({ stores }) => {
      const note = known((await stores.notes.byIds([id]))[0]);
      return {
        state: note.state,
        source: (await stores.sources.read([note.sourceId ?? 0])).get(note.sourceId ?? 0),
      };
    });
    expect(trashed).toEqual({ state: 'trash', source: expect.stringContaining(`Likes tea ^${old.factId}`) });
  });

  test('erased: a fresh one begins, and the stored answers of keyed calls are gone too', async () => {
    const call = { category: 'food', idempotencyKey: 'k' };
    const old = await say('Likes tea', call);
    const again = { idempotencyKey: 'again' };
    expect(await say('likes tea', again)).toMatchObject({ outcome: 'duplicate' });
    const { seq } = await byHand('memory/user/food.md', null);
    await engine.within(({ stores }) => stores.notes.purge([seq], engine.now));
    const fresh = await say('Likes tea', call);
    expect(fresh).toEqual({ factId: expect.stringMatching(/^f-/), category: 'food', outcome: 'created' });
    expect(fresh.factId).not.toBe(old.factId);
    expect(await say('likes tea', again)).toEqual({ ...fresh, outcome: 'duplicate' });
  });

  test('by hand: all other bytes stay', async () => {
    const { factId } = await say('Likes tea', { category: 'food' });
    const mine = `---\r\nstatus: "mine" # kept\r\n---\r\n# About the user: food\r\n\r\nBy hand  \r\n- 2030-01-01 Likes tea ^${factId}\r\n- a line of mine`;
    await byHand('memory/user/food.md', mine);
    const { factId: next } = await say('Likes coffee', { replaces: factId, category: 'food' });
    const day = new Date(engine.now).toISOString().slice(0, 10);
    expect((await notes())['memory/user/food.md']).toBe(
      `${mine.replace(`- 2030-01-01 Likes tea ^${factId}\r\n`, '')}\r\n- ${day} Likes coffee ^${next}\r\n`,
    );
  });
});

describe('a key', () => {
  test('gives the first answer again, and takes no other call', async () => {
    const first = await say('Likes tea', { idempotencyKey: 'one' });
    const before = await revision();
    expect(await say('Likes tea', { idempotencyKey: 'one' })).toEqual({ ...first, replayed: true });
    expect(await revision()).toBe(before);
    expect(await refusal('Likes coffee', { idempotencyKey: 'one' })).toMatchObject({
      code: 'idempotencyMismatch',
    });
    expect(await sayOfProject('Likes coffee', { idempotencyKey: 'one' })).toMatchObject({
      outcome: 'created',
    });
  });

  test('a replacement with a key may be repeated', async () => {
    const old = await say('a');
    const call = { replaces: old.factId, idempotencyKey: 'two' };
    const first = await say('b', call);
    expect(await say('b', call)).toEqual({ ...first, replayed: true });
    expect(await texts()).toEqual(['b']);
  });
});
