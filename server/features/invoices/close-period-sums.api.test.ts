import { runSql } from '../../testing/sql/run-sql.ts';
import { expect, test } from 'vitest';
import { roundToCents, toEuros } from '#contract/billing/money.ts';
import { createRandom } from '../../../demo-assistant/random.ts';
import { addRuns, reportSkill, sumLedger } from './testing/ledger.ts';
import { prepareClosing } from './testing/closing.ts';

const { portal, company, monthsAgo, dayOf, close, list, read, add, signInAgain } = prepareClosing();

test('the invoices of random ledgers hold what the ledger holds, to the ten-thousandth', async () => {
  const { database } = portal();
  const { companyId } = company().superAdmin;
  const skills = [
    company().skill,
    await reportSkill(database, companyId, 'B'),
    await reportSkill(database, companyId, 'C'),
    0,
  ];
  const { int } = createRandom('closing');
  for (let round = 0; round < 6; round += 1) {
    const runs = Array.from({ length: 40 }, (_, index) => ({
      day: dayOf(monthsAgo(1 + int(0, Math.min(3, round))), 1 + (index % 28)),
      skill: skills[index % skills.length] ?? 0,
      price: int(0, 19_999),
      count: int(1, 30),
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
    const rows = await runSql<{ sum: string }>(tx, 'select sum(requests * price_ten_thousandths) from invoiced_usage');
    return Number(rows[0]?.sum);
  });
  const shown = details
    .flatMap(({ lines }) => lines)
    .filter(({ requests }) => requests !== null)
    .reduce((all, { total }) => all + Math.round(total * 10_000), 0);
  expect(shown).toBe(billed);
  // What came after every month was closed waits for the next one, and is all that is missing.
  const open = (await sumLedger(database, companyId, monthsAgo(4), company().month)) - billed;
  expect(open).toBeGreaterThanOrEqual(3 * 777);
  await add(company().month, 1_000_000);
  portal().clock.advance(31 * 86_400_000);
  await close(company().month);
  await signInAgain();
  const next = (await list()).find(({ period }) => period === company().month);
  expect(next?.total).toBe(toEuros(roundToCents(open + 1_000_000)));
});
