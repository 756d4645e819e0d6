import { DOMParser } from '@xmldom/xmldom';
import { expect, test } from 'vitest';
import { element, mandatory, renderXml } from './xml.ts';

function roundTrip(text: string): string | null {
  const onError = (message: unknown) => {
    throw new Error(String(message));
  };
  const root = element('a', [element('b', text, { key: text })]);
  if (root === null) return null;
  const parser = new DOMParser({ errorHandler: { warning: onError, error: onError, fatalError: onError } });
  return parser.parseFromString(renderXml(root), 'text/xml')?.documentElement?.textContent?.trim() ?? null;
}

test.each([
  'Smith & Sons <b>"OÜ"</b>',
  ']]> <![CDATA[ x ]]> <!-- y --> <?z?>',
  '&amp; &#0; &#x1F; %xx;',
  'Ελληνική Α.Ε. 株式会社 שירותי 😀',
  "it's",
])('keeps %j as it is', (text) => {
  expect(roundTrip(text)).toBe(text);
});

test.each([
  ['a\u0000b\u0007c\u001Bd', 'a b c d'],
  ['a\u007Fb\u0085c\u2028d\u2029e', 'a b c d e'],
  ['a\uFFFEb\uFFFFc', 'a b c'],
  ['a\uD83Db\uDE00c', 'a b c'],
  ['  one\r\n\ttwo ', 'one two'],
])('writes a space for what XML cannot contain in %j', (text, written) => {
  expect(roundTrip(text)).toBe(written);
});

test('leaves out elements without text and groups without elements', () => {
  expect(element('a', ' \u0001\u0000 ')).toBeNull();
  expect(element('a', null)).toBeNull();
  expect(element('a', [element('b', ''), null])).toBeNull();
});

test('keeps a mandatory text', () => {
  expect(mandatory('\u0001')).toBe('-');
  expect(mandatory('0')).toBe('0');
});
