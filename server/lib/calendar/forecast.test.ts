import { expect, test } from 'vitest';
import { addDays } from '#contract/calendar/zones.ts';
import { forecastMonth, type MonthSoFar, type SpentDay } from './forecast.ts';

/** 23 November 2026 is a Monday. */
const today = '2026-11-23';
const euro = 10_000;

const listDays = (first: string, count: number, toTotal: (date: string) => number): SpentDay[] =>
  Array.from({ length: count }, (_, place) => addDays(first, place)).map((date) => ({ date, total: toTotal(date) }));

const isWeekend = (date: string) => [0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay());
/** 100 euros a working day and nothing at weekends. */
const steady = (date: string) => (isWeekend(date) ? 0 : 100 * euro);

function forecast(different: Partial<MonthSoFar> = {}) {
  const { days = [...listDays('2026-11-01', 22, steady), { date: today, total: 0 }] } = different;
  return forecastMonth({
    today,
    until: '2026-12-01',
    days,
    shown: days.reduce((sum, { total }) => sum + total, 0),
    history: listDays('2026-09-28', 56, steady),
    limit: null,
    ...different,
  });
}

test('a steady company is forecast exactly, without a band', () => {
  const found = forecast();
  expect(found).toMatchObject({ total: 2100 * euro, low: 2100 * euro, high: 2100 * euro, limitReachedOn: null });
  expect(found?.days).toHaveLength(8);
  expect(found?.days[0]).toEqual({ date: today, total: 1600 * euro, low: 1600 * euro, high: 1600 * euro });
  expect(found?.days.at(-1)?.date).toBe('2026-11-30');
});

test('today costs what is usual, or more where more is spent already', () => {
  const spendToday = (total: number) => [...listDays('2026-11-01', 22, steady), { date: today, total }];
  expect(forecast({ days: spendToday(40 * euro) })?.total).toBe(2100 * euro);
  expect(forecast({ days: spendToday(250 * euro) })?.total).toBe(2250 * euro);
});

test('the forecast continues what is shown as spent, the limit counts what is spent', () => {
  const days = [...listDays('2026-11-01', 22, steady), { date: today, total: 40 }];
  const found = forecast({ days, shown: 1500 * euro + 300, limit: 1500 * euro + 40 });
  expect(found).toMatchObject({ total: 2100 * euro + 300, limitReachedOn: today });
});

test('the day is named on which the limit is expected to be reached, or was', () => {
  const reachedOn = (euros: number) => forecast({ limit: euros * euro })?.limitReachedOn;
  expect(reachedOn(1_601)).toBe('2026-11-24');
  expect(reachedOn(2_100)).toBe('2026-11-30');
  expect(reachedOn(2_101)).toBeNull();
  expect(reachedOn(1_600)).toBe(today);
  expect(reachedOn(250)).toBe('2026-11-04');
  expect(reachedOn(0)).toBe('2026-11-02');
});

test('the band grows with the spread and the days to come, and never falls below what is spent', () => {
  const uneven = (date: string) => steady(date) * (Number(date.slice(-2)) % 2 === 0 ? 1.6 : 0.4);
  const { days = [], low = 0, total = 0, high = 0 } = forecast({ history: listDays('2026-09-28', 56, uneven) }) ?? {};
  const widths = days.map((day) => day.high - day.low);
  expect(widths.every((width, place) => place === 0 || width >= (widths[place - 1] ?? 0))).toBe(true);
  expect(low).toBeLessThan(total);
  expect(high).toBeGreaterThan(total);
  const once = (date: string) => (date === '2026-10-14' ? 9_000 * euro : 0);
  const wild = forecast({ days: [], history: listDays('2026-09-28', 56, once) });
  expect(wild?.low).toBe(0);
});

test('one exceptional day moves neither the forecast nor its band, and a company that spends now and then is expected to', () => {
  const tenADay = (date: string) => (date === '2026-11-11' ? 2_010 : 10) * euro;
  const first = '2026-12-01';
  const december = { today: first, until: '2027-01-01', days: [{ date: first, total: 0 }], limit: 500 * euro };
  const found = forecast({ ...december, history: listDays('2026-10-06', 56, tenADay) });
  expect(found).toMatchObject({ total: 310 * euro, low: 310 * euro, high: 310 * euro, limitReachedOn: null });
  const eachThirdDay = (date: string) => ((new Date(date).getTime() / 86_400_000) % 3 === 0 ? 100 * euro : 0);
  const rare = forecast({ ...december, history: listDays('2026-10-06', 56, eachThirdDay) })?.total ?? 0;
  expect(rare / euro).toBeGreaterThan(850);
  expect(rare / euro).toBeLessThan(1_150);
});

test('less than two weeks of history make no forecast', () => {
  expect(forecast({ history: listDays('2026-11-10', 13, steady) })).toBeUndefined();
  expect(forecast({ history: [] })).toBeUndefined();
  expect(forecast({ history: listDays('2026-11-09', 14, steady) })?.total).toBe(2100 * euro);
});

test('a company that has spent nothing is expected to go on like that, whatever the limit', () => {
  const nothing = listDays('2026-09-28', 56, () => 0);
  expect(forecast({ days: [], history: nothing, limit: 0 })).toMatchObject({ total: 0, high: 0, limitReachedOn: null });
});

test('on the last day of a month only today is left', () => {
  const last = '2026-11-30';
  const days = [...listDays('2026-11-01', 29, steady), { date: last, total: 10 * euro }];
  const found = forecast({ today: last, days, history: listDays('2026-10-05', 56, steady) });
  expect(found?.days).toHaveLength(1);
  expect(found?.total).toBe(2100 * euro);
});
