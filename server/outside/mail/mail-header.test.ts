import { expect, test } from 'vitest';
import { cleanHeaderText, parseSender } from './mail-header.ts';
import { MailRefused } from './mail.ts';

test.each([
  ['Portal <no-reply@portal.example>', { name: 'Portal', address: 'no-reply@portal.example' }],
  ['"The Portal, Inc." <no-reply@portal.example>', { name: 'The Portal, Inc.', address: 'no-reply@portal.example' }],
  ['no-reply@portal.example', { name: '', address: 'no-reply@portal.example' }],
])('reads the sender %j', (text, sender) => {
  expect(parseSender(text)).toEqual(sender);
});

test.each(['', 'Portal', 'Portal <>', 'a@x.example, b@x.example', 'Portal <a@x.example> <b@x.example>'])(
  'refuses the sender %j',
  (text) => {
    expect(() => parseSender(text)).toThrow(MailRefused);
  },
);

test('a header text is one bounded line, whatever kinds of line break it came with', () => {
  expect(cleanHeaderText('a\r\nb\u2028c\u0085d\0e\tf  g ')).toBe('a b c d e f g');
  expect(Array.from(cleanHeaderText('😀'.repeat(500)))).toHaveLength(200);
});
