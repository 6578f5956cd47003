import { describe, expect, test } from 'vitest';
import { parseQuery } from '../../../domain/search/query.ts';
import { relevanceOf } from '../../../domain/search/relevance.ts';

const scoresOf = (query: string, passages: readonly string[], title = 'Note', headings: string[] = []) =>
  relevanceOf(parseQuery(query), [
    { title, language: 'en', passages: passages.map((text) => ({ text, headings })) },
  ])[0] ?? [];
const best = (scores: readonly number[]) => scores.indexOf(Math.max(...scores));

describe('how relevant a passage is', () => {
  test.each<[string, string, string[], number]>([
    ['the word', 'pump', ['valve', 'pump', 'hall', 'bar', 'x'], 1],
    ['its other forms', 'leaking', ['valve', 'hall', 'it leaks', 'bar'], 2],
    ['more words', 'pump leak', ['pump', 'x', 'x', 'x', 'x', 'pump leak', 'x', 'x', 'x', 'x', 'leak'], 5],
    [
      'the rarer word',
      'pump gasket',
      ['pump pump', 'pump', 'pump', 'pump', 'x', 'x', 'x', 'x', 'gasket', 'x', 'x', 'x', 'x'],
      8,
    ],
  ])('%s', (_, query, passages, index) => {
    expect(best(scoresOf(query, passages))).toBe(index);
  });

  test('what stands beside it counts too', () => {
    const [, near, , , , , far] = scoresOf('pump leak', ['leak', 'pump', 'x', 'x', 'x', 'x', 'pump']);
    expect(near).toBeGreaterThan(far ?? 1);
  });

  test('runs from 0 to 1', () => {
    const scores = scoresOf('pump', ['pump', 'x', 'x', 'x', 'x', 'x']);
    expect(scores[0]).toBe(1);
    expect(scores[5]).toBe(0);
  });

  test('a word of the title or a heading lifts every passage below it', () => {
    const query = parseQuery('pump leak');
    const passages = [{ text: 'it leaks', headings: [] }];
    const [plain, titled] = relevanceOf(query, [
      { title: 'Other', language: 'en', passages },
      { title: 'Pump', language: 'en', passages },
      { title: 'x', language: 'en', passages: [{ text: 'pump', headings: [] }] },
    ]);
    expect(titled?.[0]).toBeGreaterThan(plain?.[0] ?? 1);
  });

  test('no passages, no scores', () => {
    expect(relevanceOf(parseQuery('pump'), [])).toEqual([]);
  });
});
