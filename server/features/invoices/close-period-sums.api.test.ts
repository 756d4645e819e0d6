import { beforeEach, expect, test } from 'vitest';
import type { Invoice, InvoiceDetails } from '#contract/invoices.ts';
import { roundToCents, toEuros } from '#contract/money.ts';
import { readConfig } from '../../config.ts';
import { addMonths, getDay, getMonth } from '../../lib/zones.ts';
import { useTestPortal } from '../../testing/test-portal.ts';
import type { TestUser } from '../../testing/test-portal.ts';
import { closePeriods } from './close-period.service.ts';
import { addRuns, reportSkill, setCreatedAt, sumLedger } from './testing/ledger.ts';

const portal = useTestPortal();
let superAdmin: TestUser;
let skill: number;
let month: string;
let place = 0;

const closing = () => ({
  database: portal().database,
  files: portal().adapters.files,
  provider: readConfig({}).provider,
  clock: portal().clock,
});
const close = (only?: string) => closePeriods(closing(), superAdmin.companyId, only);
const monthsAgo = (count: number) => addMonths(month, -count);
const dayOf = (first: string, day = 15) => `${first.slice(0, 8)}${String(day).padStart(2, '0')}`;
const list = async () => (await portal().call('/company/billing', { as: superAdmin })).body as Invoice[];
const read = async (id: string) =>
  (await portal().call(`/company/billing/${id}`, { as: superAdmin })).body as InvoiceDetails;
const add = (first: string, price: number, count = 1, number = skill) =>
  addRuns(portal().database, superAdmin.companyId, [{ day: dayOf(first), skill: number, price, count }]);

beforeEach(async () => {
  month = getMonth(getDay(portal().clock.now().getTime(), 'Europe/Tallinn'));
  place += 1;
  ({ superAdmin } = await portal().makeCompany({ name: `Closing${'x'.repeat(place)} AS` }));
  await setCreatedAt(portal().database, superAdmin.companyId, `${monthsAgo(4)}T12:00:00Z`);
  skill = await reportSkill(portal().database, superAdmin.companyId, 'Leave request');
});

test('the invoices of random ledgers hold what the ledger holds, to the ten-thousandth', async () => {
  const { database } = portal();
  const { companyId } = superAdmin;
  const skills = [skill, await reportSkill(database, companyId, 'B'), await reportSkill(database, companyId, 'C'), 0];
  for (let round = 0; round < 6; round += 1) {
    const runs = Array.from({ length: 40 }, (_, index) => ({
      day: dayOf(monthsAgo(1 + Math.floor(Math.random() * Math.min(4, round + 1))), 1 + (index % 28)),
      skill: skills[index % skills.length] ?? 0,
      price: Math.floor(Math.random() * 20_000),
      count: 1 + Math.floor(Math.random() * 30),
    }));
    await addRuns(database, companyId, runs);
    await close();
  }
  await add(monthsAgo(4), 777, 3);
  const invoices = await list();
  const details = await Promise.all(invoices.map(({ _id }) => read(_id)));
  for (const { lines, total } of details) {
    const sum = lines
      .filter(({ requests }) => requests !== null)
      .reduce((all, line) => all + Math.round(line.total * 10_000), 0);
    expect(total).toBe(toEuros(roundToCents(sum)));
    for (const { requests, price, total: amount } of lines.filter((line) => line.price !== null)) {
      expect(amount).toBe(toEuros((requests ?? 0) * Math.round((price ?? 0) * 10_000)));
    }
  }
  const billed = await database.withCompany(companyId, async (tx) => {
    const { rows } = await tx.execute<{ sum: string }>(
      'select sum(requests * price_ten_thousandths) from invoiced_requests',
    );
    return Number(rows[0]?.sum);
  });
  const shown = details
    .flatMap(({ lines }) => lines)
    .filter(({ requests }) => requests !== null)
    .reduce((all, { total }) => all + Math.round(total * 10_000), 0);
  expect(shown).toBe(billed);
  // What came after every month was closed waits for the next one, and is all that is missing.
  const open = (await sumLedger(database, companyId, monthsAgo(4), month)) - billed;
  expect(open).toBeGreaterThanOrEqual(3 * 777);
  await add(month, 1_000_000);
  portal().clock.advance(31 * 86_400_000);
  await close(month);
  superAdmin = { ...superAdmin, token: await portal().fetchToken(await portal().signIn(superAdmin.email)) };
  const next = (await list()).find(({ period }) => period === month);
  expect(next?.total).toBe(toEuros(roundToCents(open + 1_000_000)));
});
