import { expect, test } from 'vitest';
import { checkText, checkTitle } from '../../../domain/text/check.ts';
import { refusalOf } from './refusal.ts';

test.each([
  ['a\u0007b', 'U+0007', 1, 2],
  ['x\r\ny\n zz\u007f', 'U+007F', 3, 4],
  ['\u0085', 'U+0085', 1, 1],
  ['ok 😀\n\ud83d', 'U+D83D', 2, 1],
  ['\udc00', 'U+DC00', 1, 1],
])('%j is refused with %s, line %d, column %d', (text, codePoint, line, column) => {
  const refusal = refusalOf(() => checkText(text, 'The body'));
  expect(refusal.code).toBe('invalidArguments');
  expect(refusal.details).toEqual({ codePoint, line, column });
  expect(refusal.message).toContain('The body holds');
});

test.each([['tab\tand\r\nline\n'], ['😀'], ['\u200d\ufeff'], ['']])('%j passes', (text) => {
  expect(() => checkText(text, 'The body')).not.toThrow();
});

test('a title is trimmed; 300 code points are allowed', () => {
  expect(checkTitle('  A | B  ')).toBe('A | B');
  expect(checkTitle('😀'.repeat(300))).toBe('😀'.repeat(300));
});

test.each([[''], ['  '], ['a\nb'], ['a\u2028b'], ['a\tb'], ['a\u0000'], ['a'.repeat(301)], ['\ud83d']])(
  'the title %j is refused',
  (title) => {
    expect(refusalOf(() => checkTitle(title)).code).toBe('invalidArguments');
  },
);
