import { expect, test } from 'vitest';
import {
  isHostAllowed,
  isLoopbackAddress,
  isLoopbackHost,
  isOriginAllowed,
} from '../../../gateway/auth/origin.ts';

test.each([
  ['localhost', true],
  ['localhost:7331', true],
  ['LOCALHOST:1', true],
  ['127.0.0.1:7331', true],
  ['127.5.6.7', true],
  ['[::1]', true],
  ['[::1]:7331', true],
  [undefined, false],
  ['', false],
  ['evil.example', false],
  ['localhost.evil.example', false],
  ['127.0.0.1.evil.example', false],
  ['localhost@evil.example', false],
  ['evil.example/localhost', false],
  ['localhost:7331@evil.example', false],
  ['localhost evil', false],
  ['[::2]', false],
  ['0.0.0.0', false],
  ['192.168.0.1', false],
  ['notes.example', false],
])('Host %s is loopback: %s', (host, expected) => {
  expect(isLoopbackHost(host)).toBe(expected);
});

test.each([
  ['notes.example', 'https://notes.example', true],
  ['NOTES.example:443', 'https://notes.example', true],
  ['notes.example:8443', 'https://notes.example:8443', true],
  ['localhost:7331', 'https://notes.example', true],
  ['notes.example.evil', 'https://notes.example', false],
  ['evil.example', 'https://notes.example', false],
  ['evil.example', undefined, false],
  [undefined, 'https://notes.example', false],
])('Host %s with the public address %s: %s', (host, publicUrl, expected) => {
  expect(isHostAllowed(host, publicUrl)).toBe(expected);
});

test.each([
  [undefined, 'localhost:7331', true],
  ['http://localhost:7331', 'localhost:7331', true],
  ['http://[::1]:7331', '[::1]:7331', true],
  ['https://notes.example', 'notes.example', true],
  ['https://notes.example', 'notes.example:443', true],
  ['https://notes.example', 'localhost:7331', true],
  ['https://ok.example', 'localhost:7331', true],
  ['null', 'localhost:7331', false],
  ['', 'localhost:7331', false],
  ['http://localhost:3000', 'localhost:7331', false],
  ['http://127.0.0.1:7331', 'localhost:7331', false],
  ['https://evil.example', 'localhost:7331', false],
  ['https://ok.example.evil', 'localhost:7331', false],
  ['http://ok.example', 'localhost:7331', false],
  ['https://ok.example:444', 'localhost:7331', false],
  ['file://', 'localhost:7331', false],
  ['chrome-extension://abc', 'localhost:7331', false],
  ['not an origin', 'localhost:7331', false],
])('Origin %s at Host %s: %s', (origin, host, expected) => {
  expect(isOriginAllowed(origin, host, 'https://notes.example', ['https://ok.example', 'broken'])).toBe(
    expected,
  );
});

test.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  [undefined, true],
  ['10.0.0.1', false],
  ['::ffff:10.0.0.1', false],
  ['::', false],
])('remote address %s is loopback: %s', (address, expected) => {
  expect(isLoopbackAddress(address)).toBe(expected);
});
