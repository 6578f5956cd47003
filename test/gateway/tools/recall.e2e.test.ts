import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Agent, column, type Harness, startHarness } from '../../harness.ts';

let harness: Harness;
let agent: Agent;

const titles = ['😀'.repeat(140), '"\\'.repeat(140), 'Pump', 'Übersicht '.repeat(25).trim()];
const folder = `${'é'.repeat(110)}/${'x'.repeat(200)}/${'"'.repeat(200)}/${'😀'.repeat(60)}`;
const body = (at: number) =>
  `# Log ${at}\n\n${'The blue pump leaks above four bar. 😀\n'.repeat(at % 9)}\n\`\`\`\nseal "${at}"\n\`\`\`\n\n- part_of [[${at + 1} ${titles[(at + 1) % 4]}]]\n`;

beforeAll(async () => {
  harness = await startHarness();
  agent = await harness.agent();
  const notes = Array.from({ length: 40 }, (_, at) => ({
    title: `${at} ${titles[at % 4]}`,
    path: `${at % 2 === 0 ? folder : 'logs'}/${at}.md`,
    body: body(at),
  }));
  expect(await agent.ok('create_notes', { project: 'main', notes })).toMatchObject({ created: 40 });
});
afterAll(() => harness.close());

test('every answer keeps its budget, as text and as JSON, and says what it costs', async () => {
  let sources = 0;
  for (let turn = 0; turn < 240; turn += 1) {
    const budgetTokens = turn % 3 === 0 ? 200 + turn : 200 + ((turn * 677) % 6_000);
    const query = ['pump leak', 'seal', 'log 7', 'übersicht', 'nothing at all'][turn % 5];
    const { data, text } = await agent.call('recall', { query, budgetTokens, depth: turn % 4 });
    if (data === null) throw new Error(text);
    const cost = Math.max(countTokens(JSON.stringify(data)), countTokens(text));
    expect(cost).toBeLessThanOrEqual(budgetTokens);
    expect(data.usedTokens).toBe(cost);
    sources += column(data, 'sources', 'noteId').length;
  }
  expect(sources).toBeGreaterThan(240);
});

describe('an answer', () => {
  test('its text holds the context and every id and version token', async () => {
    const { data, text } = await agent.call('recall', { query: 'pump leak', project: 'main' });
    if (data === null) throw new Error(text);
    expect(text.startsWith(String(data.context))).toBe(true);
    expect(column(data, 'sources', 'noteId').length).toBeGreaterThan(1);
    for (const field of ['noteId', 'versionToken'])
      for (const value of column(data, 'sources', field)) expect(text).toContain(value);
    for (const value of column(data, 'omitted', 'noteId')) expect(text).toContain(value);
  });

  test('position is where get_note reads on', async () => {
    const data = await agent.ok('recall', { query: 'seal 33', budgetTokens: 2_000 });
    const [ref] = column(data, 'sources', 'noteId');
    const [offset] = column(data, 'sources', 'position');
    const { content } = await agent.ok('get_note', { ref, offset, limit: 20 });
    expect(data.context).toContain(String(content).split('\n')[0]);
  });

  test('a read token may ask', async () => {
    const reader = await harness.agent({ scope: 'read' });
    expect((await reader.ok('recall', { query: 'pump' })).mode).toBe('lexical');
  });

  test.each([
    { query: '' },
    { query: '|||' },
    { query: 'pump', budgetTokens: 199 },
    { query: 'pump', budgetTokens: 32_001 },
    { query: 'pump', depth: 4 },
    { query: 'pump', limit: 3 },
    {},
  ])('%j is refused', async (input) => {
    expect((await agent.refused('recall', input)).code).toBe('invalidArguments');
  });

  test('an unknown project', async () => {
    expect((await agent.refused('recall', { query: 'pump', project: 'main/none' })).code).toBe('notFound');
  });
});
