import { beforeAll, expect, test } from 'vitest';
import type { Invoice, InvoiceDetails } from '#features/billing/contract/invoices.ts';
import type { SupportMonth, SupportRequest } from '#features/company/contract/support-requests.ts';
import { addMonths, getDay, getMonth } from '#contract/calendar/zones.ts';
import { setAddress, setCreatedAt } from '#server/database/testing/builders.ts';
import { readConfig } from '#server/config/config.ts';
import { closePeriods } from '#features/billing/server/invoices/close-period.service.ts';
import { planNotifications } from '#features/mail/server/plan/plan-notifications.service.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';

const portal = useTestPortal();
let operator: TestUser;
let month: string;

beforeAll(async () => {
  operator = (await portal().makeCompany({ isProvider: true })).superAdmin;
  month = getMonth(getDay(portal().clock.now().getTime(), 'Europe/Tallinn'));
});

async function makeCustomer() {
  const { id, superAdmin } = await portal().makeCompany();
  const headers = { 'x-company': id };
  const path = '/company/support/requests';
  return {
    id,
    superAdmin,
    record: (body: object, as = operator) =>
      portal().call(path, { as, method: 'POST', body: { type: 'E-mail', subject: 'Help', ...body }, headers }),
    change: (_id: string, body: object, as = operator) =>
      portal().call(`${path}/${_id}`, {
        as,
        method: 'PUT',
        body: { type: 'E-mail', subject: 'Help', date: month, ...body },
        headers,
      }),
    remove: (_id: string, as = operator) => portal().call(`${path}/${_id}`, { as, method: 'DELETE', headers }),
    list: async (period?: string) =>
      (await portal().call(`${path}${period ? `?period=${period}` : ''}`, { as: superAdmin })).body as SupportMonth,
  };
}

test('the provider records requests inside a customer, whose users read them with their sums', async () => {
  const { id, superAdmin, record, remove, list } = await makeCustomer();
  const written = await record({ date: month, subject: ' Gateway setup ', minutes: 45, cost: 90.5 });
  expect(written).toMatchObject({
    status: 201,
    body: { subject: 'Gateway setup', minutes: 45, cost: 90.5, invoiceId: null },
  });
  await record({ date: month, type: 'Voice', cost: 0.05 });
  const gone = (await record({ date: month, cost: 7 })).body as SupportRequest;
  await record({ date: addMonths(month, -1), cost: 3 });
  expect((await remove(gone._id)).status).toBe(204);
  expect(await list()).toMatchObject({
    period: month.slice(0, 7),
    data: [{ cost: expect.any(Number) }, { cost: expect.any(Number) }],
    spent: [
      { type: 'E-mail', total: 90.5 },
      { type: 'Voice', total: 0.05 },
    ],
    total: 90.55,
  });
  expect(await list(addMonths(month, -1).slice(0, 7))).toMatchObject({ total: 3 });
  expect((await record({ date: month, cost: 1 }, superAdmin)).status).toBe(403);
  expect((await remove(gone._id, superAdmin)).status).toBe(403);
  expect(
    (
      await portal().call('/company/support/requests', {
        as: operator,
        method: 'POST',
        body: { type: 'Voice', subject: 's', date: month, cost: 1 },
      })
    ).body,
  ).toMatchObject({ code: 'support.provider' });
  const { body } = await portal().call('/audit?entity=supportRequest', { as: superAdmin });
  expect((body as { entries: object[] }).entries).toHaveLength(5);
  expect(id).toBe(superAdmin.companyId);
});

test('the provider changes a request, whose audit entry says what changed; a customer’s is refused', async () => {
  const { superAdmin, record, change, list } = await makeCustomer();
  const { _id, version } = (await record({ date: month, cost: 90.5, minutes: 45 })).body as SupportRequest;
  expect(version).toBe(1);
  const edited = { type: 'Voice', subject: ' Call ', cost: 80.05, version };
  expect(await change(_id, edited)).toMatchObject({
    status: 200,
    body: { _id, type: 'Voice', subject: 'Call', minutes: null, cost: 80.05, version: 2 },
  });
  expect((await change(_id, { cost: 1, date: '2999-01-01' })).body).toMatchObject({ fields: [{ path: 'date' }] });
  expect((await change(_id, { cost: 1 }, superAdmin)).status).toBe(403);
  expect((await list()).total).toBe(80.05);
  const { body } = await portal().call('/audit?entity=supportRequest', { as: superAdmin });
  expect((body as { entries: object[] }).entries.at(-2)).toMatchObject({
    action: 'supportRequests.update',
    before: { type: 'E-mail', subject: 'Help', minutes: 45, cost: 90.5 },
    after: { type: 'Voice', subject: 'Call', minutes: null, cost: 80.05 },
  });
});

test('the provider sees the requests of the open month of all companies, the costliest first; a customer does not', async () => {
  const [small, large] = [await makeCustomer(), await makeCustomer()];
  await small.record({ date: month, cost: 1000.25, minutes: 10 });
  await large.record({ date: month, cost: 2000, minutes: 30 });
  await large.record({ date: month, cost: 0.5 });
  await large.record({ date: addMonths(month, -1), cost: 70 });
  const { body } = await portal().call('/companies/support', { as: operator });
  const ids = [small.id, large.id];
  expect((body as { id: string }[]).filter(({ id }) => ids.includes(id))).toMatchObject([
    { id: large.id, period: month.slice(0, 7), requests: 2, minutes: 30, cost: 2000.5 },
    { id: small.id, requests: 1, minutes: 10, cost: 1000.25 },
  ]);
  expect((await portal().call('/companies/support', { as: small.superAdmin })).status).toBe(403);
});

test('what makes no sense is refused at its field', async () => {
  const { record } = await makeCustomer();
  const good = { date: month, cost: 1 };
  const bad: [object, string][] = [
    [{ ...good, date: '2999-01-01' }, 'date'],
    [{ ...good, date: '1999-12-31' }, 'date'],
    [{ ...good, cost: -1 }, 'cost'],
    [{ ...good, cost: 0.001 }, 'cost'],
    [{ ...good, minutes: 1.5 }, 'minutes'],
    [{ ...good, type: 'Fax' }, 'type'],
    [{ ...good, subject: ' ' }, 'subject'],
  ];
  for (const [body, path] of bad) {
    expect(await record(body)).toMatchObject({ status: 422, body: { fields: [{ path }] } });
  }
});

test('the close of a month bills each type in a line, late requests in the next one, and a credit note frees them', async () => {
  const { id, superAdmin, record, change, remove, list } = await makeCustomer();
  const { database, clock, adapters } = portal();
  await setCreatedAt(database, id, `${addMonths(month, -3)}T12:00:00Z`);
  await setAddress(database, id);
  const { files, workers } = adapters;
  const { provider } = readConfig({ PERIOD_CLOSE_GRACE_DAYS: '0' });
  const close = () => closePeriods({ database, files, provider, workers, clock }, id);
  const linesOf = async (invoiceId: string) => {
    const invoices = (await portal().call('/company/billing', { as: superAdmin })).body as Invoice[];
    const found = invoices.find((invoice) => invoice.invoiceId === invoiceId);
    const { body } = await portal().call(`/company/billing/${found?._id}`, { as: superAdmin });
    return { _id: found?._id ?? '', lines: (body as InvoiceDetails).lines };
  };
  const [first, second] = [addMonths(month, -3), addMonths(month, -2)];
  const billed = (await record({ date: first, cost: 10.1 })).body as SupportRequest;
  await record({ date: first, cost: 0.05 });
  await record({ date: first, type: 'Voice', cost: 3 });
  const [closed] = await close();
  expect(closed?.total).toBe(163_100);
  expect((await linesOf(closed?.invoiceId ?? '')).lines).toMatchObject([
    { description: 'Support: E-mail', requests: null, price: null, total: 10.15 },
    { description: 'Support: Voice', total: 3 },
  ]);
  expect(await close()).toEqual([]);
  expect((await remove(billed._id)).body).toMatchObject({ code: 'support.billed' });
  expect(await change(billed._id, { cost: 1 })).toMatchObject({ status: 409, body: { code: 'support.billed' } });
  expect((await list(first.slice(0, 7))).data[0]).toMatchObject({ invoiceId: closed?.invoiceId });
  await record({ date: first, cost: 1 });
  await record({ date: second, cost: 2 });
  const [next] = await close();
  const { _id, lines } = await linesOf(next?.invoiceId ?? '');
  expect(lines.map(({ description, total }) => [description.replace(/,.*/, ', late'), total])).toEqual([
    ['Support: E-mail, late', 1],
    ['Support: E-mail', 2],
  ]);
  const headers = { 'x-company': id };
  const credit = { as: operator, headers, body: { reason: 'Wrong', version: 1 } };
  expect((await portal().call(`/company/billing/${_id}/credit`, credit)).status).toBe(201);
  expect((await list(second.slice(0, 7))).data).toMatchObject([{ invoiceId: null }]);
});

test('the limits of support warn at their thresholds', async () => {
  const { id, superAdmin: as, record } = await makeCustomer();
  const { body } = await portal().call('/company/support', { as });
  const email = (body as { data: { _id: string; type: string }[] }).data.find(({ type }) => type === 'E-mail');
  await portal().call('/company/support/limits', {
    as,
    method: 'PUT',
    body: { limit: 1000, data: [{ _id: email?._id, limit: 100 }] },
  });
  const now = portal().clock.now();
  const company = {
    id,
    name: 'Acme',
    timeZone: 'Europe/Tallinn',
    createdAt: now,
    kinds: ['budgetWarning', 'accountLimit'],
  } as unknown as Parameters<typeof planNotifications>[1];
  const plan = async () =>
    (await planNotifications(portal().database, company, { announcements: [], waiting: [], now })).flatMap(
      ({ keys }) => keys,
    );
  const period = month.slice(0, 7);
  expect(await plan()).toEqual([]);
  await record({ date: month, cost: 80 });
  expect(await plan()).toEqual([`support:${period}:80:E-mail`]);
  await record({ date: month, cost: 420 });
  expect(await plan()).toEqual([`support:${period}:50::raised-1`, `support:${period}:100:E-mail`]);
});
