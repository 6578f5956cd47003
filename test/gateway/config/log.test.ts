import { expect, test } from 'vitest';
import { createLog } from '../../../gateway/log.ts';

const lines = (level: 'info' | 'warn', use: (log: ReturnType<typeof createLog>) => void): string => {
  const written: string[] = [];
  use(createLog(level, { write: (line) => written.push(line) }));
  return written.join('');
};

test.each([
  ['a header', { req: { headers: { authorization: 'Bearer abc.hunter2' } } }],
  ['a token field', { token: 'hunter2' }],
  ['a nested password', { body: { password: 'hunter2' } }],
  ['a token inside a sentence', { note: 'called with itd_abc_hunter2' }],
  ['a bearer value inside an error', { err: new Error('sent "authorization: Bearer hunter2"') }],
])('%s is redacted', (_name, facts) => {
  const written = lines('info', (log) => log.info(facts, 'a call'));
  expect(written).toContain('a call');
  expect(written).toContain('[redacted]');
  expect(written).not.toContain('hunter2');
});

test('lines under the level are not written, the others are JSON with an ISO time', () => {
  const written = lines('warn', (log) => {
    log.info('quiet');
    log.warn('loud');
  });
  expect(written).not.toContain('quiet');
  expect(JSON.parse(written)).toMatchObject({ msg: 'loud', time: expect.stringMatching(/^\d{4}-.*Z$/) });
});
