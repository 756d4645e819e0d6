import pg from 'pg';
import { expect, test } from 'vitest';
import { parseInstant } from './parse-instant.ts';
import { parseTexts, textArray } from './parse-texts.ts';

const parseAny = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date | number;

test.each([
  ['2026-11-05 22:30:15.123+00', '2026-11-05T22:30:15.123Z'],
  ['2026-03-29 00:59:59+00', '2026-03-29T00:59:59.000Z'],
  ['2026-12-31 23:59:59.1+00', '2026-12-31T23:59:59.100Z'],
  ['2024-02-29 00:00:00.01+00', '2024-02-29T00:00:00.010Z'],
  ['2026-11-05 22:30:15.999999+00', '2026-11-05T22:30:15.999Z'],
  ['1969-12-31 23:59:59.999+00', '1969-12-31T23:59:59.999Z'],
  ['2026-11-05 22:30:15.5+05:30', '2026-11-05T17:00:15.500Z'],
  ['0099-12-31 23:59:59+00', '0099-12-31T23:59:59.000Z'],
  ['10001-01-01 00:00:00+00', '+010001-01-01T00:00:00.000Z'],
])('%s is read to the millisecond', (text, instant) => {
  expect(parseInstant(text).toISOString()).toBe(instant);
});

test('every millisecond, and what is no point of time, is read as the general parser reads it', () => {
  for (let ms = 0; ms < 1000; ms += 1) {
    const text = `2026-11-05 22:30:15.${String(ms).padStart(3, '0')}`.replace(/0+$/, '');
    const written = `${text.endsWith('.') ? text.slice(0, -1) : text}+00`;
    expect(parseInstant(written)).toEqual(parseAny(written));
  }
  for (const text of ['infinity', '-infinity', '0044-03-15 12:00:00+00 BC']) {
    expect(parseInstant(text)).toEqual(parseAny(text));
  }
});

test.each([
  '{}',
  '{User}',
  '{SuperAdmin,User}',
  '{"a b",c}',
  '{"a,b","c\\"d","e\\\\f"}',
  '{NULL,null,"NULL"}',
  '{nullable,a}',
  '{{a,b},{c,d}}',
  '[2:3]={a,b}',
  '{õ ä,-,+}',
])('the texts %s are read as the general parser reads them', (text) => {
  const parse = pg.types.getTypeParser(textArray) as (written: string) => unknown;
  expect(parseTexts(text)).toEqual(parse(text));
});
