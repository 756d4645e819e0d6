import type { Support } from '#features/money/contract/limit-forms.ts';
import type { Forecast, SkillUsage, Usage } from '#features/money/contract/usage.ts';

export const toId = (place: number) => `0190a7c0-0000-7000-8000-${String(place).padStart(12, '0')}`;

export function makeSkillUsage(different: Partial<SkillUsage> = {}): SkillUsage {
  const { price = 1, requests = 0 } = different;
  return {
    _id: toId(1),
    name: 'Skill',
    price,
    prices: [{ price, requests }],
    requests,
    total: price * requests,
    spent: different.total ?? price * requests,
    limit: null,
    limitAction: 'stop',
    limitVersion: 1,
    ...different,
  };
}

/** Skills with falling costs. */
export const makeSkills = (count: number): SkillUsage[] =>
  Array.from({ length: count }, (_, index) =>
    makeSkillUsage({
      _id: toId(index + 1),
      name: `Skill ${String(index + 1).padStart(2, '0')}`,
      price: 0.25,
      requests: 100 - index,
      total: (100 - index) * 0.25,
    }),
  );

const day = (place: number) => `2026-11-${String(place).padStart(2, '0')}`;

const forecast: Forecast = {
  total: 3000,
  low: 2800,
  high: 3200,
  limitReachedOn: null,
  days: Array.from({ length: 10 }, (_, index) => ({
    date: day(index + 21),
    total: 2100 + index * 100,
    low: 2100 + index * 78,
    high: 2100 + index * 122,
  })),
};

/** November 2026 on the 21st, with a hundred euros a day. */
export const makeUsage = (different: Partial<Usage> = {}): Usage => makeYoungUsage({ forecast, ...different });

/** The same without enough history for a forecast. */
export function makeYoungUsage(different: Partial<Usage> = {}): Usage {
  const data = makeSkills(3);
  return {
    period: { start: '2026-10-31T22:00:00.000Z', end: '2026-11-30T21:59:59.999Z' },
    data,
    limit: null,
    limitAction: 'stop',
    limitVersion: 1,
    keys: [],
    total: data.reduce((sum, { total }) => sum + total, 0),
    spent: different.total ?? data.reduce((sum, { total }) => sum + total, 0),
    fees: 0,
    requests: data.reduce((sum, { requests }) => sum + requests, 0),
    date: '2026-11-21T10:00:05.000Z',
    timeZone: 'Europe/Tallinn',
    periods: ['2026-11', '2026-10', '2026-09'],
    days: Array.from({ length: 21 }, (_, index) => ({ date: day(index + 1), requests: 10, total: 100 })),
    ...different,
  };
}

/** October 2026 with a ten-thousandth a day. */
export const makeOctober = (): Usage =>
  makeYoungUsage({
    period: { start: '2026-09-30T21:00:00.000Z', end: '2026-10-31T21:59:59.999Z' },
    days: Array.from({ length: 31 }, (_, index) => ({
      date: `2026-10-${String(index + 1).padStart(2, '0')}`,
      requests: 1,
      total: 0.0001,
    })),
    limit: 1,
    total: 0.0031,
  });

export const makeSupport = (different: Partial<Support> = {}): Support => ({
  total: 150,
  limit: 200,
  version: 3,
  data: [
    { _id: toId(101), type: 'E-mail', limit: 150, version: 2 },
    { _id: toId(102), type: 'Voice', limit: null, version: 1 },
  ],
  ...different,
});
