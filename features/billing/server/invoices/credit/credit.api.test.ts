import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { createPayments, lockPayable, settleInvoices } from '#domain/ledger/payments.ts';
import type { Invoice, InvoiceDetails } from '#features/billing/contract/invoices.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import type { TestUser } from '#server/testing/test-portal.ts';
import { getDay } from '#contract/calendar/zones.ts';
import { listViolations } from '../e-invoice/testing/official-rules.ts';
import { listSchemaErrors } from '../e-invoice/testing/schemas.ts';
import { prepareClosing, toNextNumber } from '../testing/closing.ts';
import { readPdfTexts } from '../testing/pdf-texts.ts';

const { portal, company, monthsAgo, close, list, read, add } = prepareClosing();

let operator: TestUser;

beforeAll(async () => {
  ({ superAdmin: operator } = await portal().makeCompany({ isProvider: true }));
});

interface Sent {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** A SuperAdmin of the provider, acting inside the company. */
const asProvider = (path: string, { headers = {}, ...request }: Sent = {}) =>
  portal().call(path, {
    as: operator,
    headers: { 'x-company': company().superAdmin.companyId, ...headers },
    ...request,
  });
/** Credits what is seen now. */
async function credit(id: string, body: object = {}, headers: Record<string, string> = {}) {
  const { version = 1 } = (await find(id)) ?? {};
  const credited = { reason: 'Billed twice', version, ...body };
  return asProvider(`/company/billing/${id}/credit`, { method: 'POST', body: credited, headers });
}
const issueAgain = (id: string) => asProvider(`/company/months-to-issue/${id}/issue`, { method: 'POST' });
const listMonths = async () => (await asProvider('/company/months-to-issue')).body;
const enter = async (values: object = {}) => {
  const body = { invoiceId: randomUUID(), company: '', issueDate: '2026-11-01', dueDate: '2026-11-15', total: 124 };
  return (await asProvider('/company/billing', { method: 'POST', body: { ...body, ...values } })).body as Invoice;
};
const find = async (id: string) => (await list()).find(({ _id }) => _id === id);
/** Numbers of the company's papers, as if its first were number 1. */
async function numbersOf() {
  const numbers = (await list())
    .map(({ invoiceId }) => Number(invoiceId.slice(-4)))
    .toSorted((one, other) => one - other);
  return numbers.map((number) => number - (numbers[0] ?? 0) + 1);
}

async function closeOne(): Promise<Invoice> {
  await close();
  const [invoice] = await list();
  if (!invoice) throw new Error('the close makes an invoice');
  return invoice;
}

test('a whole credit names the invoice, repeats its lines and makes its month free to be issued again, without a gap in the numbers', async () => {
  await add(monthsAgo(1), 10_000, 2);
  const invoice = await closeOne();
  const { status, body } = await credit(invoice._id);
  const note = body as Invoice;
  const today = getDay(portal().clock.now().getTime(), 'Europe/Tallinn');
  expect(status).toBe(201);
  expect(note).toMatchObject({
    kind: 'creditNote',
    invoiceId: toNextNumber(invoice.invoiceId),
    total: -2.48,
    status: 'Credited',
    issueDate: today,
    corrects: { _id: invoice._id, invoiceId: invoice.invoiceId },
    correctionReason: 'Billed twice',
    canEdit: false,
    canMarkPaid: false,
    canDelete: false,
    canCredit: false,
  });
  expect(await find(invoice._id)).toMatchObject({
    status: 'Credited',
    total: 2.48,
    credited: 2.48,
    creditNotes: [{ _id: note._id, invoiceId: note.invoiceId }],
  });
  const lines = [{ description: 'Leave request', requests: 2, price: 1, total: 2 }];
  expect(await read(note._id)).toMatchObject({ lines, vat: { net: 2, amount: 0.48 }, payment: null });
  // The close leaves it to the provider, and bills nothing of it elsewhere.
  expect([await close(), await close(monthsAgo(1))]).toEqual([[], []]);
  expect(await listMonths()).toMatchObject([{ _id: invoice._id, invoiceId: invoice.invoiceId, period: monthsAgo(1) }]);
  await add(monthsAgo(1), 10_000, 3);
  const answers = await Promise.all([issueAgain(invoice._id), issueAgain(invoice._id)]);
  expect(answers.map(({ status: each }) => each).toSorted()).toEqual([201, 404]);
  const again = answers.find((each) => each.status === 201)?.body;
  expect(again).toMatchObject({ total: 6.2, period: monthsAgo(1), issueDate: today, status: 'Pending' });
  expect([await listMonths(), await numbersOf(), await close()]).toEqual([[], [1, 2, 3], []]);
  // The second time too.
  expect((await credit((again as Invoice)._id)).status).toBe(201);
  expect(await listMonths()).toMatchObject([{ _id: (again as Invoice)._id }]);
});

test('what is issued again has all that the credited invoice had billed, also late lines of other months', async () => {
  await add(monthsAgo(2), 10_000, 1);
  await close();
  await add(monthsAgo(2), 500_000, 1);
  await add(monthsAgo(1), 200_000, 1);
  await close();
  const invoice = (await list()).find(({ period }) => period === monthsAgo(1));
  expect(invoice?.total).toBe(86.8);
  await credit(invoice?._id ?? '');
  const { body } = await issueAgain(invoice?._id ?? '');
  expect(body).toMatchObject({ total: 86.8 });
  const { lines } = await read((body as Invoice)._id);
  expect(lines.map(({ period, total }) => [period, total])).toEqual([
    [monthsAgo(1).slice(0, 7), 20],
    [monthsAgo(2).slice(0, 7), 50],
  ]);
});

test('parts are credited until nothing is left, and more than that is refused with what is left', async () => {
  await add(monthsAgo(1), 1_000_000, 1);
  const invoice = await closeOne();
  const part = await credit(invoice._id, { total: 24.8 });
  expect(part).toMatchObject({ status: 201, body: { total: -24.8 } });
  expect(await find(invoice._id)).toMatchObject({ status: 'Pending', credited: 24.8 });
  expect((await asProvider(`/company/billing/${invoice._id}`)).body).toMatchObject({ canCredit: true });
  expect(await read((part.body as Invoice)._id)).toMatchObject({
    lines: [{ description: `Part of invoice ${invoice.invoiceId}`, total: 20 }],
    vat: { net: 20, amount: 4.8, parts: [{ percent: 24 }] },
  });
  // What is to be paid is what is left.
  const { payment } = await read(invoice._id);
  const other = await enter({ total: 99.2 });
  expect(payment?.qrCode?.size).toBe((await read(other._id)).payment?.qrCode?.size);
  expect(await credit(invoice._id, { total: 99.21 })).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'total', message: 'Only €99.20 of this invoice is left to credit.' }] },
  });
  expect(await listMonths()).toEqual([]);
  expect(await credit(invoice._id)).toMatchObject({ status: 201, body: { total: -99.2 } });
  expect(await find(invoice._id)).toMatchObject({ status: 'Credited', credited: 124 });
  expect(await credit(invoice._id)).toMatchObject({ status: 409, body: { code: 'invoices.nothing-to-credit' } });
  expect(await listMonths()).toHaveLength(1);
});

test('two people who credit at once issue one credit note, and so does a repeated key', async () => {
  const invoice = await enter();
  const { version } = invoice;
  const answers = await Promise.all([1, 2].map(() => credit(invoice._id, { total: 10, version })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'record.stale',
    current: { credited: 10 },
  });
  const headers = { 'idempotency-key': randomUUID() };
  const seen = { version: version + 1 };
  const [first, second] = [await credit(invoice._id, seen, headers), await credit(invoice._id, seen, headers)];
  expect(second).toMatchObject({ status: 201, body: first.body });
  expect((await list()).filter(({ kind }) => kind === 'creditNote')).toHaveLength(2);
  // Without the version both would give back a part that fits.
  expect(await credit((await enter())._id, { version: undefined, total: 10 })).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'version' }] },
  });
});

test('neither a record of the company nor a credit note is credited, and several VAT rates only whole', async () => {
  const { superAdmin: as } = company();
  const form = { invoiceId: 'OWN', company: '', issueDate: '2026-11-01', dueDate: '2026-11-15', total: 1 };
  const own = (await portal().call('/company/billing', { as, body: form })).body as Invoice;
  const invoice = await enter();
  const note = (await credit(invoice._id)).body as Invoice;
  for (const id of [own._id, note._id]) {
    expect(await credit(id)).toMatchObject({ status: 409, body: { code: 'invoices.not-creditable' } });
  }
  const { superAdmin } = company();
  expect((await portal().call(`/company/billing/${invoice._id}/credit`, { as: superAdmin, body: {} })).status).toBe(
    403,
  );
  expect(await credit(randomUUID())).toMatchObject({ status: 404 });
  for (const body of [{ reason: ' ' }, { reason: 'x'.repeat(201) }, { total: 0 }, { total: 0.001 }]) {
    expect(await credit(invoice._id, body)).toMatchObject({ status: 422 });
  }
  const mixed = await enter();
  await portal().database.inCompany(superAdmin.companyId, (tx) =>
    runSql(tx, `update invoices set vat = jsonb_set(vat, '{parts}', (vat->'parts') || (vat->'parts')) where id = $1`, [
      mixed._id,
    ]),
  );
  expect(await credit(mixed._id, { total: 1 })).toMatchObject({ status: 409, body: { code: 'invoices.credit-whole' } });
  expect((await credit(mixed._id)).status).toBe(201);
});

test('what the provider issued is never deleted, and what is credited stays as it is', async () => {
  const invoice = await enter({ dueDate: '2099-01-01' });
  const path = `/company/billing/${invoice._id}`;
  expect(await asProvider(path, { method: 'DELETE' })).toMatchObject({
    status: 409,
    body: { code: 'invoices.credit-instead' },
  });
  const put = (body: object) => asProvider(path, { method: 'PUT', body });
  expect(await put({ ...invoice, status: 'Credited' })).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'status' }] },
  });
  await credit(invoice._id);
  const shown = (await asProvider('/company/billing')).body as Invoice[];
  const credited = shown.find(({ _id }) => _id === invoice._id) ?? {};
  expect(await put({ ...credited, status: 'Paid' })).toMatchObject({
    status: 409,
    body: { code: 'invoices.credited' },
  });
  expect(await put(credited)).toMatchObject({ status: 200, body: { status: 'Credited', credited: 124 } });
});

test('the paper of a credit note names the invoice, and its XML keeps the official rules', async () => {
  await portal().database.inCompany(company().superAdmin.companyId, (tx) =>
    runSql(tx, `update companies set address_1 = 'Street 1', city = 'Tallinn', zip = '10148', country = 'Estonia'`),
  );
  await add(monthsAgo(1), 4500, 10);
  const whole = (await credit((await closeOne())._id, { reason: 'Agreed & <done>' })).body as Invoice;
  const typed = await enter();
  const part = (await credit(typed._id, { total: 0.03 })).body as Invoice;
  const download = (path: string) =>
    fetch(`${portal().url}/api/company/billing/${path}`, {
      headers: { authorization: `Bearer ${company().superAdmin.token}` },
    });
  const pdf = new Uint8Array(await (await download(`${whole._id}/pdf`)).arrayBuffer());
  const words = readPdfTexts(pdf);
  for (const text of [
    'Credit note',
    `Corrects invoice ${whole.corrects?.invoiceId} of `,
    'Reason: Agreed & <done>',
    'Leave request',
    '€5.58',
  ]) {
    expect(words).toContain(text);
  }
  for (const text of ['IBAN', 'Due date', 'total to pay']) expect(words).not.toContain(text);
  for (const { _id, corrects } of [whole, part]) {
    const cii = await (await download(`${_id}/xml`)).text();
    expect(cii).toContain('<ram:TypeCode>381</ram:TypeCode>');
    expect(cii).toContain(`<ram:IssuerAssignedID>${corrects?.invoiceId}</ram:IssuerAssignedID>`);
    expect(listViolations('en16931-cii', cii)).toEqual([]);
    const ubl = await (await download(`${_id}/xml?syntax=ubl`)).text();
    expect(listViolations('en16931-ubl', ubl)).toEqual([]);
    expect(await listSchemaErrors('CreditNote', [ubl])).toEqual([]);
  }
});

/** Pays an invoice as a bank statement does. */
async function pay(id: string, amount: number, day: string) {
  const customerId = company().superAdmin.companyId;
  await portal().database.inSystem('payments.match', async (tx) => {
    const now = portal().clock.now();
    const entries = [randomUUID()];
    await lockPayable(tx, { customerId, ids: [id] });
    await createPayments(tx, { customerId, invoices: [id], amounts: [amount], days: [day], entries, now, by: 'Kati' });
    await settleInvoices(tx, { customerId, ids: [id], now });
  });
}

test('marking as paid pays the rest, Pending takes it back, and what the bank has paid stays', async () => {
  const { _id } = await enter();
  await pay(_id, 1_000_000, '2026-11-03');
  const details = async () => (await asProvider(`/company/billing/${_id}`)).body as InvoiceDetails;
  const save = async (values: object) =>
    asProvider(`/company/billing/${_id}`, { method: 'PUT', body: { ...(await find(_id)), ...values } });
  const partly = { amount: 100, paidOn: '2026-11-03' };
  expect(await details()).toMatchObject({ status: 'Overdue', paid: 100, payments: [partly] });
  const marked = { status: 'Paid', paidOn: '2026-11-20', paid: 124 };
  expect(await save({ status: 'Paid', paidOn: '2026-11-20' })).toMatchObject({ status: 200, body: marked });
  expect(await details()).toMatchObject({ payments: [partly, { amount: 24, paidOn: '2026-11-20' }] });
  expect(await save({ status: 'Paid', paidOn: '2026-11-21' })).toMatchObject({
    body: { paid: 124, paidOn: '2026-11-21' },
  });
  expect(await save({ status: 'Pending', paidOn: null })).toMatchObject({ body: { status: 'Overdue', paid: 100 } });
  expect(await details()).toMatchObject({ payments: [partly] });
  await pay(_id, 240_000, '2026-11-22');
  expect(await details()).toMatchObject({ status: 'Paid', paidOn: '2026-11-22', paid: 124 });
  expect(await save({ status: 'Pending', paidOn: null })).toMatchObject({
    status: 409,
    body: { code: 'invoices.paid-by-bank' },
  });
});

test('a credit note over what is left of a partly paid invoice makes it Paid on the day of the payment', async () => {
  const { _id } = await enter();
  await pay(_id, 1_000_000, '2026-11-03');
  expect((await credit(_id, { total: 24 })).status).toBe(201);
  expect(await find(_id)).toMatchObject({ status: 'Paid', paidOn: '2026-11-03', credited: 24, paid: 100 });
});
