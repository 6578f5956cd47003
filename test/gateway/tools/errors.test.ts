import { expect, test } from 'vitest';
import { Refusal } from '../../../domain/errors.ts';
import { errorAnswer } from '../../../gateway/tools/errors.ts';

const noReport = (): never => {
  throw new Error('A refusal is not reported.');
};

test('a refusal keeps its words, in the text and in the structured error', () => {
  const refusal = new Refusal('versionConflict', 'The note has changed.', 'Edit the new version.', {
    versionToken: 'abc123',
    diff: '-old\n+new\n```',
    candidates: [{ noteId: 'n_1', title: 'x\u202ey' }],
  });
  const { code, error, text } = errorAnswer(refusal, noReport);
  expect(code).toBe('versionConflict');
  expect(error).toEqual({
    code: 'versionConflict',
    message: 'The note has changed.',
    hint: 'Edit the new version.',
    versionToken: 'abc123',
    diff: '-old\n+new\n```',
    candidates: [{ noteId: 'n_1', title: 'x\u202ey' }],
  });
  expect(text.split('\n')).toEqual([
    'versionConflict: The note has changed. Edit the new version.',
    'versionToken: "abc123"',
    'diff:',
    '````',
    '-old',
    '+new',
    '```',
    '````',
    'candidates:',
    '- {"noteId":"n_1","title":"x\\u{202e}y"}',
  ]);
});

test('details never replace the code, and long lists are cut', () => {
  const details = { code: 'other', headings: Array.from({ length: 30 }, (_, index) => `H${index}`) };
  const { error, text } = errorAnswer(new Refusal('noMatch', 'None.', 'Look.', details), noReport);
  expect(error.code).toBe('noMatch');
  expect(text).toContain('- "H19"\n- 10 more in the structured answer');
  expect(text).not.toContain('H20');
});

test.each([
  new Error('SELECT secret FROM notes'),
  new TypeError('secret'),
  'secret',
  undefined,
  { message: 'secret', code: 'notFound' },
])('%s is internal: the ref in the answer is the one in the report, nothing else is told', (fault) => {
  const reports: [string, unknown][] = [];
  const { code, error, text } = errorAnswer(fault, (ref, thrown) => reports.push([ref, thrown]));
  expect(code).toBe('internal');
  expect(reports).toEqual([[error.ref, fault]]);
  expect(error.ref).toMatch(/^[0-9a-f]{12}$/);
  expect(text).toContain(String(error.ref));
  expect(text + JSON.stringify(error)).not.toContain('secret');
});
