import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BodyProblem, isJsonType, readJsonBody } from '../../../gateway/http/readBody.ts';

const server = createServer((request, response) => {
  readJsonBody(request, 100).then(
    (body) => response.end(JSON.stringify(body)),
    (problem: unknown) => {
      response.statusCode = problem instanceof BodyProblem ? problem.status : 500;
      response.end();
    },
  );
});
let address = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const place = server.address();
  if (place === null || typeof place === 'string') throw new Error('The server has no port.');
  address = `http://127.0.0.1:${place.port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const send = (body: string | Uint8Array | ReadableStream, headers: { [name: string]: string } = {}) =>
  fetch(address, {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { 'Content-Type': 'application/json', ...headers },
  });

test.each([
  ['{"a":1}', { value: { a: 1 }, characters: 7 }],
  ['"é😀"', { value: 'é😀', characters: 5 }],
  ['[]', { value: [], characters: 2 }],
  ['\ufeff{}', { value: {}, characters: 2 }],
])('%s', async (body, expected) => {
  const answer = await send(body);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual(expected);
});

test.each([
  ['broken JSON', '{x', {}, 400],
  ['nothing', '', {}, 400],
  ['broken UTF-8', new Uint8Array([0x22, 0xff, 0x22]), {}, 400],
  ['too much', `"${'x'.repeat(99)}"`, {}, 413],
  ['another type', '{}', { 'Content-Type': 'text/plain' }, 415],
  ['another charset', '{}', { 'Content-Type': 'application/json; charset=latin1' }, 415],
  ['compression', '{}', { 'Content-Encoding': 'gzip' }, 415],
])('%s is refused', async (_what, body, headers, status) => {
  expect((await send(body, headers)).status).toBe(status);
});

test('too much is refused without a length too', async () => {
  const body = new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode(`"${'x'.repeat(200)}"`));
      controller.close();
    },
  });
  expect((await send(body)).status).toBe(413);
});

test.each([
  ['application/json', true],
  ['Application/JSON; charset=UTF-8', true],
  ['application/json;charset="utf-8"', true],
  ['application/json; profile=x', true],
  ['text/plain; a=application/json', false],
  ['application/jsonp', false],
  ['', false],
  [undefined, false],
])('%s is JSON: %s', (header, expected) => {
  expect(isJsonType(header)).toBe(expected);
});
