import { beforeAll, expect, test, vi } from 'vitest';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { startTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { buildCompany, setAddress, setCreatedAt } from '#server/database/testing/builders.ts';
import { getDay } from '#contract/calendar/zones.ts';
import { closePeriods } from './close-period.service.ts';
import { addRuns, reportSkill } from './testing/ledger.ts';
import { prepareClosing, toNextNumber } from './testing/closing.ts';

const { portal, company, closing, monthsAgo, dayOf, close, list, read, add } = prepareClosing();

let operator: TestUser;

beforeAll(async () => {
  ({ superAdmin: operator } = await portal().makeCompany({ isProvider: true }));
});

/** A SuperAdmin of the provider, acting inside the company. */
const asProvider = (path: string, request: { method?: string; body?: unknown } = {}) =>
  portal().call(path, { as: operator, headers: { 'x-company': company().superAdmin.companyId }, ...request });

test('an ended month becomes an invoice of its lines, issued today and due in 14 days', async () => {
  const payslip = await reportSkill(portal().database, company().superAdmin.companyId, 'Payslip');
  await add(monthsAgo(1), 4500, 10);
  await add(monthsAgo(1), 150, 3, payslip);
  await add(company().month, 4500, 7);
  const runTask = vi.spyOn(portal().adapters.workers, 'run');
  const [made] = await close();
  // Drawn where it holds up no request.
  expect(runTask.mock.calls.map(([{ module }, , { size }]) => [module.split('/').at(-1), size])).toEqual([
    ['render-invoice.ts', Infinity],
  ]);
  runTask.mockRestore();
  const today = getDay(portal().clock.now().getTime(), 'Europe/Tallinn');
  expect(made).toMatchObject({ month: monthsAgo(1), total: 56_400 });
  const [invoice] = await list();
  expect(invoice).toMatchObject({
    invoiceId: made?.invoiceId,
    issueDate: today,
    status: 'Pending',
    total: 5.64,
    period: monthsAgo(1),
  });
  expect(Date.parse(invoice?.dueDate ?? '') - Date.parse(today)).toBe(14 * 86_400_000);
  // Its VAT stays that of the issue.
  await portal().database.inCompany(company().superAdmin.companyId, (tx) =>
    runSql(tx, `update companies set vat_number = 'DE123456789'`),
  );
  const { lines, vat } = await read(invoice?._id ?? '');
  expect(lines).toMatchObject([
    { description: 'Leave request', requests: 10, price: 0.45, total: 4.5 },
    { description: 'Payslip', requests: 3, price: 0.015, total: 0.05 },
  ]);
  const part = { treatment: 'domestic', percent: 24, net: 4.55, amount: 1.09, mention: null };
  expect(vat).toEqual({ net: 4.55, amount: 1.09, rounding: 0, total: 5.64, parts: [part], areLinesNet: true });
});

test('no invoice is issued to a company without street, city and country; it waits for them', async () => {
  await add(monthsAgo(1), 10_000, 2);
  const setCity = (city: string | null) =>
    portal().database.inCompany(company().superAdmin.companyId, (tx) =>
      runSql(tx, 'update companies set city = $1', [city]),
    );
  await setCity(null);
  expect(await close()).toEqual([]);
  await setCity(' ');
  expect(await close(monthsAgo(1))).toEqual([]);
  await setCity('Tartu');
  expect(await close()).toMatchObject([{ month: monthsAgo(1), total: 24_800 }]);
});

test('closing again, and many times at once, makes nothing twice and leaves no gap in the numbers', async () => {
  for (const count of [3, 2, 1]) await add(monthsAgo(count), 10_000, count);
  const made = await Promise.all(Array.from({ length: 20 }, () => close()));
  expect(made.flat()).toHaveLength(3);
  expect(await close()).toEqual([]);
  const numbers = (await list()).map(({ invoiceId }) => invoiceId).toSorted();
  expect(numbers).toEqual([0, 1, 2].map((by) => toNextNumber(numbers[0], by)));
});

test('companies of one name, with series of their own, that are closed at once number their invoices each from one, under prefixes of their own', async () => {
  const others = await Promise.all(
    Array.from({ length: 6 }, () => buildCompany(portal().database, { name: 'Same Name GmbH' })),
  );
  for (const { id } of others) {
    await setCreatedAt(portal().database, id, `${monthsAgo(2)}T12:00:00Z`);
    await setAddress(portal().database, id);
    const runs = { skill: 0, price: 10_000, count: 1 };
    await addRuns(
      portal().database,
      id,
      [1, 2].map((ago) => ({ ...runs, day: dayOf(monthsAgo(ago)) })),
    );
  }
  const made = await Promise.all(others.map(({ id }) => closePeriods(closing(0, { INVOICE_SERIES: 'customer' }), id)));
  const numbers = made.flat().map(({ invoiceId }) => invoiceId);
  expect(new Set(numbers).size).toBe(12);
  for (const periods of made) {
    expect(periods.map(({ invoiceId }) => invoiceId.slice(-4)).toSorted()).toEqual(['0001', '0002']);
  }
});

test('companies that two portals close at once share one series without gaps, also where one fails between number and row', async () => {
  const others = await Promise.all(Array.from({ length: 5 }, () => buildCompany(portal().database, {})));
  for (const { id } of others) {
    await setCreatedAt(portal().database, id, `${monthsAgo(2)}T12:00:00Z`);
    await setAddress(portal().database, id);
    const runs = [1, 2].map((ago) => ({ skill: 0, price: 10_000, count: 1, day: dayOf(monthsAgo(ago)) }));
    await addRuns(portal().database, id, runs);
  }
  const second = await startTestPortal({}, { beside: portal() });
  const { files } = portal().adapters;
  const full = { ...files, put: () => Promise.reject(new Error('The disk is full.')) };
  try {
    const closes = others.flatMap(({ id }) => [
      closePeriods({ ...closing(), files: full }, id),
      closePeriods(closing(), id),
      closePeriods({ ...closing(), database: second.portal.database }, id),
    ]);
    const made = (await Promise.allSettled(closes)).flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    const numbers = made.map(({ invoiceId }) => invoiceId).toSorted();
    expect(numbers).toEqual(Array.from({ length: 10 }, (_, by) => toNextNumber(numbers[0], by)));
  } finally {
    await second.stop();
  }
});

test('months without requests, the running one and those before the company get no invoice', async () => {
  await add(monthsAgo(5), 10_000);
  await add(company().month, 10_000);
  expect(await close()).toEqual([]);
  expect(await list()).toEqual([]);
});

test('a month whose requests were all free has nothing to pay and no invoice', async () => {
  await add(monthsAgo(1), 0, 12);
  expect(await close()).toEqual([]);
});

test('late usage of a customer that has stopped is billed by the next close, once', async () => {
  await add(monthsAgo(3), 100_000, 3);
  expect(await close()).toMatchObject([{ month: monthsAgo(3), total: 372_000 }]);
  expect(await close()).toEqual([]);
  await add(monthsAgo(3), 100_000, 50);
  const [late, ...others] = await close();
  expect([late, others]).toMatchObject([{ month: monthsAgo(1), total: 6_200_000 }, []]);
  const invoice = (await list()).find(({ invoiceId }) => invoiceId === late?.invoiceId);
  expect((await read(invoice?._id ?? '')).lines).toMatchObject([{ requests: 50, period: monthsAgo(3).slice(0, 7) }]);
  expect(await close()).toEqual([]);
});

test('a month of a company that is a day ahead is billed on the day and in the year of the issuer', async () => {
  const { companyId } = company().superAdmin;
  await portal().database.inCompany(companyId, (tx) => runSql(tx, `update companies set time_zone = 'Pacific/Apia'`));
  await add('2099-12-01', 10_000, 5);
  // In Apia the new year has begun.
  const clock = { now: () => new Date('2099-12-31T11:30:00Z') };
  const [made] = await closePeriods({ ...closing(), clock }, companyId);
  expect(made).toMatchObject({ month: '2099-12-01', invoiceId: expect.stringMatching(/-2099-0001$/) });
  expect(await list()).toMatchObject([{ issueDate: '2099-12-31', dueDate: '2100-01-14', period: '2099-12-01' }]);
});

test('one month alone can be closed, also one before the company', async () => {
  await add(monthsAgo(6), 10_000);
  await add(monthsAgo(1), 20_000);
  expect(await close(monthsAgo(6))).toMatchObject([{ month: monthsAgo(6), total: 12_400 }]);
  expect(await close(company().month)).toEqual([]);
  expect(await close()).toMatchObject([{ month: monthsAgo(1) }]);
});

test('what came late for a closed month is billed with the next, once, by its month', async () => {
  await add(monthsAgo(2), 10_000, 5);
  await close();
  await add(monthsAgo(2), 10_000, 2);
  await add(monthsAgo(1), 10_000, 1);
  expect(await close()).toMatchObject([{ month: monthsAgo(1), total: 37_200 }]);
  const newest = (await list()).find(({ period }) => period === monthsAgo(1));
  const { lines } = await read(newest?._id ?? '');
  expect(lines).toHaveLength(2);
  expect(lines[1]?.description).toMatch(/^Leave request, \w+ \d{4}$/);
  expect(await close()).toEqual([]);
});

test('a company can neither delete nor mark as paid what its provider has issued', async () => {
  await add(monthsAgo(1), 10_000);
  await close();
  const [invoice] = await list();
  expect(invoice).toMatchObject({ isOwn: false, canEdit: false, canMarkPaid: false, canDelete: false });
  const { superAdmin: as } = company();
  const path = `/company/billing/${invoice?._id}`;
  const refused = { status: 403, body: { code: 'invoices.issued' } };
  expect(await portal().call(path, { as, method: 'DELETE' })).toMatchObject(refused);
  expect(await portal().call(path, { as, method: 'PUT', body: { ...invoice, status: 'Paid' } })).toMatchObject(refused);
  expect((await portal().call('/company/months-to-issue', { as })).status).toBe(403);
  expect((await list())[0]).toEqual(invoice);
});

test('an invoice that was deleted before there were credit notes is issued again with its number and dates', async () => {
  await add(monthsAgo(2), 10_000);
  await add(monthsAgo(1), 20_000);
  await close();
  const invoice = (await list()).find(({ period }) => period === monthsAgo(2));
  const run = (text: string) => portal().database.inCompany(company().superAdmin.companyId, (tx) => runSql(tx, text));
  const names = 'id, invoice_id, period, issue_date, due_date, total_ten_thousandths, series_year, series_number';
  await run(`insert into deleted_invoices (${names}, deleted_at) select ${names}, now() from invoices
    where period = '${monthsAgo(2)}'`);
  await run(`delete from invoices where period = '${monthsAgo(2)}'`);
  await run(`delete from issued_numbers where number = '${invoice?.invoiceId}'`);
  await add(monthsAgo(2), 10_000, 3);
  const before = portal().clock.now().getTime();
  portal().clock.advance(86_400_000);
  try {
    expect(await close()).toEqual([]);
    expect(await close(monthsAgo(2))).toEqual([]);
    operator = { ...operator, token: await portal().fetchToken(await portal().signIn(operator.email)) };
    const { invoiceId, issueDate, dueDate } = invoice ?? {};
    const { body } = await asProvider('/company/months-to-issue');
    expect(body).toMatchObject([
      { _id: invoice?._id, invoiceId, total: 1.24, period: monthsAgo(2), keepsNumber: true },
    ]);
    const issued = await asProvider(`/company/months-to-issue/${invoice?._id}/issue`, { method: 'POST' });
    expect(issued.body).toMatchObject({ invoiceId, issueDate, dueDate, total: 4.96, period: monthsAgo(2) });
    expect((await asProvider('/company/months-to-issue')).body).toEqual([]);
    expect(await close()).toEqual([]);
  } finally {
    portal().clock.advance(before - portal().clock.now().getTime());
  }
});

test('a month whose usage is gone can not be issued again', async () => {
  await add(monthsAgo(1), 10_000);
  await close();
  const [invoice] = await list();
  await asProvider(`/company/billing/${invoice?._id}/credit`, {
    method: 'POST',
    body: { reason: 'Wrong', version: 1 },
  });
  await portal().database.inCompany(company().superAdmin.companyId, (tx) => runSql(tx, 'delete from usage_daily'));
  expect(await asProvider(`/company/months-to-issue/${invoice?._id}/issue`, { method: 'POST' })).toMatchObject({
    status: 409,
    body: { code: 'invoices.nothing-to-bill' },
  });
  expect((await asProvider('/company/months-to-issue')).body).toHaveLength(1);
});

test('a number that the company has typed itself is still that of the provider’s next invoice', async () => {
  await add(monthsAgo(2), 10_000);
  const [made] = await close();
  const next = toNextNumber(made?.invoiceId);
  const body = { invoiceId: next, company: '', issueDate: '2026-11-01', dueDate: '2026-11-02', total: 1 };
  expect((await portal().call('/company/billing', { as: company().superAdmin, body })).status).toBe(201);
  await add(monthsAgo(1), 10_000);
  expect(await close()).toMatchObject([{ invoiceId: next }]);
});

test('a number that the provider has typed is skipped', async () => {
  await add(monthsAgo(2), 10_000);
  const [made] = await close();
  const taken = toNextNumber(made?.invoiceId);
  const body = { invoiceId: taken, company: '', issueDate: '2026-11-01', dueDate: '2026-11-02', total: 1 };
  expect((await asProvider('/company/billing', { method: 'POST', body })).status).toBe(201);
  await add(monthsAgo(1), 10_000);
  expect(await close()).toMatchObject([{ invoiceId: toNextNumber(made?.invoiceId, 2) }]);
});

test('an invoice of a closed month keeps its words and its PDF, and only its status changes', async () => {
  await add(monthsAgo(1), 10_000);
  await close();
  const [invoice] = await list();
  const path = `/company/billing/${invoice?._id}`;
  const changed = await asProvider(path, { method: 'PUT', body: { ...invoice, total: 5 } });
  expect(changed).toMatchObject({ status: 409, body: { code: 'invoices.settled' } });
  const before = await portal().call(`${path}/pdf`, { as: company().superAdmin });
  await portal().call('/company/info', {
    as: company().superAdmin,
    method: 'PUT',
    body: {
      companyName: 'Renamed',
      vatNumber: 'NL123456789B01',
      country: 'Netherlands',
      address_1: 'x',
      city: 'x',
      zip: 'x',
    },
  });
  const paid = await asProvider(path, { method: 'PUT', body: { ...invoice, status: 'Paid' } });
  expect(paid).toMatchObject({ status: 200, body: { status: 'Paid', total: 1.24 } });
  expect((await portal().call(`${path}/pdf`, { as: company().superAdmin })).body).toEqual(before.body);
});
