import { expect, test } from 'vitest';
import { isOwnHost } from './own-hosts.ts';

const publicUrl = 'https://portal.example';

test.each([
  ['portal.example', true],
  ['PORTAL.example:8443', true],
  ['localhost:8080', true],
  ['portal.localhost', true],
  ['127.0.0.1:8080', true],
  ['192.168.1.20', true],
  ['[::1]:8080', true],
  ['steward:8080', true],
  ['rebind.evil.example', false],
  ['rebind.evil.example:8080', false],
  ['portal.example.evil.example', false],
  ['127.0.0.1.evil.example', false],
  ['evil.example/portal.example', false],
  ['portal.example@evil.example', false],
  ['localhost.', false],
  ['', false],
  [undefined, false],
  [null, false],
])('%j as a host is the own one: %s', (host, isOwn) => {
  expect(isOwnHost(host, publicUrl)).toBe(isOwn);
});

test('without a public address its name is not known', () => {
  expect(isOwnHost('portal.example')).toBe(false);
});
