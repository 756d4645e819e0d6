import { expect, test } from 'vitest';
import { findExternalHost } from './external-address.ts';

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
