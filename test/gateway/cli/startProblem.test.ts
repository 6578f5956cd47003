import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { Refusal } from '../../../domain/errors.ts';
import { startProblem } from '../../../gateway/cli/startProblem.ts';

const place = { host: '127.0.0.1', port: 7331 };

test('a port that is taken: what to do', async () => {
  const first = createServer();
  await new Promise<void>((resolve) => first.listen(0, '127.0.0.1', resolve));
  const address = first.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const error = await new Promise<unknown>((resolve) =>
    createServer().once('error', resolve).listen(port, '127.0.0.1'),
  );
  await new Promise((resolve) => first.close(resolve));
  const problem = startProblem(error, { ...place, port });
  expect(problem).toBeInstanceOf(Refusal);
  expect(problem).toMatchObject({ code: 'unavailable', message: expect.stringContaining(String(port)) });
});

test.each([
  ['EADDRINUSE', { ...place, socket: '/run/a.sock' }, /socket \/run\/a\.sock: something else/],
  ['EACCES', place, /may not listen on port 7331 of 127\.0\.0\.1/],
  ['EADDRNOTAVAIL', place, /no address 127\.0\.0\.1/],
  ['ENOTFOUND', place, /no address/],
])('%s', (code, where, expected) => {
  const problem = startProblem(Object.assign(new Error('listen'), { code }), where);
  expect(problem).toMatchObject({ code: 'unavailable', message: expect.stringMatching(expected) });
});

test('another error stays what it is', () => {
  const error = new Error('other');
  expect(startProblem(error, place)).toBe(error);
});
