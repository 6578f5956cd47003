import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Candidate, pack } from '../../../domain/search/pack.ts';

interface Priced extends Candidate {
  readonly cost: number;
}

const costs = { passage: ({ cost }: Priced) => cost, around: () => 0, note: () => 0 };
const one = (score: number, cost: number, more: Partial<Candidate> = {}): Priced => ({
  note: score,
  start: 0,
  end: 1,
  isNeighbour: false,
  text: `text ${score}`,
  score,
  cost,
  ...more,
});
const scores = (candidates: readonly Priced[], room: number) =>
  pack(candidates, room, costs).map(({ score }) => score);
const neighbour = { isNeighbour: true };

describe('what is chosen', () => {
  test.each<[string, Priced[], number[]]>([
    ['the best first', [one(1, 40), one(3, 40), one(2, 40)], [3, 2]],
    ['one that does not fit is skipped, not the end', [one(3, 60), one(2, 50), one(1, 40)], [3, 1]],
    ['nothing where nothing fits', [one(1, 101)], []],
    ['the same text once', [one(2, 30, { text: 'a' }), one(3, 30, { text: 'a' }), one(1, 30)], [3, 1]],
    [
      'the best seed, then a quarter of neighbours, then the rest',
      [one(5, 40), one(4, 40), one(2, 30, neighbour), one(1, 20, neighbour)],
      [5, 2, 1],
    ],
    [
      'neighbours may be better than seeds',
      [one(5, 20, neighbour), one(4, 20), one(3, 20, neighbour), one(2, 20)],
      [4, 5, 3, 2],
    ],
    ['without neighbours all is for seeds', [one(3, 50), one(2, 50)], [3, 2]],
    ['what neighbours leave is for seeds', [one(3, 40), one(2, 40), one(1, 10, neighbour)], [3, 1, 2]],
  ])('%s', (_, candidates, expected) => {
    expect(scores(candidates, 100)).toEqual(expected);
  });

  test('a note costs once, its neighbouring passages nothing around them', () => {
    const dear = { passage: () => 20, around: () => 10, note: () => 30 };
    const at = (score: number, start: number, note = 1) => one(score, 0, { note, start, end: start + 10 });
    const chosen = pack([at(9, 0), at(8, 10), at(7, 40), at(6, 0, 2)], 111, dear);
    expect(chosen.map(({ score }) => score)).toEqual([9, 8, 7]);
  });
});

const candidate = fc.record({
  note: fc.nat(8),
  start: fc.nat(5),
  end: fc.nat(9),
  isNeighbour: fc.boolean(),
  score: fc.double({ noNaN: true, min: 0, max: 1 }),
  text: fc.string({ maxLength: 2 }),
  cost: fc.integer({ min: 1, max: 200 }),
});

test('never more than the room, never a text twice, and what is left out does not fit', () => {
  fc.assert(
    fc.property(fc.array(candidate, { maxLength: 40 }), fc.integer({ min: 30, max: 1_000 }), (all, room) => {
      const chosen = pack(all, room, costs);
      const left = room - totalOf(chosen);
      expect(left).toBeGreaterThanOrEqual(0);
      const texts = chosen.map(({ text }) => text);
      expect(new Set(texts).size).toBe(texts.length);
      if (left >= 24)
        for (const { text, cost } of all) if (!texts.includes(text)) expect(cost).toBeGreaterThan(left);
    }),
  );
});

test('a quarter of the room is for neighbours where there are enough', () => {
  fc.assert(
    fc.property(fc.array(candidate, { minLength: 30, maxLength: 60 }), (all) => {
      const room = 2_000;
      const distinct = all.map((each, index) => ({ ...each, text: String(index) }));
      const neighbours = distinct.filter((each) => each.isNeighbour);
      const chosen = pack(distinct, room, costs).filter((each) => each.isNeighbour);
      expect(totalOf(chosen)).toBeGreaterThanOrEqual(Math.min(room / 4, totalOf(neighbours)));
    }),
  );
});

const totalOf = (some: readonly Priced[]) => some.reduce((sum, { cost }) => sum + cost, 0);
