import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registry } from '../../gateway/tools/registry.ts';
import { type Agent, column, type Harness, handleOf, startHarness } from '../harness.ts';

/** Most tokens (o200k_base) that the text of an answer may cost. Source: spec, "The 21 intent tools". */
const bounds = { search: 1_800, list_notes: 2_000, edit_note: 300, start_session: 7_000 } as const;

const titles = [
  'Quarterly budget review for the northern region, with the open questions of last year',
  '現金の流れを健康に保つための断捨離の方法と手順について',
  'Übersicht der Lieferanten und ihrer Anschriften',
  'كيفية إصلاح المضخة في القاعة الثانية',
  'v2.14.0-rc.3+build.8841_x86_64-unknown-linux-gnu',
];
const paragraph =
  'The blue pump in hall two leaks above four bar, so the gasket INV-20417/β was replaced — ポンプの点検。 ';

const sections = Array.from(
  { length: 60 },
  (_, index) => `## Section ${index} about the pump in hall two`,
).join('\n\n');

let harness: Harness;
let agent: Agent;
let long: { noteId: string; versionToken: string };
beforeAll(async () => {
  harness = await startHarness();
  agent = await harness.agent();
  const notes = Array.from({ length: 60 }, (_, index) => ({
    title: `${titles[index % titles.length]} ${index}`,
    path: `plants/${index % 3 === 0 ? 'north' : 'a folder with quite a long name'}/`,
    body: paragraph.repeat(8),
    tags: ['pumps', `site-${index}`, 'needs attention'],
    type: 'report',
  }));
  await agent.ok('create_notes', { project: 'main', notes });
  const body = `# Manual\n\n${Array.from({ length: 400 }, (_, index) => `Line ${index}: ${paragraph}\n`).join('\n')}`;
  long = handleOf(await agent.ok('create_note', { project: 'main', title: 'Manual', body }));
  const profile = handleOf(await agent.ok('get_note', { ref: 'profile.md' }));
  await agent.ok('edit_note', {
    ref: profile.noteId,
    versionToken: profile.versionToken,
    operation: 'append',
    content: 'Prefers short answers and metric units. '.repeat(480),
  });
});
afterAll(() => harness.close());

/** The text's cost, printed and held against its bound. */
const cost = (tool: keyof typeof bounds, what: string, text: string): void => {
  const tokens = countTokens(text);
  console.info(`${tool}, ${what}: ${tokens} tokens of ${bounds[tool]}`);
  expect(tokens, what).toBeLessThanOrEqual(bounds[tool]);
};

test.each(['pump', 'INV-20417 gasket', 'ポンプ'])('search for %s: 20 hits', async (query) => {
  const { data, text } = await agent.call('search', { query });
  expect(column(data ?? {}, 'results', 'noteId')).toHaveLength(20);
  cost('search', query, text);
});

test('list_notes: 50 notes', async () => {
  const { data, text } = await agent.call('list_notes', { project: 'main', recursive: true, limit: 50 });
  expect(column(data ?? {}, 'notes', 'noteId')).toHaveLength(50);
  cost('list_notes', 'recursive', text);
  // Every id and token is in the text all the same.
  for (const id of column(data ?? {}, 'notes', 'noteId')) expect(text).toContain(String(id));
});

test('edit_note, however much it changes', async () => {
  let versionToken = long.versionToken;
  for (const [what, input] of [
    ['a line', { operation: 'findReplace', find: 'Line 7:', content: 'Row 7:' }],
    [
      'twelve lines',
      {
        operation: 'append',
        content: `${'One more line of the usual length, about the pump.\n'.repeat(12)}`,
      },
    ],
    [
      'a dense line',
      { operation: 'append', content: '現金の流れを健康に保つための断捨離の方法と手順。'.repeat(25) },
    ],
    ['a long append', { operation: 'append', content: paragraph.repeat(300) }],
    ['sections', { operation: 'append', content: sections }],
    [
      'the whole, without its sections',
      { operation: 'replace', content: `# Manual\n\n${'Another line — 別の行。\n'.repeat(500)}` },
    ],
  ] as const) {
    const { data, text } = await agent.call('edit_note', { ref: long.noteId, versionToken, ...input });
    versionToken = handleOf(data).versionToken;
    cost('edit_note', what, text);
  }
});

test('start_session, with a long profile', async () => {
  cost('start_session', 'of a project', (await agent.call('start_session', { project: 'main' })).text);
  cost('start_session', 'of none', (await agent.call('start_session')).text);
});

test('every tool with a bound is there', () => {
  expect(registry.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(bounds)));
});
