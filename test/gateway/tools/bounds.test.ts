import { expect, test } from 'vitest';
import { listMost, outOfBounds, textMost } from '../../../gateway/tools/bounds.ts';
import { toolNamed } from '../../../gateway/tools/registry.ts';
import { refusalOf } from '../../domain/text/refusal.ts';

const long = 'a'.repeat(textMost + 1);
const many = Array.from({ length: listMost + 1 }, () => 1);

test.each([
  [{ ref: long }, ['ref']],
  [{ ref: 'a'.repeat(textMost) }, []],
  [{ tags: many }, ['tags']],
  [{ tags: many.slice(1) }, []],
  [{ links: [{ to: long }, { relation: long }] }, ['links[0].to', 'links[1].relation']],
  [{ body: long, content: long, find: long, observation: long }, []],
  [{ body: many }, ['body']],
  [long, ['']],
  [null, []],
])('%#', (value, fields) => {
  expect(outOfBounds(value).map(({ field }) => field)).toEqual(fields);
});

test.each([
  ['get_note', { ref: long }, 'at most 20000 characters'],
  ['list_notes', { path: long, project: long }, 'at most 20000 characters'],
  ['search', { query: long }, 'at most 20000 characters'],
  ['create_note', { project: 'main', body: '', tags: many }, 'at most 500 items'],
  ['create_note', { project: 'main', body: '', tags: JSON.stringify(many) }, 'at most 500 items'],
  ['create_note', { project: 'main', body: '', tags: 'a,'.repeat(listMost + 1) }, 'at most 500 items'],
  ['create_notes', { project: long, notes: [{ body: '' }] }, 'at most 20000 characters'],
  ['create_notes', { project: 'main', notes: many }, 'at most 500 items'],
])('%s refuses what is too long before it looks inside', (name, input, words) => {
  const refusal = refusalOf(() => toolNamed(name)?.prepare(input));
  expect(refusal.code).toBe('invalidArguments');
  expect(refusal.message).toContain(words);
  expect(refusal.message.length).toBeLessThan(300);
});
