import { expect, test } from 'vitest';
import type { Usage } from '#features/money/contract/usage.ts';
import { createRandom } from '#demo-assistant/random.ts';
import { formatMonth } from '#contract/calendar/formats.ts';
import { addRuns, reportSkill } from './testing/ledger.ts';
import { prepareClosing } from './testing/closing.ts';

const { portal, company, monthsAgo, dayOf, close, list, read, add, signInAgain } = prepareClosing();

const addUp = (amounts: readonly number[]) => amounts.reduce((sum, euros) => sum + Math.round(euros * 100), 0);

/** Reads the totals of the usage page, in cents by month. */
async function readUsage(months: readonly string[]): Promise<Map<string, number>> {
  const sums = new Map<string, number>();
  for (const month of months) {
    const path = `/company/skills/usage?period=${month.slice(0, 7)}`;
    const { body } = await portal().call(path, { as: company().superAdmin });
    sums.set(month, Math.round((body as Usage).total * 100));
  }
  return sums;
}

/** Sums what the invoices have billed, in cents by month: their own lines, and late lines that name the month. */
async function readBilled(months: readonly string[]): Promise<Map<string, number>> {
  const details = await Promise.all((await list()).map(({ _id }) => read(_id)));
  for (const { lines, total, vat } of details) {
    if (!vat) throw new Error('an invoice has VAT');
    for (const { total: amount } of lines) expect(amount).toBe(Math.round(amount * 100) / 100);
    expect(addUp(lines.map((line) => line.total))).toBe(Math.round((vat?.net ?? 0) * 100));
    expect(Math.round(total * 100)).toBe(addUp([vat?.net ?? 0, vat?.amount ?? 0]));
  }
  const lines = details.flatMap((each) => each.lines.map((line) => ({ ...line, period: each.period })));
  const toMonth = ({ description, period }: (typeof lines)[number]) =>
    months.find((month) => description.endsWith(`, ${formatMonth(month)}`)) ?? period;
  return new Map(
    months.map((month) => [month, addUp(lines.filter((line) => toMonth(line) === month).map(({ total }) => total))]),
  );
}

test('the invoices of random ledgers are the usage page, to the cent and line by line', async () => {
  const { database } = portal();
  const { companyId } = company().superAdmin;
  const skills = [
    company().skill,
    await reportSkill(database, companyId, 'B'),
    await reportSkill(database, companyId, 'C'),
    0,
  ];
  const months = [1, 2, 3].map(monthsAgo);
  const { int } = createRandom('closing');
  const prices = Array.from({ length: 12 }, () => int(0, 19_999));
  for (let round = 0; round < 6; round += 1) {
    const runs = Array.from({ length: 40 }, (_, index) => ({
      day: dayOf(monthsAgo(1 + int(0, Math.min(2, round))), 1 + (index % 28)),
      skill: skills[index % skills.length] ?? 0,
      price: prices[int(0, 11)] ?? 0,
      count: int(1, 30),
    }));
    await addRuns(database, companyId, runs);
    await close();
  }
  await add(company().month, 1_000_000);
  portal().clock.advance(31 * 86_400_000);
  await close(company().month);
  await signInAgain();
  // The last close has billed what came after every month was closed.
  expect(await readBilled(months)).toEqual(await readUsage(months));
});
