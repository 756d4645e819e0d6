import { expect, test } from 'vitest';
import { findExternalHost, toReturnPath } from './external-address.ts';

const origin = 'https://portal.example';

test('the real host is shown, also behind user names and look-alike letters', () => {
  expect(findExternalHost('https://www.example.org:8443/a?b')).toBe('www.example.org:8443');
  expect(findExternalHost('https://paypal.com@evil.example/')).toBe('evil.example');
  expect(findExternalHost('https://аpple.com/')).toBe('xn--pple-43d.com');
});

test('links that are not web addresses have no host', () => {
  for (const href of ['javascript:alert(1)', '\tjavascript:alert(1)', 'data:text/html,x', '//evil.example', 'x', '']) {
    expect(findExternalHost(href)).toBeUndefined();
  }
});

test('a return path keeps its search and hash', () => {
  expect(toReturnPath('/users?search=an#top', origin)).toBe('/users?search=an#top');
});

test('a return path to another origin becomes the start page', () => {
  const foreign = ['https://evil.example/', '//evil.example', '/\\evil.example', '/\t/evil.example', 'javascript:1', '', 7];
  for (const sent of foreign) expect(toReturnPath(sent, origin)).toBe('/');
});

test('a path that normalises into two leading slashes is refused', () => {
  expect(toReturnPath('/..//evil.example', origin)).toBe('/');
});
