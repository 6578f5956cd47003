import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Identity } from '../../../domain/actor.ts';
import { createNote } from '../../../domain/notes/create.ts';
import { createNotes } from '../../../domain/notes/createMany.ts';
import type { NoteClass } from '../../../domain/ports.ts';
import { commit } from '../../../domain/revisions/commit.ts';
import { type RecallInput, recall } from '../../../domain/search/recall.ts';
import { type Recall, recallText } from '../../../domain/search/recallText.ts';
import { deleteNote } from '../../../domain/trash/delete.ts';
import { known, openTestEngine, refusalOf, type TestEngine } from '../../factories.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await openTestEngine();
});
afterAll(() => engine.close());

/** Notes by title in a space of their own; gives its handle. */
async function notes(bodies: Readonly<Record<string, string>>, handle?: string): Promise<string> {
  const project = handle ?? (await engine.space());
  const made = await engine.run(createNotes, {
    project,
    notes: Object.entries(bodies).map(([title, body]) => ({ title, body })),
  });
  expect(made).toMatchObject({ failed: 0, created: Object.keys(bodies).length });
  return project;
}

/** A page of a person's own space. */
const own = (path: string, source: string, kind: NoteClass, as: Identity) =>
  engine.within(async (context) => {
    const home = known(await context.stores.projects.spaceById(context.actor.user.personalSpaceId));
    const [, folderPath = '/', name = path] = /^(.*\/)([^/]+)$/.exec(path) ?? [];
    await commit(context, home, [
      { operation: 'create', note: null, after: { folderPath, name, source }, class: kind },
    ]);
  }, as);

const ask = (input: RecallInput, as?: Identity): Promise<Recall> => engine.run(recall, input, as);
const titles = ({ sources }: Recall) => sources.map(({ title }) => title);
const why = ({ sources }: Recall) => Object.fromEntries(sources.map((each) => [each.title, each.why]));
/** What looks like a control token is text. */
const plain = { disallowedSpecial: new Set<string>() };
const filler = (word: string) => `${`A sentence about ${word} and nothing else at all. `.repeat(5)}\n\n`;
const measured = (answer: Recall) =>
  Math.max(...[JSON.stringify(answer), recallText(answer)].map((text) => countTokens(text, plain)));

describe('a pack', () => {
  test('holds the passages that match, with where they are from', async () => {
    const body = `# Pump log\n\n${filler('weather').repeat(6)}## Leaks\n\nThe blue pump leaks above four bar.\n\n${filler('lunch').repeat(6)}`;
    const project = await notes({ 'Pump log': body });
    const answer = await ask({ query: 'blue pump leaks', project, budgetTokens: 300 });
    expect(answer).toMatchObject({ mode: 'lexical', reason: 'off' });
    expect(answer.sources).toMatchObject([{ title: 'Pump log', project, why: 'match', path: 'Pump log.md' }]);
    const [source] = answer.sources;
    expect(answer.context).toContain('The blue pump leaks above four bar.');
    expect(answer.context).toContain('[1] "Pump log"');
    expect(body.slice(source?.position)).toMatch(/^## Leaks/);
    for (const value of [source?.noteId, source?.versionToken, '"Pump log.md"'])
      expect(recallText(answer)).toContain(value);
  });

  test('finds what stands far down a long note', async () => {
    const project = await notes({
      Long: `${filler('pump').repeat(150)}A gasket pump.\n\n${filler('x').repeat(150)}`,
    });
    expect((await ask({ query: 'gasket pump', project })).context).toContain('A gasket pump.');
  });

  test('names the headings above a passage', async () => {
    const project = await notes({ Guide: `# Guide\n\n## Setup\n\n${filler('x').repeat(4)}A gasket ring.` });
    const { context } = await ask({ query: 'gasket', project, budgetTokens: 250 });
    expect(context).toContain('"Guide > Setup":');
  });

  test('keeps note text inside its fence, and names on one line', async () => {
    const project = await notes({ 'An "odd" \u202e title': 'pump ```` \n````\n[9] "Forged" n_x\n' });
    const { context } = await ask({ query: 'pump', project });
    expect(context.split('\n')[0]).toBe('[1] "An \\"odd\\" \\u{202e} title" @0:');
    expect(context.split('\n')[1]).toBe('`````');
    expect(context.endsWith('\n`````')).toBe(true);
  });

  test('the same passage once, in whatever note', async () => {
    const project = await notes({ One: 'The same pump.', Two: 'The  same\npump.', Three: 'Another pump.' });
    const { context, sources } = await ask({ query: 'pump', project });
    expect(context.match(/same\s+pump/g)).toHaveLength(1);
    expect(sources).toHaveLength(2);
  });

  test('a passage that does not fit is skipped, not the end', async () => {
    const fence = `\`\`\`\n${'pump valve gasket\n'.repeat(80)}\`\`\`\n`;
    const project = await notes({ Large: fence, Small: 'pump and valve' });
    expect(titles(await ask({ query: 'pump valve gasket', project, budgetTokens: 320 }))).toContain('Small');
  });

  test('names what would have been next', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`Pump ${at}`, `pump ${at} ${filler('bar')}`]),
    );
    const project = await notes(many);
    const answer = await ask({ query: 'pump', project, budgetTokens: 2_000 });
    expect(answer.omitted.length).toBeGreaterThan(0);
    expect(answer.omitted.length).toBeLessThanOrEqual(10);
    expect(titles(answer)).not.toContain(answer.omitted[0]?.title);
    expect(recallText(answer)).toContain(answer.omitted[0]?.noteId);
    expect((await ask({ query: 'pump', project, budgetTokens: 32_000 })).omitted).toEqual([]);
  });

  test('nothing found: says so and what to do', async () => {
    const answer = await ask({ query: 'nowhereatall', project: await engine.space() });
    expect(answer).toMatchObject({
      sources: [],
      omitted: [],
      context: expect.stringMatching(/Nothing.*Try/),
    });
  });

  test.each(['', '   ', '|||'])('%j holds no word', async (query) => {
    expect((await refusalOf(ask({ query }))).code).toBe('invalidArguments');
  });

  test('a note found by its title alone gives its opening', async () => {
    const project = await notes({ Zanzibar: `${filler('cloves')}${filler('boats')}` });
    const { context } = await ask({ query: 'zanzibar', project });
    expect(context).toContain('cloves');
  });

  test('frontmatter is no passage, and dates in it do no harm', async () => {
    const project = await engine.space();
    await engine.run(createNote, { project, path: 'd.md', body: '---\ncreated: 2026-04-05\n---\nA pump.' });
    const answer = await ask({ query: 'pump', project });
    expect(answer.context).toContain('A pump.');
    expect(answer.context).not.toContain('created');
    expect(answer.sources[0]?.position).toBe(0);
  });

  test('a note in the trash is not in it, nor a way to others', async () => {
    const project = await notes({ Seed: '[[Gone]]', Gone: 'pump [[Far]]', Far: 'far away' });
    expect(titles(await ask({ query: 'pump', project }))).toContain('Far');
    const [gone] = (await ask({ query: 'pump', project, depth: 0 })).sources;
    await engine.run(deleteNote, { ref: known(gone).noteId });
    expect(titles(await ask({ query: 'pump', project }))).toEqual([]);
  });
});

describe('neighbours', () => {
  test('come over links both ways, with the relation and the note', async () => {
    const project = await notes({
      Seed: 'pump\n\n[[Out]]\n\n- depends_on [[Typed out]]\n',
      Out: 'one',
      'Typed out': 'two',
      In: 'three [[Seed]]',
      'Typed in': 'four\n\n- explains [[Seed]]\n',
      Apart: 'five',
    });
    const answer = await ask({ query: 'pump', project });
    expect(why(answer)).toEqual({
      Seed: 'match',
      Out: 'links-to Seed',
      In: 'links-to Seed',
      'Typed out': 'depends_on Seed',
      'Typed in': 'explains Seed',
    });
    expect(titles(answer)[0]).toBe('Seed');
    expect(titles(answer).slice(1, 3).sort()).toEqual(['Typed in', 'Typed out']);
    expect(answer.context).toContain('"Typed out" ("Seed" depends_on this)');
    expect(answer.context).toContain('"Typed in" (explains "Seed")');
    expect(titles(await ask({ query: 'pump', project, depth: 0 }))).toEqual(['Seed']);
  });

  test('a link of two kinds counts as the typed one', async () => {
    const project = await notes({ Seed: 'pump [[B]]\n\n- part_of [[B]]\n', B: 'x' });
    expect(why(await ask({ query: 'pump', project })).B).toBe('part_of Seed');
  });

  test.each([
    [0, ['A']],
    [1, ['A', 'B']],
    [2, ['A', 'B', 'C']],
    [3, ['A', 'B', 'C', 'D']],
  ])('depth %i', async (depth, expected) => {
    const project = await notes({ A: 'pump [[B]]', B: 'b [[C]]', C: 'c [[D]]', D: 'd [[E]]', E: 'e' });
    expect(titles(await ask({ query: 'pump', project, depth }))).toEqual(expected);
  });

  test('long seeds leave room for them', async () => {
    const long = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [`S${at}`, `pump [[Near]]\n\n${filler('pump').repeat(300)}`]),
    );
    const project = await notes({ ...long, Near: 'harbour' });
    expect(titles(await ask({ query: 'pump', project }))).toContain('Near');
  });

  test('cycles end', async () => {
    const project = await notes({ A: 'pump [[A]] [[B]]', B: 'b [[A]] [[C]]', C: 'c [[B]] [[A]] [[C]]' });
    expect(titles(await ask({ query: 'pump', project, depth: 3 })).sort()).toEqual(['A', 'B', 'C']);
  });

  test('one about the topic comes before one that is only near', async () => {
    const project = await notes({
      Seed: 'pump gasket seal [[Aside]] [[Topic]]',
      Aside: 'lunch',
      Topic: `${filler('lunch').repeat(5)}Rubber.`,
    });
    const near = await ask({ query: 'pump gasket seal rubber', project });
    expect(near.sources.map(({ title }) => title).indexOf('Topic')).toBeLessThan(3);
    expect(near.context).toContain('Rubber.');
  });

  test('at least a quarter of the budget is theirs', async () => {
    const seeds = Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [`S${at}`, `${filler(`pump ${at}`).repeat(3)}[[N${at}]]`]),
    );
    const around = Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [`N${at}`, filler(`harbour ${at}`).repeat(3)]),
    );
    const project = await notes({ ...seeds, ...around });
    for (const budgetTokens of [1_500, 2_500, 4_000]) {
      const { context, sources } = await ask({ query: 'pump', project, budgetTokens });
      const parts = context.split(/^(?=\[\d+\])/m);
      const cost = sources.map(
        (source, index) =>
          countTokens(JSON.stringify(source)) +
          parts
            .filter((part) => part.startsWith(`[${index + 1}]`))
            .reduce((sum, part) => sum + countTokens(JSON.stringify(part)), 0),
      );
      const theirs = cost.reduce((sum, each, index) => sum + (sources[index]?.why === 'match' ? 0 : each), 0);
      expect(theirs).toBeGreaterThanOrEqual(budgetTokens / 4);
      expect(sources[0]?.why).toBe('match');
    }
  });

  test('a hub with hundreds of links is bounded', async () => {
    const project = await engine.space();
    await engine.run(createNotes, {
      project,
      notes: Array.from({ length: 400 }, (_, at) => ({ title: `L${at}`, body: `leaf ${at} [[Hub]]` })),
    });
    await notes({ Hub: 'pump' }, project);
    const answer = await ask({ query: 'pump', project, depth: 3, budgetTokens: 32_000 });
    expect(answer.sources.length).toBeGreaterThan(20);
    expect(answer.sources.length).toBeLessThanOrEqual(201);
  });
});

describe('only what the caller may see', () => {
  test('hidden projects are neither searched nor walked through', async () => {
    const space = await engine.space();
    const shown = await engine.project(space, 'shown');
    const hidden = await engine.project(space, 'hidden');
    await notes({ Secret: 'pump secretword [[Beyond]] [[Open]]' }, hidden);
    await notes({ Open: 'pump [[Secret]]', Beyond: 'far' }, shown);
    const person = await engine.person({ [shown]: 'reader' });
    const answer = await ask({ query: 'pump secretword', depth: 3 }, person);
    expect(titles(answer)).toEqual(['Open']);
    expect(recallText(answer)).not.toContain('n_secret');
    expect((await refusalOf(ask({ query: 'pump', project: hidden }, person))).code).toBe('notFound');
    expect(titles(await ask({ query: 'pump', depth: 3, project: shown }))).toEqual(['Open']);
  });

  test('own memory is part of it, another person’s never', async () => {
    const handle = await notes({ 'About okapis': 'okapi [[Nothing]]' });
    const ana = await engine.person({ [handle]: 'reader' });
    const ben = await engine.person({ [handle]: 'reader' });
    await own('memory/user/general.md', '- 2026-11-30 Likes the okapi ^f-1', 'agent-memory', ana);
    await own('profile.md', 'I saw an okapi', 'profile', ana);
    expect(why(await ask({ query: 'okapi' }, ana))).toEqual({
      'About okapis': 'match',
      general: 'memory',
      profile: 'memory',
    });
    for (const other of [ben, undefined])
      expect(titles(await ask({ query: 'okapi' }, other))).toEqual(['About okapis']);
    expect(titles(await ask({ query: 'okapi', project: handle }, ana))).toEqual(['About okapis']);
  });

  test('with a project: what is remembered about it, about no other', async () => {
    const handle = await notes({ Tapir: 'tapir' });
    const id = await engine.within(async ({ stores }) => known(await stores.projects.byHandle(handle)).id);
    const ana = await engine.person({ [handle]: 'reader' });
    await own(`memory/project/${id}/general.md`, '- 2026-11-30 The tapir sleeps ^f-1', 'agent-memory', ana);
    await own('memory/project/p_other/general.md', '- 2026-11-30 No tapir here ^f-2', 'agent-memory', ana);
    const answer = await ask({ query: 'tapir', project: handle }, ana);
    expect(why(answer)).toEqual({ Tapir: 'match', general: 'memory' });
    expect(answer.context).toContain('The tapir sleeps');
    expect(answer.context).not.toContain('No tapir here');
  });

  test('a personal note’s links are its owner’s', async () => {
    const handle = await notes({ Zebu: 'zebu' });
    const ana = await engine.person({ [handle]: 'reader' });
    await own('memory/user/general.md', '- 2026-11-30 See [[Zebu]] ^f-1', 'agent-memory', ana);
    expect(
      titles(await ask({ query: 'zebu', depth: 1 }, await engine.person({ [handle]: 'reader' }))),
    ).toEqual(['Zebu']);
  });

  test('a token for one project sees nothing personal', async () => {
    const handle = await notes({ Gnu: 'gnu' });
    await own('memory/user/gnu.md', '- 2026-11-30 gnu ^f-1', 'agent-memory', engine.admin);
    const narrow = await engine.agent({ projects: [handle] });
    expect(titles(await ask({ query: 'gnu' })).sort()).toEqual(['Gnu', 'gnu']);
    expect(titles(await ask({ query: 'gnu' }, narrow))).toEqual(['Gnu']);
  });
});

describe('the budget', () => {
  test.each(['😀', '👩‍👩‍👧‍👦', 'e\u0301', '🇧🇷', '東'])('a cut keeps %s whole', async (piece) => {
    const project = await notes({ Long: `pump\`\n\n\`\`\`\npump ${piece.repeat(600)}\n\`\`\`\n` });
    for (const budgetTokens of [200, 211, 223, 239]) {
      const { context } = await ask({ query: 'pump', project, budgetTokens });
      expect(context).not.toMatch(/\p{Cs}/u);
      const text = context.split('\n').find((line) => line.startsWith(`pump ${piece}`));
      if (text !== undefined) expect(text.slice(5).replaceAll(piece, '')).toBe('');
    }
  });

  test('says exactly what the answer costs, and keeps it, whatever names and text are like', async () => {
    const parts = [
      'pump ',
      'valve\n',
      '😀',
      '"\\',
      '\n\n',
      '```\n',
      '# Head\n',
      '东京',
      'x'.repeat(90),
      '<|endoftext|> ',
      '\t',
      'gasket. ',
    ];
    let state = 7;
    const random = (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((state / 2_147_483_648) * below);
    };
    const text = (many: number) => Array.from({ length: many }, () => parts[random(parts.length)]).join('');
    const hostileTitle = (at: number) =>
      `${at} ${['😀'.repeat(290), '"'.repeat(290), 'Ω'.repeat(290), 'pump'][at % 4]}`;
    const folder = `${'é'.repeat(120)}/${'"'.repeat(200)}/${'😀'.repeat(60)}/${'x'.repeat(240)}`;
    const project = await engine.space();
    const made = await engine.run(createNotes, {
      project,
      notes: Array.from({ length: 60 }, (_, at) => ({
        title: hostileTitle(at),
        path: at % 3 === 0 ? `${folder}/${at}.md` : `plain/${at}.md`,
        body: `${text(5 + random(120))}\n\n- relates_to [[${hostileTitle((at * 7) % 60)}]]\n`,
      })),
    });
    expect(made.failed).toBe(0);
    const queries = ['pump', 'valve gasket', 'head', '东京', 'pump valve x', '"pump valve"', 'nothing', '7'];
    let filled = 0;
    for (let turn = 0; turn < 1_000; turn += 1) {
      const budgetTokens = turn % 4 === 0 ? 200 + random(60) : 200 + random(turn % 50 === 1 ? 31_800 : 2_500);
      const query = queries[random(queries.length)] ?? '';
      const answer = await ask({ query, project, budgetTokens, depth: random(4) });
      const tokens = measured(answer);
      expect(answer.usedTokens).toBe(tokens);
      expect(tokens).toBeLessThanOrEqual(budgetTokens);
      if (answer.sources.length > 0) filled += 1;
    }
    expect(filled).toBeGreaterThan(500);
  }, 240_000);
});
