import { expect, test } from 'vitest';
import { bearerToken, clientName } from '../../../gateway/auth/bearer.ts';

test.each([
  ['Bearer itd_a_b', 'itd_a_b'],
  ['bearer   itd_a_b ', 'itd_a_b'],
  [undefined, null],
  ['', null],
  ['Bearer', null],
  ['Bearer ', null],
  ['Basic itd_a_b', null],
  ['itd_a_b', null],
  ['Bearer a b', null],
  ['Bearer a\u00e9', null],
  [`Bearer ${'x'.repeat(513)}`, null],
])('%j gives %j', (header, expected) => {
  expect(bearerToken(header)).toBe(expected);
});

test.each([
  ['laptop', undefined, 'laptop'],
  ['laptop', ' \t', 'laptop'],
  ['laptop', 'agent/1.0', 'laptop (agent/1.0)'],
  ['laptop', 'a\nb\u202ec', 'laptop (a b c)'],
  ['laptop', 'x'.repeat(300), `laptop (${'x'.repeat(100)})`],
])('label %s and User-Agent %j are %j', (label, userAgent, expected) => {
  expect(clientName(label, userAgent)).toBe(expected);
});
