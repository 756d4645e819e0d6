import { describe, expect, test } from 'vitest';
import type { DateFormat } from '#features/imports/contract/import-settings.ts';
import { followTimeline, listInstants, noTimeline } from './local-times.ts';
import { findDateFormats, parseDate, readDate } from './parse-date.ts';

const now = new Date('2026-11-26T12:00:00Z');

const toIso = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());

test.each([
  ['2026-03-29 02:30:00', 'iso', '2026-03-29T00:30:00.000Z'],
  ['2026-01-02T03:04:05.678+02:00', 'iso', '2026-01-02T01:04:05.678Z'],
  ['2026/1/2', 'iso', '2026-01-01T22:00:00.000Z'],
  ['2.1.2026 15:04', 'day-first', '2026-01-02T13:04:00.000Z'],
  ['1/2/26 12:04:05 AM', 'month-first', '2026-01-01T22:04:05.000Z'],
  ['1/2/2026, 3:04 PM', 'month-first', '2026-01-02T13:04:00.000Z'],
  ['1767322800', 'seconds', '2026-01-02T03:00:00.000Z'],
  ['1767322800123', 'milliseconds', '2026-01-02T03:00:00.123Z'],
  ['1767322800123456', 'microseconds', '2026-01-02T03:00:00.123Z'],
  ['1767322800123456789', 'nanoseconds', '2026-01-02T03:00:00.123Z'],
  ['2026-02-30', 'iso', undefined],
  ['0001-01-01 00:00:00', 'iso', undefined],
  ['13/13/2026', 'day-first', undefined],
  ['yesterday', 'iso', undefined],
  ['46024', 'seconds', undefined],
  ['1767322800', 'excel', undefined],
] as const)('%s as %s', (text, format, expected) => {
  expect(toIso(parseDate(text, format, 'Europe/Tallinn'))).toBe(expected);
});

/** Ways to write one instant, 31 December 2025, 21:25:58 in Tallinn. */
describe('as programs write 2025-12-31T19:25:58Z', () => {
  test.each([
    ['PostgreSQL', '2025-12-31 21:25:58.745232+02'],
    ['PostgreSQL in UTC', '2025-12-31 19:25:58+00'],
    ['hyphens of typesetting', '2025‑12‑31 21:25:58'],
    ['dashes', '2025–12–31 21:25:58'],
    ['Estonian, formally', '31. detsember 2025. a. kell 21:25:58', 'named'],
    ['Russian', '31 дек. 2025 г., 21:25:58', 'named'],
    ['hours alone behind T', '2025-12-31T16:25:58-03'],
    ['a blank that does not break', '2025-12-31\u00A021:25:58'],
    ['a narrow blank', '12/31/2025, 9:25:58\u202FPM', 'month-first'],
    [
      'marks of direction',
      '\u200E31\u200E.\u200E12\u200E.\u200E2025\u200E \u200E21\u200E:\u200E25\u200E:\u200E58',
      'day-first',
    ],
    ['basic ISO', '20251231T192558Z'],
    ['basic ISO with a fraction', '20251231T212558.745+0200'],
    ['digits alone', '20251231212558'],
    ['RFC 2822', 'Wed, 31 Dec 2025 21:25:58 +0200', 'named'],
    ['RFC 2822 with a comment', 'Wed, 31 Dec 2025 19:25:58 +0000 (UTC)', 'named'],
    ['JavaScript', 'Wed Dec 31 2025 21:25:58 GMT+0200 (Eastern European Standard Time)', 'named'],
    ['JavaScript in a cut cell', 'Wed Dec 31 2025 21:25:58 GMT+0200 (Eastern Europ', 'named'],
    ['toUTCString', 'Wed, 31 Dec 2025 19:25:58 GMT', 'named'],
    ['date of a shell', 'Wed Dec 31 21:25:58 EET 2025', 'named'],
    ['asctime', 'Wed Dec 31 21:25:58 2025', 'named'],
    ['an old API', 'Wed Dec 31 19:25:58 +0000 2025', 'named'],
    ['Oracle', '31-DEC-25 09.25.58.745232 PM', 'named'],
    ['SQL Server', 'Dec 31 2025  9:25:58:745PM', 'named'],
    ['SQL Server with an offset', '2025-12-31 21:25:58.7452320 +02:00'],
    ['Go', '2025-12-31 21:25:58.745232 +0200 EET'],
    ['Java', '2025-12-31T21:25:58.745+02:00[Europe/Tallinn]'],
    ['a zone by its name', '2025-12-31 20:25:58 Europe/Berlin'],
    ['R', '2025-12-31 21:25:58 EET'],
    ['Excel', '31-Dec-2025 21:25:58', 'named'],
    ['Excel in English', 'December 31, 2025 9:25:58 PM', 'named'],
    ['a long date', 'Wednesday, December 31, 2025 at 9:25:58 p.m.', 'named'],
    ['German', '31. Dezember 2025 21:25:58', 'named'],
    ['German with a day of the week', 'Mi., 31. Dez. 2025, 21:25:58 Uhr', 'named'],
    ['German numbers', '31.12.2025, 21:25:58 Uhr', 'day-first'],
    ['Estonian', '31. detsember 2025 21:25:58', 'named'],
    ['Estonian with a day of the week', 'K, 31. dets 2025 21:25:58', 'named'],
    ['Finnish', '31.12.2025 klo 21.25.58', 'day-first'],
    ['a time with dots', '31.12.2025 21.25.58', 'day-first'],
    ['blanks in the date', '31. 12. 2025 21:25:58', 'day-first'],
    ['the time first', '21:25:58 31.12.2025', 'day-first'],
    ['a chat', '[31.12.25, 21:25:58]', 'day-first'],
    ['French', '31 décembre 2025 21:25:58', 'named'],
    ['Spanish', '31 de diciembre de 2025, 21:25:58', 'named'],
    ['Russian', '31 декабря 2025 21:25:58', 'named'],
    ['ISO among others', '2025-12-31T21:25:58', 'day-first'],
    ['seconds with a fraction', '1767209158.745', 'seconds'],
    ['seconds with a comma', '1767209158,745', 'seconds'],
    ['Excel serial', '46022.89303', 'excel'],
    ['Excel serial with a comma', '46022,89303240741', 'excel'],
    ['Excel of 1904', '44560.89303', 'excel-1904'],
  ] as const)('%s: %s', (writer, text, named: DateFormat = 'iso') => {
    const found = parseDate(text, named, 'Europe/Tallinn');
    expect(toIso(found && Math.floor(found / 1000) * 1000)).toBe('2025-12-31T19:25:58.000Z');
    expect(findDateFormats([text], now)).toContain(writer === 'ISO among others' ? 'iso' : named);
  });
});

test.each([
  [
    ['1/2/2026', '3/4/2026 10:00'],
    ['day-first', 'month-first'],
  ],
  [['1/2/2026', '3/14/2026'], ['month-first']],
  [['1/2/2026', '3/14/2026', 'soon'], ['month-first']],
  [['', 'x'], []],
  // The third of December has not come yet.
  [['3/12/2026', '3/11/2026'], ['month-first']],
  // Days that follow each other, not months.
  [['1/11/2025', '1/12/2025', '1/13/2025'].slice(0, 2), ['month-first', 'day-first']],
  [
    ['01/02/2026 9:25 PM', '01/02/2026 9:26 PM'],
    ['month-first', 'day-first'],
  ],
  [
    ['44000.5', '44001.25'],
    ['excel', 'excel-1904'],
  ],
  // Dots mean the day first, whatever else would fit.
  [['03.02.2026 10:00', '04.02.2026 10:05'], ['day-first']],
  [['03.02.26', '3. 2. 2026'], ['day-first']],
  [['Di., 03.02.2026 10:00', 'Mi., 04.02.2026'], ['day-first']],
  [['3.12.2026', '3.11.2026'], ['day-first']],
  [['1.11.2025', '1.12.2025'], ['day-first']],
  [['02.03.2026', '02.14.2026'], ['month-first']],
  [
    ['03.02.2026', '3/2/2026'],
    ['day-first', 'month-first'],
  ],
  [['46022.5', '46023.25'], ['excel']],
  [['41000.5'], ['excel-1904']],
] as const)('%j is found to be %j', (texts, formats) => {
  expect(findDateFormats(texts, now)).toEqual(formats);
});

/** Rows of one conversation at these times of 26 October 2025 in Tallinn, when 04:00 is 03:00 again. */
function follow(times: readonly string[], parts = 1): string[] {
  let timeline = noTimeline;
  const length = Math.ceil(times.length / parts);
  return Array.from({ length: parts }, (_, part) => {
    const { choose, end } = followTimeline(timeline);
    const chosen = times.slice(part * length, (part + 1) * length).map((time) => {
      const written = readDate(`2025-10-26 ${time}`, 'iso');
      return toIso(written && choose('c', listInstants(written, 'Europe/Tallinn')))?.slice(11, 16) ?? '';
    });
    timeline = end();
    return chosen;
  }).flat();
}

test('an hour that is repeated at the end of summer time is in the order of the rows', () => {
  const times = ['03:57', '03:58', '03:02', '03:03', '04:01'];
  const instants = ['00:57', '00:58', '01:02', '01:03', '02:01'];
  expect(follow(times)).toEqual(instants);
  expect(follow(times, 5)).toEqual(instants);
  expect(follow(times.toReversed())).toEqual(instants.toReversed());
  expect(follow(['02:58', '03:10', '03:20'])).toEqual(['23:58', '00:10', '00:20']);
  expect(follow(['04:10', '04:05', '03:20'])).toEqual(['02:10', '02:05', '01:20']);
});
