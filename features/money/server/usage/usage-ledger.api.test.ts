import { expect, test } from 'vitest';
import type { AnalyticsStats } from '#features/dashboard/contract/analytics.ts';
import { fromEuros, roundToCents, type TenThousandths } from '#features/money/contract/money.ts';
import type { Usage } from '#features/money/contract/usage.ts';
import { createRandom } from '#demo-assistant/random.ts';
import { addDays, addMonths } from '#contract/calendar/zones.ts';
import { listUnbilledUsage } from '#features/billing/server/invoices/close-period.repository.ts';
import { planInvoice } from '#features/billing/server/invoices/plan-invoice.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { addRuns, addSkill, reportSkill, sumLedger } from './testing/ledger-rows.ts';

const portal = useTestPortal();
const ledgersOfCompany = 150;

const prices = [0, 1, 99, 1_005, 12_500, 43_599, 9_999_999_999];

/** A company with a ledger of its own in each of many months; names that are mapped, unmapped and missing. */
async function makeLedgers(seed: number): Promise<TestUser> {
  const { id, superAdmin } = await portal().makeCompany();
  const { database } = portal();
  const skill = await addSkill(database, id, 'Mapped');
  const numbers = [0];
  for (const mapped of [skill.id, skill.id, null, null]) {
    numbers.push((await reportSkill(database, id, 'Any', mapped)).number);
  }
  const { int, pick } = createRandom(`ledgers ${seed}`);
  const months = Array.from({ length: ledgersOfCompany }, (_, place) => addMonths('2026-10-01', -place));
  const runs = months.flatMap((first) =>
    Array.from({ length: int(0, 8) }, () => ({
      day: addDays(first, int(0, 27)),
      skill: pick(numbers),
      price: pick(prices),
      requests: 1 + int(0, 8),
    })),
  );
  await addRuns(database, id, runs);
  return superAdmin;
}

const addUp = (amounts: readonly TenThousandths[]) => amounts.reduce((sum, amount) => sum + amount, 0);
const read = (euros: number) => fromEuros(euros) ?? Number.NaN;

/** Reads the cost that the dashboard shows of the same days. */
async function readDashboardCost(as: TestUser, { start, end }: Usage['period']): Promise<number> {
  const { body } = await portal().call(`/analytics/stats?from=${start}&to=${end}`, { as });
  return (body as AnalyticsStats).cost ?? NaN;
}

/** Plans the amounts that period close would bill, by month. */
async function planInvoices({ companyId }: TestUser): Promise<Map<string, TenThousandths>> {
  const span = { first: '2010-01-01', until: '2026-11-01' };
  const unbilled = await portal().database.inCompany(companyId, (tx) => listUnbilledUsage(tx, span));
  const byMonth = Map.groupBy(unbilled, ({ month }) => month);
  return new Map([...byMonth].map(([month, usage]) => [month.slice(0, 7), planInvoice(month, usage).total]));
}

test.each([1, 2])(
  'over 150 random ledgers usage page, dashboard and invoice agree to the cent, seed %s',
  async (seed) => {
    const superAdmin = await makeLedgers(seed);
    const invoices = await planInvoices(superAdmin);
    const { body } = await portal().call('/company/skills/usage', { as: superAdmin });
    const { periods } = body as Usage;
    expect(periods.length).toBeGreaterThanOrEqual(ledgersOfCompany - 2);
    for (const period of periods) {
      const answer = await portal().call(`/company/skills/usage?period=${period}`, { as: superAdmin });
      const { total, spent, requests, data, days } = answer.body as Usage;
      const ledger = await sumLedger(portal().database, superAdmin.companyId, period);
      // What counts against limits is what is invoiced.
      expect({ period, spent, requests }).toEqual({ period, spent: total, requests: ledger.requests });
      const exact = data.flatMap((row) => row.prices.map((each) => read(each.price) * each.requests));
      expect(addUp(exact)).toBe(ledger.total);
      for (const row of data) {
        const costs = row.prices.map((each) => roundToCents(read(each.price) * each.requests));
        expect(read(row.total)).toBe(addUp(costs));
      }
      expect(addUp(data.map((row) => read(row.total)))).toBe(read(total));
      expect(addUp(days.map((day) => read(day.total)))).toBe(read(total));
      expect(days.every((day) => read(day.total) % 100 === 0)).toBe(true);
      expect(await readDashboardCost(superAdmin, (answer.body as Usage).period)).toBe(total);
      expect(invoices.get(period) ?? 0).toBe(read(total));
    }
  },
);
