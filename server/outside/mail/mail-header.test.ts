import { expect, test } from 'vitest';
import { cleanHeaderText, getUnsubscribeHeaders } from './mail-header.ts';
import { MailRefused } from './mail.ts';

test('a header text is one bounded line, whatever kinds of line break it came with', () => {
  expect(cleanHeaderText('a\r\nb\u2028c\u0085d\0e\tf  g ')).toBe('a b c d e f g');
  expect(Array.from(cleanHeaderText('😀'.repeat(500)))).toHaveLength(200);
});

test('a mail that can be unsubscribed from has the two headers of RFC 8058, and other mails none', () => {
  expect(getUnsubscribeHeaders('https://p.example/api/unsubscribe/a.b-c_d')).toEqual({
    'List-Unsubscribe': '<https://p.example/api/unsubscribe/a.b-c_d>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
  expect(getUnsubscribeHeaders(undefined)).toEqual({});
});

test.each([
  'https://p.example/a>\r\nBcc: eve@evil.example',
  'https://p.example/a\nb',
  'https://p.example/<a>',
  'https://p.example/a, <mailto:eve@evil.example>',
  'mailto:eve@evil.example',
  'javascript:alert(1)',
  `https://p.example/${'a'.repeat(900)}`,
  '',
])('%j is no address to unsubscribe at', (url) => {
  expect(() => getUnsubscribeHeaders(url)).toThrow(MailRefused);
});
