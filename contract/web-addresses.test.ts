import { describe, expect, test } from 'vitest';
import { isHostname, isPort, isWebAddress } from './web-addresses.ts';

/** Names and numbers that a browser or a resolver takes for something else than they look like. */
const deceptiveHosts = [
  '127.1',
  '0',
  '2130706433',
  '0x7f.1',
  '0x7f000001',
  '0x',
  '017700000001',
  '0177.0.0.1',
  '127.0.0.256',
  '1.2.3',
  '1.2.3.4.5',
  '127.0.0.01',
  'example.1',
  'localhost.',
  'example.com.',
  'xn--80ak6aa92e.com',
  'a.xn--p1ai',
  'XN--80AK6AA92E.com',
  'аррӏе.com',
  'exämple.com',
  '１２７.0.0.1',
  '127。0。0。1',
  '[::1',
  '::1',
  '[fe80::1%eth0]',
  '[::ffff:127.0.0.1.5]',
  '[g::1]',
  '[1:2]',
  'a@b.com',
  'user:word@b.com',
  'a b.com',
  'a\tb.com',
  'a\u0000b.com',
  'a\u00ADb.com',
  'a\u200Bb.com',
  'a/b',
  'a\\b',
  'a?b',
  'a#b',
  'a%2eb',
  'a:443',
  '-a.com',
  'a-.com',
  'a_b.com',
  'a..com',
  '.com',
  '',
  '.',
  `${'a'.repeat(64)}.com`,
  `${'a.'.repeat(127)}com`,
];

describe('a host', () => {
  test.each([
    'localhost',
    'example.com',
    'EXAMPLE.com',
    'api.eu-de.assistant.watson.cloud.ibm.com',
    'sap-gateway',
    '3com.com',
    '0x.com',
    '127.0.0.1',
    '169.254.169.254',
    '[::1]',
    '[2001:db8::1]',
    '[::ffff:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    `${'a'.repeat(63)}.com`,
  ])('%s is called as it is; whether it may be reached is asked elsewhere', (host) => {
    expect(isHostname(host)).toBe(true);
    expect(isWebAddress(`https://${host}/a`)).toBe(true);
    expect(new URL(`https://${host}/a`).hostname).toBeTypeOf('string');
  });

  test.each(deceptiveHosts)('%j is none', (host) => {
    expect(isHostname(host)).toBe(false);
  });

  test.each(deceptiveHosts.filter((host) => !/^a[/?#]b$|^a:443$/.test(host)))(
    '%j is none in an address either',
    (host) => {
      expect(isWebAddress(`https://${host}/a.png`)).toBe(false);
    },
  );
});

describe('a web address', () => {
  test.each([
    'https://example.com',
    'HTTPS://Example.com/A.png',
    'http://example.com:8080/a/b?c=d#e',
    'https://example.com?c=/d',
    'https://example.com/%20%0A',
    'https://example.com/?next=javascript:alert(1)',
    'https://example.com/pi%C3%B1ata-é.png',
    'https://[::1]:8443/a',
    `https://example.com/${'a'.repeat(1_900)}`,
  ])('%s is one', (address) => {
    expect(isWebAddress(address)).toBe(true);
  });

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '\tjavascript:alert(1)',
    'java\nscript:alert(1)',
    'javascript://example.com/%0Aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:image/png;base64,AAAA',
    'vbscript:msgbox(1)',
    'blob:https://example.com/1',
    'file:///etc/passwd',
    'gopher://example.com/',
    'ftp://example.com/',
    'unix:/run/a.sock',
    'ws://example.com/',
    'view-source:https://example.com',
    '//evil.example/a.png',
    '/a.png',
    'a.png',
    'example.com',
    'http:\\\\evil.example',
    'https:\\\\evil.example',
    'https:/\\evil.example',
    'https:evil.example',
    'https:/evil.example',
    'https:///evil.example',
    'https://a@b',
    'https://a:b@example.com/',
    'https://example.com@evil.example/',
    'https://example.com\\@evil.example/',
    'https://example.com:80:80/',
    'https://example.com:0/',
    'https://example.com:65536/',
    'https://example.com:123456/',
    'https://example.com:/',
    'https://example.com:80a/',
    ' https://example.com',
    'https://example.com ',
    'https://example.com/a b',
    'https://example.com/a\tb',
    'https://example.com/a\nb',
    'https://example.com/a\u0000b',
    'https://example.com/a\u007Fb',
    'https://example.com/a\u00A0b',
    'https://example.com/a\\b',
    'ht\ttps://example.com',
    'https://',
    'https://?a',
    'https://#a',
    '',
    `https://example.com/${'a'.repeat(2_000)}`,
  ])('%j is none', (address) => {
    expect(isWebAddress(address)).toBe(false);
  });

  test('of a scheme that is not asked for is none', () => {
    expect(isWebAddress('http://example.com', ['https'])).toBe(false);
    expect(isWebAddress('HTTP://example.com', ['https'])).toBe(false);
    expect(isWebAddress('https://example.com', ['https'])).toBe(true);
  });

  test('that is taken is read by browsers with the host that people see', () => {
    for (const address of ['https://example.com/a', 'http://example.com:8080?x', 'https://EXAMPLE.com#y']) {
      expect(new URL(address).hostname).toBe('example.com');
    }
  });

  test('is judged in no time, also where it is made to be slow', () => {
    for (const text of [
      `https://${'a.'.repeat(50_000)}`,
      `https://${'-'.repeat(100_000)}`,
      `https://a/${'?'.repeat(100_000)}`,
    ]) {
      // The shortest of some: during others the thread waits for a processor.
      const times = Array.from({ length: 10 }, () => {
        const before = performance.now();
        expect(isWebAddress(text)).toBe(false);
        return performance.now() - before;
      });
      expect(Math.min(...times)).toBeLessThan(50);
    }
  });
});

test('a port is a whole number from 1 to 65535', () => {
  expect([1, 443, 65_535].every(isPort)).toBe(true);
  for (const port of [0, -1, 65_536, 1.5, Number.NaN, Infinity]) expect(isPort(port)).toBe(false);
});
