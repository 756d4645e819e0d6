import { expect, test } from 'vitest';
import {
  chooseSegments,
  getPreviousRange,
  resolveRange,
  shiftByMonths,
  shiftByWeeks,
  shiftRange,
  splitDays,
  splitRange,
  type SignedSpan,
} from './ranges.ts';
import { addDays, getStartOfDay, listDays } from '#contract/calendar/zones.ts';

const tallinn = 'Europe/Tallinn';
const show = ({ from, until }: { from: number; until: number }) =>
  [from, until].map((instant) => new Date(instant).toISOString());
const parse = (text: string) => {
  const [from = 0, until = 0] = text.split('/').map((instant) => Date.parse(instant));
  return { from, until };
};

test('without ends it is the present month to the end of today, of the zone', () => {
  const now = new Date('2026-10-31T22:30:00Z');
  expect(show(resolveRange({}, tallinn, now))).toEqual(['2026-10-31T22:00:00.000Z', '2026-11-01T22:00:00.000Z']);
  expect(show(resolveRange({}, 'UTC', now))).toEqual(['2026-10-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z']);
});

test('the end counts to its millisecond, whatever its offset', () => {
  const asked = { from: '2026-11-01T00:00:00.000+02:00', to: '2026-11-01T00:00:00.000+02:00' };
  const { from, until } = resolveRange(asked, tallinn, new Date());
  expect(until - from).toBe(1);
});

test.each([
  [{ from: '2026-11-02T00:00:00Z', to: '2026-11-01T23:59:59.999Z' }, 'from'],
  [{ from: '1999-12-31T21:59:59Z' }, 'from'],
  [{ from: '2026-01-01T00:00:00Z', to: '2100-12-31T22:00:00Z' }, 'to'],
])('%j is refused', (asked, path) => {
  expect(() => resolveRange(asked, tallinn, new Date('2026-11-21T12:00:00Z'))).toThrow(
    expect.objectContaining({ code: 'request.invalid', fields: [expect.objectContaining({ path })] }),
  );
});

test('the first and the last year are taken as the zone has them', () => {
  const asked = { from: '1999-12-31T22:00:00Z', to: '2100-12-31T21:59:59.999Z' };
  expect(() => resolveRange(asked, tallinn, new Date())).not.toThrow();
});

test.each([
  ['a month', '2026-10-31T22:00:00Z/2026-11-30T22:00:00Z', '2026-10-01T21:00:00Z/2026-10-31T22:00:00Z'],
  ['the day of 23 hours', '2026-03-28T22:00:00Z/2026-03-29T21:00:00Z', '2026-03-27T22:00:00Z/2026-03-28T22:00:00Z'],
  ['the day after it', '2026-03-29T21:00:00Z/2026-03-30T21:00:00Z', '2026-03-28T22:00:00Z/2026-03-29T21:00:00Z'],
  ['the day of 25 hours', '2026-10-24T21:00:00Z/2026-10-25T22:00:00Z', '2026-10-23T21:00:00Z/2026-10-24T21:00:00Z'],
  ['1 March of a leap year', '2028-02-29T22:00:00Z/2028-03-01T22:00:00Z', '2028-02-28T22:00:00Z/2028-02-29T22:00:00Z'],
  ['hours of a day', '2026-11-05T08:00:00Z/2026-11-05T10:30:00Z', '2026-11-04T08:00:00Z/2026-11-04T10:30:00Z'],
  ['hours over midnight', '2026-11-05T20:00:00Z/2026-11-06T06:00:00Z', '2026-11-03T20:00:00Z/2026-11-04T06:00:00Z'],
])('right before %s lie as many days', (_, asked, previous) => {
  expect(getPreviousRange(parse(asked), tallinn)).toEqual(parse(previous));
});

const parseDays = (text: string) => {
  const [first = '', last = ''] = text.split('/');
  return { from: getStartOfDay(first, tallinn), until: getStartOfDay(addDays(last, 1), tallinn) };
};

test.each([
  ['2026-11-01/2026-11-22', '2026-10-04/2026-10-25', '2026-10-01/2026-10-22'],
  ['2026-11-22/2026-11-22', '2026-11-15/2026-11-15', '2026-10-22/2026-10-22'],
  ['2026-03-01/2026-03-31', '2026-01-25/2026-02-24', '2026-02-01/2026-02-28'],
  ['2026-02-01/2026-02-28', '2026-01-04/2026-01-31', '2026-01-01/2026-01-28'],
  ['2026-10-24/2026-11-22', '2026-09-19/2026-10-18', '2026-08-24/2026-09-22'],
  ['2025-12-01/2026-11-22', '2024-12-09/2025-11-30', '2024-12-01/2025-11-22'],
])('%s is compared with %s by weeks, and with %s by months', (asked, weeks, months) => {
  const range = parseDays(asked);
  expect(shiftRange(range, shiftByWeeks(range, tallinn), tallinn)).toEqual(parseDays(weeks));
  expect(shiftRange(range, shiftByMonths(range, tallinn), tallinn)).toEqual(parseDays(months));
});

test('a skipped day is none of the days before', () => {
  const after = parse('2011-12-30T10:00:00Z/2012-01-01T10:00:00Z');
  expect(show(getPreviousRange(after, 'Pacific/Apia'))).toEqual([
    '2011-12-28T10:00:00.000Z',
    '2011-12-30T10:00:00.000Z',
  ]);
});

test.each([
  { asked: '2026-10-31T22:00:00Z/2026-11-02T22:00:00Z', days: ['2026-11-01', '2026-11-03'], edges: [] },
  {
    asked: '2026-11-01T10:00:00Z/2026-11-04T10:00:00Z',
    days: ['2026-11-02', '2026-11-04'],
    edges: ['2026-11-01T10:00:00Z/2026-11-01T22:00:00Z', '2026-11-03T22:00:00Z/2026-11-04T10:00:00Z'],
  },
  {
    asked: '2026-11-01T10:00:00Z/2026-11-01T11:00:00Z',
    days: ['2026-11-01', '2026-11-01'],
    edges: ['2026-11-01T10:00:00Z/2026-11-01T11:00:00Z'],
  },
  {
    asked: '2026-11-01T21:59:59.999Z/2026-11-01T22:00:00Z',
    days: ['2026-11-02', '2026-11-02'],
    edges: ['2026-11-01T21:59:59.999Z/2026-11-01T22:00:00Z'],
  },
])('$asked falls into whole days and what it cuts of others', ({ asked, days, edges }) => {
  const split = splitRange(parse(asked), tallinn);
  expect([split.days.first, split.days.until]).toEqual(days);
  expect(split.edges).toEqual(edges.map(parse));
});

test('days fall into whole months and the days around them', () => {
  expect(splitDays({ first: '2026-01-20', until: '2026-04-03' })).toEqual({
    months: { first: '2026-02-01', until: '2026-04-01' },
    days: [
      { first: '2026-01-20', until: '2026-02-01' },
      { first: '2026-04-01', until: '2026-04-03' },
    ],
  });
  expect(splitDays({ first: '2026-01-20', until: '2026-02-03' }).days).toEqual([
    { first: '2026-01-20', until: '2026-02-03' },
  ]);
});

const rangesOfDays = [
  ['2026-11-01', '2026-12-01'],
  ['2026-11-01', '2026-11-22'],
  ['2026-11-01', '2026-11-05'],
  ['2026-11-10', '2026-11-12'],
  ['2026-11-02', '2026-11-30'],
  ['2026-10-11', '2026-11-01'],
  ['2026-10-20', '2026-11-20'],
  ['2025-11-22', '2026-11-22'],
  ['2028-02-01', '2028-02-29'],
  ['2026-11-05', '2026-11-05'],
] as const;
const todays = ['2026-11-03', '2026-11-21', '2028-12-31'];
const cases = rangesOfDays.flatMap((range) => todays.map((today) => [...range, today] as const));

test.each(cases)('from %s to before %s every day counts once and no other, on %s', (first, until, today) => {
  const counts = new Map<string, number>();
  const chosen = chooseSegments({ first, until }, today);
  const add = ({ first: from, until: end, sign }: SignedSpan) => {
    for (const day of listDays(from, end, 'UTC')) counts.set(day, (counts.get(day) ?? 0) + sign);
  };
  for (const span of [...chosen.months, ...chosen.days]) add(span);
  const counted = [...counts].filter(([, count]) => count !== 0).toSorted();
  expect(counted).toEqual(listDays(first, until, 'UTC').map((day) => [day, 1]));
  expect(chosen.months.every((span) => span.first.endsWith('-01') && span.until.endsWith('-01'))).toBe(true);
  const ofDays = chosen.days.reduce((sum, span) => sum + listDays(span.first, span.until, 'UTC').length, 0);
  expect(ofDays).toBeLessThanOrEqual(31);
});

test.each(['2026-11-01', '2026-11-09', '2026-11-15', '2026-11-30'])(
  'the present month until %s is one month',
  (today) => {
    const { months, days } = chooseSegments({ first: '2026-11-01', until: addDays(today, 1) }, today);
    expect(months).toEqual([{ first: '2026-11-01', until: '2026-12-01', sign: 1 }]);
    expect(days.filter(({ first }) => first <= today)).toEqual([]);
  },
);
