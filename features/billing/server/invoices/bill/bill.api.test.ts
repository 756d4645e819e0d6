import { beforeAll, expect, test } from 'vitest';
import type { Bill } from '#features/billing/contract/bill.ts';
import type { Invoice } from '#features/billing/contract/invoices.ts';
import { addDays, addMonths } from '#contract/calendar/zones.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import type { TestUser } from '#server/testing/test-portal.ts';
import { closePeriods } from '../close-period.service.ts';
import { prepareClosing, toNextNumber } from '../testing/closing.ts';
import type { Usage } from '#features/money/contract/usage.ts';
import { getUsage } from '#features/money/server/usage/usage.service.ts';
import { getBill as getBillOf } from './bill.service.ts';

const { portal, company, closing, monthsAgo, dayOf, close, list, read, add, signInAgain } = prepareClosing();

let operator: TestUser;

beforeAll(async () => {
  ({ superAdmin: operator } = await portal().makeCompany({ isProvider: true }));
});

const getBill = async (month?: string, as = company().superAdmin) => {
  const period = month === undefined ? '' : `?period=${month.slice(0, 7)}`;
  return (await portal().call(`/company/bill${period}`, { as })).body as Bill;
};

const asProvider = (path: string, request: { method?: string; body?: unknown } = {}) =>
  portal().call(path, { as: operator, headers: { 'x-company': company().superAdmin.companyId }, ...request });

const recordSupport = (cost: number, date = company().month) =>
  asProvider('/company/support/requests', {
    method: 'POST',
    body: { type: 'E-mail', subject: 'Help', date, cost },
  });

test('the bill of the present month is the invoice that its close issues: sum, number and day', async () => {
  const { month } = company();
  await add(monthsAgo(1), 10_000, 2);
  await close();
  await add(monthsAgo(1), 10_000);
  await add(month, 150, 3);
  await recordSupport(90.5);
  const bill = await getBill();
  expect(bill).toMatchObject({
    period: month.slice(0, 7),
    isBilled: true,
    open: { skills: 0.05, support: 90.5, late: 1, total: 91.55, vat: { net: 91.55, amount: 21.97, total: 113.52 } },
    next: { issueDate: addMonths(month, 1) },
    invoice: null,
  });
  const before = portal().clock.now().getTime();
  portal().clock.advance(Date.parse(`${addMonths(month, 1)}T09:00:00Z`) - before);
  try {
    const [issued] = await close();
    await signInAgain();
    // Another customer may have the next number of the issuer.
    expect(bill.next?.invoiceId).toBeNull();
    expect(issued).toMatchObject({ month, total: 1_135_200 });
    const invoice = (await list()).find(({ period }) => period === month);
    expect(invoice).toMatchObject({ issueDate: bill.next?.issueDate, total: bill.open.vat.total });
    expect((await read(invoice?._id ?? '')).vat).toEqual(bill.open.vat);
  } finally {
    portal().clock.advance(before - portal().clock.now().getTime());
  }
});

test('the bill of a past month names its invoice, and what came later is on the next one', async () => {
  await add(monthsAgo(2), 10_000, 4);
  await add(monthsAgo(1), 10_000, 1);
  await recordSupport(12.5, monthsAgo(2));
  await close();
  const invoice = (await list()).find(({ period }) => period === monthsAgo(2));
  const { _id, invoiceId, total, status } = invoice ?? {};
  expect(await getBill(monthsAgo(2))).toMatchObject({
    invoice: {
      _id,
      invoiceId,
      total,
      status,
      skills: 4,
      support: 12.5,
      late: 0,
      vat: { net: 16.5, amount: 3.96, total: 20.46, areLinesNet: true },
    },
    open: { total: 0 },
    expected: null,
  });
  await add(monthsAgo(2), 10_000, 3);
  const later = await getBill(monthsAgo(2));
  expect(later).toMatchObject({ open: { skills: 3, total: 3 }, next: { issueDate: addMonths(company().month, 1) } });
  expect((await getBill()).open).toMatchObject({ skills: 0, late: 3, total: 3 });
});

test('a month is closed after the days of grace, as its bill says, and at once where it is named', async () => {
  const { month, superAdmin } = company();
  await add(monthsAgo(1), 10_000, 2);
  const closeAfterGrace = (only?: string) => closePeriods(closing(2), superAdmin.companyId, only);
  const findIssueDate = async (period: string) => {
    const [actor, graced] = [{ companyId: superAdmin.companyId, timeZone: 'Europe/Tallinn' } as Actor, closing(2)];
    return (await getBillOf(graced, actor, period, () => getUsage(graced, actor, period))).next?.issueDate;
  };
  const moveTo = (day: string) =>
    portal().clock.advance(Date.parse(`${day}T12:00:00Z`) - portal().clock.now().getTime());
  const before = portal().clock.now().getTime();
  try {
    moveTo(addDays(month, 1));
    expect(await closeAfterGrace()).toEqual([]);
    expect(await findIssueDate(monthsAgo(1).slice(0, 7))).toBe(addDays(month, 2));
    moveTo(addDays(month, 2));
    expect(await closeAfterGrace()).toMatchObject([{ month: monthsAgo(1), total: 24_800 }]);
    expect((await list())[0]).toMatchObject({ issueDate: addDays(month, 2) });
    await add(monthsAgo(2), 10_000, 1);
    moveTo(addDays(month, 1));
    expect(await closeAfterGrace(monthsAgo(2))).toMatchObject([{ month: monthsAgo(2) }]);
  } finally {
    portal().clock.advance(before - portal().clock.now().getTime());
  }
});

test('a past month that has to be closed is billed today; one whose invoice was credited waits for the provider', async () => {
  await add(monthsAgo(1), 10_000, 2);
  const today = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Tallinn' }).format(portal().clock.now());
  expect(await getBill(monthsAgo(1))).toMatchObject({
    open: { total: 2 },
    invoice: null,
    next: { issueDate: today, invoiceId: null },
  });
  await close();
  const [invoice] = await list();
  const credit = { method: 'POST', body: { reason: 'Wrong', version: 1 } };
  expect((await asProvider(`/company/billing/${invoice?._id}/credit`, credit)).status).toBe(201);
  expect(await getBill(monthsAgo(1))).toMatchObject({ open: { total: 2 }, invoice: null, next: null });
});

test('neither the provider nor a month of before the first billed one is billed', async () => {
  await add(monthsAgo(6), 10_000);
  expect(await getBill(monthsAgo(6))).toMatchObject({ isBilled: false });
  expect(await getBill(undefined, operator)).toMatchObject({ isBilled: false, open: { total: 0 } });
});

test('VAT is what the provider has decided for the day of supply, and not what the company has typed', async () => {
  await add(company().month, 10_000, 124);
  await portal().database.inCompany(company().superAdmin.companyId, (tx) =>
    runSql(tx, `update companies set country = 'Germany', vat_number = 'DE123456788'`),
  );
  expect((await getBill()).open.vat).toMatchObject({
    net: 124,
    amount: 29.76,
    total: 153.76,
    parts: [{ percent: 24 }],
  });
  const body = { treatment: 'exempt', reason: 'Article 151 (1) (b)', validFrom: addMonths(company().month, 1) };
  expect((await asProvider('/company/vat/decisions', { method: 'POST', body })).status).toBe(200);
  expect((await getBill()).open.vat).toMatchObject({ amount: 29.76 });
  const soon = { ...body, validFrom: company().month };
  expect((await asProvider('/company/vat/decisions', { method: 'POST', body: soon })).status).toBe(200);
  expect((await getBill()).open.vat).toMatchObject({
    net: 124,
    amount: 0,
    total: 124,
    parts: [{ treatment: 'exempt', percent: 0, mention: 'Exempt from VAT: Article 151 (1) (b).' }],
  });
});

/** With a series for each customer. */
const ofCustomer = () => closing(0, { INVOICE_SERIES: 'customer' });

test('a next number of the series of the customer that the provider has typed is not said, and one that the company has typed is', async () => {
  await add(monthsAgo(1), 10_000);
  const { superAdmin } = company();
  const actor = { companyId: superAdmin.companyId, timeZone: 'Europe/Tallinn' } as Actor;
  const findNext = async () =>
    (await getBillOf(ofCustomer(), actor, undefined, () => getUsage(ofCustomer(), actor, undefined))).next;
  const [made] = await closePeriods(ofCustomer(), superAdmin.companyId);
  const taken = toNextNumber(made?.invoiceId);
  expect((await findNext())?.invoiceId).toBe(nextOf(made?.invoiceId, company().month));
  const body = { invoiceId: taken, company: '', issueDate: '2026-11-01', dueDate: '2026-11-02', total: 1 };
  const before = await findNext();
  expect((await portal().call('/company/billing', { as: superAdmin, body })).status).toBe(201);
  expect(await findNext()).toEqual(before);
  expect((await asProvider('/company/billing', { method: 'POST', body })).status).toBe(201);
  const isSameYear = addMonths(company().month, 1).slice(0, 4) === made?.invoiceId.split('-')[1];
  expect((await findNext())?.invoiceId).toBe(isSameYear ? null : nextOf(made?.invoiceId, company().month));
});

/** The number after the first of a series; the first of a new year in December. */
function nextOf(first = '', month: string) {
  const [prefix, year] = first.split('-');
  const issued = addMonths(month, 1).slice(0, 4);
  return `${prefix}-${issued}-${issued === year ? '0002' : '0001'}`;
}

test('the expected total goes on from the bill by the forecast of the usage', async () => {
  for (const ago of [2, 1]) await add(monthsAgo(ago), 10_000, 28);
  const { superAdmin: as } = company();
  await recordSupport(50);
  const { body } = await portal().call('/company/skills/usage', { as });
  const { forecast, total } = body as { forecast?: { total: number }; total: number };
  const bill = await getBill();
  expect(forecast).toBeDefined();
  expect(bill.expected).toBeCloseTo(bill.open.total + (forecast?.total ?? 0) - total, 2);
});

test('each line of an invoice names the skill and the month whose requests it bills', async () => {
  await add(monthsAgo(2), 10_000, 5);
  await close();
  await add(monthsAgo(2), 10_000, 2);
  await add(monthsAgo(1), 10_000, 1);
  await add(monthsAgo(1), 20_000, 1, 0);
  await close();
  const newest = (await list()).find(({ period }) => period === monthsAgo(1));
  const { lines } = await read(newest?._id ?? '');
  const requests = async ({ period, skillId }: (typeof lines)[number]) => {
    const path = `/company/skills/usage/${skillId}/requests?period=${period}`;
    return ((await portal().call(path, { as: company().superAdmin })).body as { total: number }).total;
  };
  const [first, second] = [monthsAgo(1).slice(0, 7), monthsAgo(2).slice(0, 7)];
  expect(lines.map(({ period }) => period)).toEqual([first, first, second]);
  // The late line leads to all requests of its month.
  expect(await Promise.all(lines.map(requests))).toEqual([1, 1, 7]);
});

test('a line of before names neither skill nor month', async () => {
  await add(monthsAgo(1), 10_000);
  await close();
  const [invoice] = await list();
  await portal().database.inCompany(company().superAdmin.companyId, (tx) =>
    runSql(tx, 'update invoice_lines set month = null, skill_number = null'),
  );
  expect((await read(invoice?._id ?? '')).lines).toMatchObject([{ period: null, skillId: null }]);
});

const agreement = `insert into skill_prices (skill_id, valid_from, base_fee_ten_thousandths)
  select id, $1::date, 490000 from skills where company_id = current_setting('app.company_id')::uuid`;
const agreeFee = (since: string) =>
  portal().database.inCompany(company().superAdmin.companyId, (tx) => runSql(tx, agreement, [since]));

test('base fees that begin later in the month say from which day', async () => {
  const { month, superAdmin } = company();
  const actor = { companyId: superAdmin.companyId, timeZone: 'Europe/Tallinn' } as Actor;
  const early = { ...closing(0), clock: { now: () => new Date(`${addDays(month, 9)}T12:00:00Z`) } };
  await agreeFee(addDays(month, 19));
  const bill = await getBillOf(early, actor, undefined, () => getUsage(early, actor, undefined));
  expect(bill.open).toMatchObject({ fees: 49, feesFrom: addDays(month, 19) });
});

test('a base fee is a line of each month, without usage too, and is billed again after a credit note', async () => {
  await agreeFee(dayOf(monthsAgo(2)));
  await add(monthsAgo(1), 10_000, 2);
  await close();
  const linesOf = async ({ _id }: Invoice) =>
    (await read(_id)).lines.map(({ description, requests, period, total }) => [description, requests, period, total]);
  const fee = (month: string) => ['Base fee: Leave request', null, month.slice(0, 7), 49];
  const [later, earlier] = await list();
  if (!later || !earlier) throw new Error('there are two invoices');
  expect(await linesOf(earlier)).toEqual([fee(monthsAgo(2))]);
  expect(await linesOf(later)).toEqual([['Leave request', 2, monthsAgo(1).slice(0, 7), 2], fee(monthsAgo(1))]);
  expect(await close()).toEqual([]);
  expect(await getBill(monthsAgo(1))).toMatchObject({
    open: { fees: 0 },
    invoice: { skills: 2, fees: 49, support: 0 },
  });
  expect(await getBill(company().month)).toMatchObject({ open: { skills: 0, fees: 49, feesFrom: null, total: 49 } });
  // The usage page explains the same sums, without usage too, and not before the agreement.
  const usageOf = async (month: string) => {
    const path = `/company/skills/usage?period=${month.slice(0, 7)}`;
    const { data, total, fees } = (await portal().call(path, { as: company().superAdmin })).body as Usage;
    return [data.map(({ name, requests, terms }) => [name, requests, terms?.baseFee]), total, fees];
  };
  const row = (requests: number) => [['Leave request', requests, 49]];
  expect(await usageOf(monthsAgo(3))).toEqual([[], 0, 0]);
  expect(await usageOf(monthsAgo(2))).toEqual([row(0), 0, 49]);
  expect(await usageOf(monthsAgo(1))).toEqual([row(2), 2, 49]);
  expect(await usageOf(company().month)).toEqual([row(0), 0, 49]);
  const note = { reason: 'Wrong', version: later.version };
  expect((await asProvider(`/company/billing/${later._id}/credit`, { method: 'POST', body: note })).status).toBe(201);
  expect(await getBill(monthsAgo(1))).toMatchObject({ open: { skills: 2, fees: 49 } });
  const { body } = await asProvider(`/company/months-to-issue/${later._id}/issue`, { method: 'POST' });
  expect(await linesOf(body as Invoice)).toEqual(await linesOf(later));
});

test('what is issued again beside a late line of the same skill and price adds up with it to the cost of the month', async () => {
  await add(monthsAgo(2), 1005, 5);
  await close();
  const [first] = await list();
  await add(monthsAgo(2), 1005, 5);
  await add(monthsAgo(1), 10_000, 1);
  expect(await close()).toMatchObject([{ total: 18_700 }]);
  const note = { reason: 'Wrong', version: first?.version };
  await asProvider(`/company/billing/${first?._id}/credit`, { method: 'POST', body: note });
  const { body } = await asProvider(`/company/months-to-issue/${first?._id}/issue`, { method: 'POST' });
  // Ten requests cost 1.01; the late line has 0.51 of it.
  expect((await read((body as Invoice)._id)).lines).toMatchObject([{ requests: 5, total: 0.5 }]);
});
