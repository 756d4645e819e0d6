import { describe, expect, test } from 'vitest';
import { breakWebAddresses, hasWebAddress } from './web-address-words.ts';

/** Spellings that a browser or a mail program reads as an address that leads somewhere. */
export const spelledAddresses = [
  'http://evil.example/x',
  'HTTPS:\\\\evil.example',
  'ｈｔｔｐ：／／evil.example',
  'http:\u2060//evil',
  'www.evil.example',
  'w\u200Bww.1evil.example',
  'evil.example/x',
  'evil.example\u2044x',
  'evil．example／x',
  'evil。example/x',
  'evil｡example∕x',
  'evil․example/x',
  'evil﹒example/x',
  'evil⒈com/x',
  'evil.\u200Bexample/x',
  'ev\u00ADil\u2060.exam\u200Dple/x',
  'evil.example.?x',
  'evil.example#x',
  'evil.example:8080',
  'evil.example：8080',
  'xn--e1aybc.xn--p1ai/x',
  'пример.рф/x',
  '𝐞𝐯𝐢𝐥.𝐜𝐨𝐦/x',
  '203.0.113.9/x',
  '203．0．113．9:80',
  'mailto:eve',
  'javascript:alert(1)',
  'tel:+3725551234',
  'eve@evil.example',
  'eve＠evil。example',
  '\\\\evil\\share',
];

describe.each(spelledAddresses)('%s', (address) => {
  test.each(['', 'See ', 'Prize:', '“'])('is found after %j', (before) => {
    expect(hasWebAddress(`${before}${address}`)).toBe(true);
  });

  test('is no address any more once it is broken, and is broken once', () => {
    const broken = breakWebAddresses(`Prize ${address} now`);
    expect(broken.split(/\s+/).filter((word) => hasWebAddress(word))).toEqual([]);
    expect(breakWebAddresses(broken)).toBe(broken);
  });
});

test.each([
  'Acme S.A./N.V.',
  'AC/DC',
  'Müller & Co. KG',
  'Smith c/o Jones',
  'A.B. van der Berg',
  'wwwesley',
  'Dr.Müller',
  'Booking.com',
  'john.smith',
  'Firma sp. z o.o.',
  'Anne-Marie O’Neill',
  'میخواهم',
  '株式会社。東京',
  'Team 24/7: Support',
  'Data: Warehouse',
])('%s is a name', (name) => {
  expect(hasWebAddress(name)).toBe(false);
});

test.each([
  '€1,234.56 (+12%)',
  'by 10:30, e.g. on 26.11.2026 at 1.5 h',
  'Europe/Tallinn',
  'Reason: late. Pay now.',
  'A.B. van der Berg – 1.234.567 rows',
])('%s stays', (text) => {
  expect(breakWebAddresses(text)).toBe(text);
});

test('a domain alone is broken in a mail, but for the words that are its own', () => {
  expect(breakWebAddresses('Booking.com asks (evil.example), ann@acme.example.')).toBe(
    'Booking. com asks (evil. example), ann@acme. example.',
  );
  const own = ['ann@acme.example'];
  expect(breakWebAddresses('Sign in with (ann@acme.example), not ann@acme.example.evil.example.', own)).toBe(
    'Sign in with (ann@acme.example), not ann@acme. example. evil. example.',
  );
});

test('long texts are broken in no time', () => {
  for (const text of [
    'a.'.repeat(100_000),
    '\u200B'.repeat(50_000),
    `a.${'\u0301'.repeat(50_000)}`,
    '1.'.repeat(100_000),
  ]) {
    const before = performance.now();
    breakWebAddresses(text);
    expect(performance.now() - before).toBeLessThan(2000);
  }
});
