import { expect, test } from 'vitest';
import { addressOf, clientLines } from '../../../gateway/cli/address.ts';
import { printable, table } from '../../../gateway/cli/table.ts';

test('columns are aligned, without spaces at the end of a line', () => {
  expect(
    table(
      ['A', 'LONG'],
      [
        ['xyz', 1],
        ['', 'b'],
      ],
    ),
  ).toBe('A    LONG\nxyz  1\n     b\n');
});

test.each([
  ['plain ação', 'plain ação'],
  ['\u001b[31mred', '\\u{1b}[31mred'],
  ['a\nb', 'a\\u{a}b'],
  ['a\u202eb', 'a\\u{202e}b'],
])('printable(%j)', (text, expected) => {
  expect(printable(text)).toBe(expected);
});

test.each([
  [{ host: '127.0.0.1', port: 7331 }, 'http://127.0.0.1:7331'],
  [{ host: '0.0.0.0', port: 80 }, 'http://127.0.0.1:80'],
  [{ host: '::', port: 80 }, 'http://127.0.0.1:80'],
  [{ host: '::1', port: 80 }, 'http://[::1]:80'],
  [{ host: 'a.example', port: 443, tlsCert: '/c', tlsKey: '/k' }, 'https://a.example:443'],
  [{ host: '127.0.0.1', port: 7331, publicUrl: 'https://a.example' }, 'https://a.example'],
])('the address of %j', (place, expected) => {
  expect(addressOf(place)).toBe(expected);
});

test('the lines for MCP clients hold the address and the token, once as JSON', () => {
  const lines = clientLines('http://127.0.0.1:7331', 'itd_a_b');
  expect(lines[1]).toBe(
    '  claude mcp add --transport http intendant http://127.0.0.1:7331/mcp --header "Authorization: Bearer itd_a_b"',
  );
  expect(JSON.parse(lines[3] ?? '')).toEqual({
    mcpServers: {
      intendant: {
        type: 'http',
        url: 'http://127.0.0.1:7331/mcp',
        headers: { Authorization: 'Bearer itd_a_b' },
      },
    },
  });
});
