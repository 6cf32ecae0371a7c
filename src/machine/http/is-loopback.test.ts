import { expect, it } from 'vitest';
import { isLoopback } from './is-loopback.ts';

it.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.3.2.1', '::1', '[::1]'])('%s is this machine', (host) => {
  expect(isLoopback(host)).toBe(true);
});

it.each([
  '',
  '0.0.0.0',
  '::',
  '128.0.0.1',
  '127.0.0.1.example.org',
  'localhost.example.org',
  '127.0.0.1\n',
  '::1%eth0',
])('%j is another one', (host) => {
  expect(isLoopback(host)).toBe(false);
});
