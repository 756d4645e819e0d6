import { beforeAll, expect, test } from 'vitest';
import type { MonthToIssue } from '#features/billing/contract/credit/credit-notes.ts';
import type { Invoice } from '#features/billing/contract/invoices.ts';
import type { Usage } from '#features/money/contract/usage.ts';
import { createRandom } from '#demo-assistant/random.ts';
import type { TestUser } from '#server/testing/test-portal.ts';
import { formatMonth } from '#contract/calendar/formats.ts';
import { addRuns, reportSkill } from './testing/ledger.ts';
import { prepareClosing } from './testing/closing.ts';
import { closePeriods } from './close-period.service.ts';
import { listCloses } from '../close/closes.service.ts';

const { portal, company, closing, monthsAgo, dayOf, close, list, read, add, signInAgain } = prepareClosing();

/** Ledgers with credit notes; `LEDGERS=300` tries as many. */
const ledgers = Number(process.env['LEDGERS'] ?? 3);

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

let operator: TestUser;

beforeAll(async () => {
  ({ superAdmin: operator } = await portal().makeCompany({ isProvider: true }));
});

const asProvider = (path: string, body?: object) =>
  portal().call(path, {
    as: operator,
    headers: { 'x-company': company().superAdmin.companyId },
    method: body ? 'POST' : 'GET',
    ...(body && { body }),
  });

/** Adds up the lines of invoices that are not wholly credited by the month of their usage, in cents. A part that is given back bills no usage. */
async function readLeft(months: readonly string[]): Promise<Map<string, number>> {
  const sums = new Map(months.map((month) => [month, 0]));
  const invoices = await list();
  for (const { _id, kind, status, total, credited = 0, creditNotes = [] } of invoices) {
    const { lines, vat } = await read(_id);
    expect(Math.round(Math.abs(total) * 100)).toBe(addUp([vat?.net ?? 0, vat?.amount ?? 0, vat?.rounding ?? 0]));
    const notes = creditNotes.map((note) => invoices.find((each) => each._id === note._id)?.total ?? 0);
    expect(addUp([credited, ...notes])).toBe(0);
    if (kind === 'creditNote' || status === 'Credited') continue;
    for (const { period, total: amount } of lines) {
      sums.set(`${period}-01`, (sums.get(`${period}-01`) ?? 0) + Math.round(amount * 100));
    }
  }
  return sums;
}

async function creditOne(invoices: readonly Invoice[], chance: () => number) {
  const open = invoices.filter(({ kind, status }) => kind === 'invoice' && status !== 'Credited');
  const invoice = open[Math.floor(chance() * open.length)];
  if (!invoice) return;
  const left = Math.round((invoice.total - (invoice.credited ?? 0)) * 100);
  const isPart = chance() < 0.4 && (invoice.credited ?? 0) === 0 && left > 1;
  const body = {
    reason: 'Wrong',
    version: invoice.version,
    ...(isPart && { total: Math.ceil((left - 1) * chance()) / 100 || 0.01 }),
  };
  expect((await asProvider(`/company/billing/${invoice._id}/credit`, body)).status).toBe(201);
}

async function issueAgain(chance: () => number) {
  const months = (await asProvider('/company/months-to-issue')).body as MonthToIssue[];
  for (const { _id } of months.filter(() => chance() < 0.5)) {
    expect((await asProvider(`/company/months-to-issue/${_id}/issue`, {})).status).toBe(201);
  }
}

test.each(Array.from({ length: ledgers }, (_, index) => index))(
  'with credit notes, parts and months that are issued again, usage is still what is billed, and nothing stays unbilled (%i)',
  async (seed) => {
    const { int } = createRandom(`credits ${seed}`);
    const chance = () => int(0, 999) / 1000;
    const other = await reportSkill(portal().database, company().superAdmin.companyId, 'B');
    const months = [1, 2, 3].map(monthsAgo);
    const prices = [100, 500, 12_500, 999_900];
    for (let round = 0; round < 4; round += 1) {
      for (let count = int(1, 5); count > 0; count -= 1) {
        const [ago, price] = [int(1, 3), prices[int(0, 3)] ?? 100];
        await add(monthsAgo(ago), price, int(1, 9), chance() < 0.5 ? other : company().skill);
      }
      await close();
      if (chance() < 0.8) await creditOne(await list(), chance);
      if (chance() < 0.5) await issueAgain(chance);
    }
    await issueAgain(() => 0);
    // What came late for months that all have an invoice is billed as the next month ends.
    const clock = { now: () => new Date(portal().clock.now().getTime() + 31 * 86_400_000) };
    const { companyId } = company().superAdmin;
    await closePeriods({ ...closing(), clock }, companyId);
    expect(await readLeft(months)).toEqual(await readUsage(months));
    const { companies } = await listCloses({ ...closing(), clock }, undefined);
    expect(companies.filter(({ id }) => id === companyId)).toEqual([]);
  },
  60_000,
);

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
