import { expect, test } from 'vitest';
import { toSafeReturnPath } from './return-path.ts';

test.each([
  '/',
  '/users',
  '/users?search=ann&page=2',
  '/settings/usage/byName/ascending#total',
  '/users?next=https%3A%2F%2Fevil.example',
  '/connections/a%20b',
  '/logins',
])('%s is a way back', (path) => {
  expect(toSafeReturnPath(path)).toBe(path);
});

test.each([
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\\/evil.example',
  'http:\\\\evil.example',
  'http://evil.example',
  'https:evil.example',
  'evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' //evil.example',
  '\t//evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/users/..//evil.example',
  '/%2F/evil.example',
  '/%2f%2fevil.example',
  '/%5cevil.example',
  '/%255cevil.example',
  '/%252fevil.example',
  '/%09/evil.example',
  '%2F%2Fevil.example',
  'data:text/html,x',
  '',
])('%j leads to the dashboard instead', (path) => {
  expect(toSafeReturnPath(path)).toBe('/');
});

test.each(['/login', '/login?returnTo=%2Flogin', '/two-factor/setup', '/sign-up/'])(
  '%s is no place to return to after signing in',
  (path) => {
    expect(toSafeReturnPath(path)).toBe('/');
  },
);

test.each([undefined, null, 7, ['/users']])('%j is no path', (value) => {
  expect(toSafeReturnPath(value)).toBe('/');
});
