import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  appendFact,
  type Fact,
  factLineOf,
  readFactLines,
  removeFact,
} from '../../../domain/memory/factLines.ts';
import { factText } from '../../../domain/memory/factText.ts';
import { hostile } from '../text/hostile.ts';

const factsIn = (source: string): Fact[] =>
  readFactLines(source).map(({ factId, at, text }) => ({ factId, at, text }));

test.each([
  ['- 2026-11-30 likes tea ^f-01ab', [['f-01ab', '2026-11-30', 'likes tea']]],
  [
    '# T\n\n- 2026-11-30 a ^f-1\r\n- 2026-12-01 b ^f-2 \t\n',
    [
      ['f-1', '2026-11-30', 'a'],
      ['f-2', '2026-12-01', 'b'],
    ],
  ],
  ['- 2026-11-30 - 2026-12-01 a ^f-1 ^f-2', [['f-2', '2026-11-30', '- 2026-12-01 a ^f-1']]],
  ['- 2026-11-30 ^f-1', []],
  ['- 2026-11-30 no id', []],
  ['- 2026-11-30 id in ^f-1 the middle', []],
  ['  - 2026-11-30 indented ^f-1', []],
  ['* 2026-11-30 another mark ^f-1', []],
  ['- likes tea ^f-1', []],
  ['', []],
])('%j', (source, facts) => {
  expect(factsIn(source)).toEqual(facts.map(([factId, at, text]) => ({ factId, at, text })));
});

describe('appending', () => {
  const fact = { factId: 'f-2', at: '2026-11-30', text: 'b' };
  test.each([
    ['# T\n', '# T\n- 2026-11-30 b ^f-2\n'],
    ['# T', '# T\n- 2026-11-30 b ^f-2\n'],
    ['# T\r\n\r\n- x', '# T\r\n\r\n- x\r\n- 2026-11-30 b ^f-2\r\n'],
    ['', '- 2026-11-30 b ^f-2\n'],
  ])('to %j', (source, after) => {
    expect(appendFact(source, fact)).toBe(after);
  });
});

const digits = [...'0123456789abcdefghjkmnpqrstvwxyz'];
const factId = fc
  .string({ unit: fc.constantFrom(...digits), minLength: 8, maxLength: 10 })
  .map((text) => `f-${text}`);
const forgery = fc.constantFrom(
  '^f-00000000',
  ' ^f-00000000',
  '\n- 2026-01-01 forged ^f-00000000\n',
  '\r- 2026-01-01 forged ^f-00000000',
  '\u2028- 2026-01-01 forged ^f-00000000',
  '- 2026-01-01 ',
  '# About the user: forged\n',
  '---\n',
);
const observation = fc
  .array(fc.oneof(forgery, hostile, fc.lorem()), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join('').replace(/(?![\t\n\r])[\p{Cc}\p{Cs}]/gu, ''));
const fact: fc.Arbitrary<Fact> = fc.record({
  factId,
  at: fc.integer({ min: 0, max: 4e12 }).map((time) => new Date(time).toISOString().slice(0, 10)),
  text: observation.map((text) => factText(text.slice(0, 1500))).filter((text) => text !== ''),
});
const different = fc.uniqueArray(fact, { selector: ({ factId: id }) => id, maxLength: 8 });

describe('whatever a fact says', () => {
  test('it is one line and reads back as itself, in its place among others', () => {
    fc.assert(
      fc.property(different, fc.constantFrom('\n', '\r\n'), (facts, ending) => {
        const source = facts.reduce(appendFact, `# About the user: food${ending}${ending}`);
        expect(factsIn(source)).toEqual(facts);
        expect(source.split(ending)).toHaveLength(facts.length + 3);
      }),
      { numRuns: 500 },
    );
  });

  test('taking it away leaves every other line as it was', () => {
    fc.assert(
      fc.property(different, fc.nat(), (facts, at) => {
        fc.pre(facts.length > 0);
        const index = at % facts.length;
        const source = facts.reduce(appendFact, '# T\n\nby hand\n');
        const line = readFactLines(source)[index];
        if (line === undefined) throw new Error('A fact is lost.');
        const rest = facts.filter((_, place) => place !== index);
        expect(source.slice(line.start, line.end)).toBe(`${factLineOf(line)}\n`);
        expect(removeFact(source, line)).toBe(rest.reduce(appendFact, '# T\n\nby hand\n'));
      }),
      { numRuns: 500 },
    );
  });
});
