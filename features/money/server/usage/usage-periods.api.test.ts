import { runSql } from '#server/testing/sql/run-sql.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { fromEuros } from '#features/money/contract/money.ts';
import type { Usage } from '#features/money/contract/usage.ts';
import { addDays, addMonths, getDay } from '#contract/calendar/zones.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { addRuns } from './testing/ledger-rows.ts';

const portal = useTestPortal();
const zone = 'Europe/Tallinn';
let today: string;
let presentMonth: string;

beforeAll(() => {
  today = getDay(portal().clock.now().getTime(), zone);
  presentMonth = today.slice(0, 7);
});

const ask = (as: TestUser, period?: string) =>
  portal().call(`/company/skills/usage${period === undefined ? '' : `?period=${encodeURIComponent(period)}`}`, { as });

async function readUsage(as: TestUser, period?: string): Promise<Usage> {
  const { status, body } = await ask(as, period);
  expect({ status, body: status === 200 ? {} : body }).toEqual({ status: 200, body: {} });
  return body as Usage;
}

describe('a period is a month of the company’s zone', () => {
  test.each([
    ['Europe/Tallinn', '2026-03', '2026-02-28T22:00:00.000Z', '2026-03-31T20:59:59.999Z', 31],
    ['Europe/Tallinn', '2025-10', '2025-09-30T21:00:00.000Z', '2025-10-31T21:59:59.999Z', 31],
    ['America/New_York', '2026-02', '2026-02-01T05:00:00.000Z', '2026-03-01T04:59:59.999Z', 28],
    ['Asia/Kolkata', '2024-02', '2024-01-31T18:30:00.000Z', '2024-02-29T18:29:59.999Z', 29],
    ['Australia/Lord_Howe', '2026-04', '2026-03-31T13:00:00.000Z', '2026-04-30T13:29:59.999Z', 30],
    ['Pacific/Apia', '2011-12', '2011-12-01T10:00:00.000Z', '2011-12-31T09:59:59.999Z', 30],
  ])('%s %s', async (timeZone, period, ...expected) => {
    const { id, superAdmin } = await portal().makeCompany();
    await portal().database.inCompany(id, (tx) => runSql(tx, `update companies set time_zone = $1`, [timeZone]));
    const last = addDays(addMonths(`${period}-01`, 1), -1);
    await addRuns(portal().database, id, [
      { day: addDays(`${period}-01`, -1), price: 100, requests: 1 },
      { day: `${period}-01`, price: 1000, requests: 1 },
      { day: last, price: 10_000, requests: 1 },
      { day: addDays(last, 1), price: 100_000, requests: 1 },
    ]);
    const usage = await readUsage(superAdmin, period);
    expect([usage.period.start, usage.period.end, usage.days.length]).toEqual(expected);
    expect(usage).toMatchObject({ total: 1.1, requests: 2, timeZone });
    expect(usage.days.reduce((sum, { total }) => sum + (fromEuros(total) ?? 0), 0)).toBe(11_000);
  });
});

test.each([
  '2009-12',
  '0001-01',
  '9999-12',
  '275760-09',
  '2026-13',
  '2026-00',
  '2026-1',
  '2026',
  '2026-11-01',
  ' 2026-11',
  '-2026-11',
  "2026-11'",
  '',
])('the period %o is refused by name', async (period) => {
  const { superAdmin } = await portal().makeCompany();
  expect(await ask(superAdmin, period)).toMatchObject({ status: 422, body: { fields: [{ path: 'period' }] } });
  const address = `/company/skills/usage/unmapped/requests?period=${encodeURIComponent(period)}`;
  expect(await portal().call(address, { as: superAdmin })).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'period' }] },
  });
});

test('the next month is refused until it comes', async () => {
  const { superAdmin } = await portal().makeCompany();
  const next = addMonths(`${presentMonth}-01`, 1).slice(0, 7);
  expect((await ask(superAdmin, next)).status).toBe(422);
  expect((await ask(superAdmin, '2010-01')).status).toBe(200);
});
