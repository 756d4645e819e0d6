import { runSql } from '#server/testing/sql/run-sql.ts';
import { beforeAll, expect, test } from 'vitest';
import type { Usage } from '#features/money/contract/usage.ts';
import { addDays, addMonths, getDay } from '#contract/calendar/zones.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { addRuns, addSkill, reportSkill } from './testing/ledger-rows.ts';

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

test('a company that has spent nothing has the present month, empty', async () => {
  const { id, superAdmin } = await portal().makeCompany();
  const user = await portal().makeUser(id);
  const usage = await readUsage(user);
  expect(usage).toMatchObject({
    data: [],
    limit: null,
    limitVersion: 1,
    total: 0,
    requests: 0,
    timeZone: zone,
    periods: [presentMonth],
  });
  expect(usage).not.toHaveProperty('forecast');
  expect(usage.days.at(-1)).toEqual({ date: today, requests: 0, total: 0 });
  expect(usage.days[0]?.date).toBe(`${presentMonth}-01`);
  expect(await readUsage(superAdmin, presentMonth)).toEqual({ ...usage, date: expect.any(String) });
});

test('every skill is one row with what its runs cost at each price, the dearest first', async () => {
  const { id, superAdmin } = await portal().makeCompany();
  const { database } = portal();
  const skill = await addSkill(database, id, 'Purchase orders', 20_000);
  const first = await reportSkill(database, id, 'po', skill.id);
  const second = await reportSkill(database, id, 'purchase_order', skill.id);
  const unmapped = await reportSkill(database, id, 'Coffee');
  await addRuns(database, id, [
    { day: '2026-10-03', skill: first.number, price: 12_500, requests: 3 },
    { day: '2026-10-20', skill: first.number, price: 12_500, requests: 1 },
    { day: '2026-10-20', skill: second.number, price: 20_000, requests: 2 },
    { day: '2026-10-04', skill: unmapped.number, price: 0, requests: 4 },
    { day: '2026-10-04', skill: 0, price: 1, requests: 7 },
    { day: '2026-09-30', skill: first.number, price: 99_999, requests: 9 },
    { day: '2026-11-01', skill: first.number, price: 99_999, requests: 9 },
  ]);
  const usage = await readUsage(superAdmin, '2026-10');
  const shared = { limit: null, limitAction: 'stop', limitVersion: 1 };
  expect(usage.data).toEqual([
    {
      ...shared,
      _id: skill.id,
      name: 'Purchase orders',
      price: 2,
      prices: [
        { price: 2, requests: 2 },
        { price: 1.25, requests: 4 },
      ],
      requests: 6,
      total: 9,
      spent: 9,
    },
    {
      ...shared,
      _id: 'unmapped',
      name: 'No skill',
      price: 0.0001,
      prices: [{ price: 0.0001, requests: 7 }],
      requests: 7,
      total: 0,
      spent: 0,
    },
    {
      ...shared,
      _id: unmapped.id,
      name: 'Coffee',
      price: 0,
      prices: [{ price: 0, requests: 4 }],
      requests: 4,
      total: 0,
      spent: 0,
    },
  ]);
  expect(usage).toMatchObject({ total: 9, spent: 9, requests: 17 });
  expect(usage.periods.slice(-2)).toEqual(['2026-10', '2026-09']);
  expect(usage.days).toHaveLength(31);
  expect(usage.days[19]).toEqual({ date: '2026-10-20', requests: 3, total: 5.25 });
  expect(usage).not.toHaveProperty('forecast');
});

test('the price of the latest runs is shown, and of two on one day the one that is paid now', async () => {
  const { id, superAdmin } = await portal().makeCompany();
  const { database } = portal();
  const skill = await addSkill(database, id, 'Leave', 30_000);
  const { number } = await reportSkill(database, id, 'leave', skill.id);
  await addRuns(database, id, [
    { day: '2026-10-02', skill: number, price: 30_000, requests: 1 },
    { day: '2026-10-09', skill: number, price: 10_000, requests: 1 },
    { day: '2026-10-09', skill: number, price: 20_000, requests: 1 },
  ]);
  const readPrice = async () => (await readUsage(superAdmin, '2026-10')).data[0]?.price;
  expect(await readPrice()).toBe(2);
  await database.inCompany(id, (tx) =>
    runSql(tx, `insert into skill_prices (skill_id, price_ten_thousandths) values ($1, 10000)`, [skill.id]),
  );
  expect(await readPrice()).toBe(1);
});

test('the present month ends with its last day, and its forecast goes on from what is spent', async () => {
  const { id, superAdmin } = await portal().makeCompany();
  const runs = Array.from({ length: 57 }, (_, place) => ({
    day: addDays(today, -place),
    price: 10_000,
    requests: 10,
  }));
  await addRuns(portal().database, id, runs);
  await portal().call('/company/limits', { as: superAdmin, method: 'PUT', body: { limit: 10 } });
  const { period, forecast, days, total } = await readUsage(superAdmin);
  const until = addMonths(`${presentMonth}-01`, 1);
  expect(getDay(Date.parse(period.end), zone)).toBe(addDays(until, -1));
  expect(getDay(Date.parse(period.end) + 1, zone)).toBe(until);
  expect(total).toBe(days.length * 10);
  const left = Math.round((Date.parse(until) - Date.parse(today)) / 86_400_000) - 1;
  const expected = total + left * 10;
  expect(forecast).toMatchObject({ total: expected, low: expected, high: expected });
  expect(forecast?.limitReachedOn).toBe(`${presentMonth}-01`);
  expect((await readUsage(superAdmin)).reachedOn).toBe(`${presentMonth}-01`);
  expect(forecast?.days.map(({ date }) => date).slice(0, 1)).toEqual([today]);
});

test('what another company spends changes nothing here', async () => {
  const { id, superAdmin } = await portal().makeCompany();
  const other = await portal().makeCompany();
  await addRuns(portal().database, id, [{ day: today, price: 5, requests: 1 }]);
  const before = await readUsage(superAdmin);
  await addRuns(portal().database, other.id, [{ day: today, price: 7, requests: 1000 }]);
  await portal().call('/company/limits', { as: other.superAdmin, method: 'PUT', body: { limit: 3 } });
  expect(await readUsage(superAdmin)).toEqual({ ...before, date: expect.any(String) });
  const provider = await portal().makeCompany({ isProvider: true });
  const { body } = await portal().call('/company/skills/usage', {
    as: provider.superAdmin,
    headers: { 'x-company': other.id },
  });
  expect(body).toMatchObject({ total: 0.7, limit: 3 });
});
