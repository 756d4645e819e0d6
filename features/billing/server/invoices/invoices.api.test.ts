import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Invoice, InvoiceDetails } from '#features/billing/contract/invoices.ts';
import { getDay, getStartOfDay } from '#contract/calendar/zones.ts';
import { setAddress } from '#server/database/testing/builders.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { drawQrCells } from './qr-cells.ts';

const portal = useTestPortal();
let superAdmin: TestUser;
let user: TestUser;

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany({ name: 'Acme Manufacturing', hasAddress: true }));
  user = await portal().makeUser(superAdmin.companyId);
});

const form = (values: Record<string, unknown> = {}) => ({
  invoiceId: `Arve ${randomUUID()}`,
  company: 'Acme Manufacturing',
  issueDate: '2026-11-01',
  dueDate: '2026-11-15',
  total: 1250.5,
  status: 'Pending',
  ...values,
});

const create = (values: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  portal().call('/company/billing', { as: superAdmin, body: form(values), headers });
const add = async (values: Record<string, unknown> = {}) => (await create(values)).body as Invoice;
const save = (id: string, body: unknown, as = superAdmin) =>
  portal().call(`/company/billing/${id}`, { as, method: 'PUT', body });
const remove = (id: string, as = superAdmin) => portal().call(`/company/billing/${id}`, { as, method: 'DELETE' });
const list = async (as = user) => (await portal().call('/company/billing', { as })).body as Invoice[];

test('a SuperAdmin adds invoices, and every signed-in user sees them, newest first', async () => {
  const { status, body } = await create({ invoiceId: '  A/1  ', dueDate: '2099-01-01', issueDate: '2026-10-01' });
  const { _id } = body as Invoice;
  expect(status).toBe(201);
  expect(body).toEqual({
    _id,
    invoiceId: 'A/1',
    company: 'Acme Manufacturing',
    issueDate: '2026-10-01',
    dueDate: '2099-01-01',
    total: 1250.5,
    status: 'Pending',
    version: 1,
    isSettled: false,
    isOwn: true,
    addedBy: 'Mari Maasikas',
    canEdit: true,
    canMarkPaid: true,
    canDelete: true,
    canCredit: false,
    kind: 'invoice',
  });
  const newer = await add({ issueDate: '2026-11-02' });
  const own = (await list()).filter((invoice) => [newer._id, _id].includes(invoice._id));
  expect(own.map((invoice) => invoice._id)).toEqual([newer._id, _id]);
});

test('anybody but a SuperAdmin may read, and change nothing', async () => {
  const { _id, ...invoice } = await add();
  expect(await portal().call(`/company/billing/${_id}`, { as: user })).toMatchObject({
    status: 200,
    body: { canEdit: false, canMarkPaid: false, canDelete: false },
  });
  expect((await portal().call('/company/billing', { as: user, body: form() })).status).toBe(403);
  expect((await save(_id, invoice, user)).status).toBe(403);
  expect((await remove(_id, user)).status).toBe(403);
});

test('what the provider adds inside a company is the provider’s alone to change', async () => {
  const provider = await portal().makeCompany({ isProvider: true });
  const inside = { as: provider.superAdmin, headers: { 'x-company': superAdmin.companyId } };
  const added = (await portal().call('/company/billing', { ...inside, body: form({ dueDate: '2099-12-31' }) }))
    .body as Invoice;
  expect(added).toMatchObject({ isOwn: false, addedBy: 'Mari Maasikas', canEdit: true, canMarkPaid: true });
  const path = `/company/billing/${added._id}`;
  expect(await portal().call(path, { as: superAdmin })).toMatchObject({
    body: { canEdit: false, canMarkPaid: false, canDelete: false },
  });
  const refused = { status: 403, body: { code: 'invoices.issued' } };
  expect(await save(added._id, { ...added, status: 'Paid' })).toMatchObject(refused);
  expect(await remove(added._id)).toMatchObject(refused);
  const put = (values: object) => portal().call(path, { ...inside, method: 'PUT', body: { ...added, ...values } });
  for (const changed of [{ total: 7 }, { company: 'B' }, { dueDate: '2027-01-01' }, { invoiceId: 'B' }]) {
    expect(await put(changed)).toMatchObject({ status: 409, body: { code: 'invoices.settled' } });
  }
  const today = getDay(portal().clock.now().getTime(), 'Europe/Tallinn');
  expect(await put({ status: 'Paid' })).toMatchObject({ status: 200, body: { status: 'Paid', paidOn: today } });
  const paidOn = '2026-11-03';
  expect(await put({ status: 'Paid', version: 2, paidOn })).toMatchObject({ status: 200, body: { paidOn } });
  expect(await put({ status: 'Paid', version: 3, paidOn: 'yesterday' })).toMatchObject({ status: 422 });
  expect((await put({ version: 3 })).body).not.toHaveProperty('paidOn');
  const deleted = await portal().call(path, { ...inside, method: 'DELETE' });
  expect(deleted).toMatchObject({ status: 409, body: { code: 'invoices.credit-instead' } });
});

test('the provider adds no invoice for a company without street, city and country, whose own records need none', async () => {
  const { superAdmin: bare } = await portal().makeCompany();
  const provider = await portal().makeCompany({ isProvider: true });
  const inside = { as: provider.superAdmin, headers: { 'x-company': bare.companyId } };
  const number = `N-${randomUUID()}`;
  const type = () => portal().call('/company/billing', { ...inside, body: form({ invoiceId: number }) });
  expect(await type()).toMatchObject({ status: 409, body: { code: 'invoices.no-address' } });
  expect((await portal().call('/company/billing', { as: bare, body: form() })).status).toBe(201);
  await setAddress(portal().database, bare.companyId);
  expect(await type()).toMatchObject({ status: 201, body: { invoiceId: number } });
});

test('of 50 who add one number at once, one succeeds', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => create({ invoiceId: 'A-50' })));
  const codes = answers.map(({ status, body }) => (status === 201 ? 'made' : (body as { code: string }).code));
  expect(codes.toSorted()).toEqual(['made', ...Array.from({ length: 49 }, () => 'invoices.number-taken')].toSorted());
  expect((await list()).filter((invoice) => invoice.invoiceId === 'A-50')).toHaveLength(1);
});

test('a company’s number is its own: another company may use it, and so may the provider here', async () => {
  await add({ invoiceId: 'A-60' });
  const { superAdmin: other } = await portal().makeCompany();
  expect((await portal().call('/company/billing', { as: other, body: form({ invoiceId: 'A-60' }) })).status).toBe(201);
  const provider = await portal().makeCompany({ isProvider: true });
  const inside = { as: provider.superAdmin, headers: { 'x-company': superAdmin.companyId } };
  const number = `A-${randomUUID()}`;
  await add({ invoiceId: number });
  const addInside = () => portal().call('/company/billing', { ...inside, body: form({ invoiceId: number }) });
  expect([(await addInside()).status, (await addInside()).status]).toEqual([201, 409]);
});

test('a repeated idempotency key answers as the first time', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const body = { invoiceId: 'A-70' };
  const [first, second] = [await create(body, headers), await create(body, headers)];
  expect(second).toMatchObject({ status: 201, body: first.body });
  expect(await create({ invoiceId: 'A-71' }, headers)).toMatchObject({
    status: 409,
    body: { code: 'request.key-reused' },
  });
});

test('a save takes the whole record back, with its own id alone', async () => {
  const invoice = await add();
  const saved = await save(invoice._id, { ...invoice, id: invoice._id, period: null, total: 7 });
  expect(saved).toMatchObject({ status: 200, body: { total: 7, version: 2 } });
  expect(await save(invoice._id, { ...form(), _id: randomUUID() })).toMatchObject({
    status: 422,
    body: { fields: [{ path: '_id' }] },
  });
  const readOnly = { period: '2026-10-01', isOwn: false, addedBy: 'Someone else' };
  expect(await save(invoice._id, { ...form(), ...readOnly })).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'period' }, { path: 'isOwn' }, { path: 'addedBy' }] },
  });
});

test('a paid invoice keeps what it says and can not be deleted until it is open again', async () => {
  const invoice = await add({ status: 'Paid', dueDate: '2099-01-01' });
  expect(await save(invoice._id, { ...invoice, total: 1 })).toMatchObject({
    status: 409,
    body: { code: 'invoices.settled' },
  });
  expect(await portal().call(`/company/billing/${invoice._id}`, { as: superAdmin })).toMatchObject({
    body: { isSettled: true, canEdit: true, canMarkPaid: false, canDelete: false },
  });
  expect(await remove(invoice._id)).toMatchObject({ status: 409, body: { code: 'invoices.settled' } });
  expect(await save(invoice._id, { ...invoice, status: 'Pending' })).toMatchObject({ status: 200 });
  expect((await remove(invoice._id)).status).toBe(204);
  expect((await remove(invoice._id)).status).toBe(404);
  expect((await list()).map(({ _id }) => _id)).not.toContain(invoice._id);
});

test('an invoice turns Overdue when its due day has ended in the company’s zone, unless it is paid', async () => {
  const now = portal().clock.now().getTime();
  const dueDate = '2099-06-30';
  const invoice = await add({ dueDate });
  const paid = await add({ dueDate, status: 'Paid' });
  const endMs = getStartOfDay('2099-07-01', 'Europe/Tallinn');
  portal().clock.advance(endMs - now - 60_000);
  try {
    const renew = async () => ({ ...user, token: await portal().fetchToken(await portal().signIn(user.email)) });
    const read = async () => {
      const invoices = await list(await renew());
      return [invoice, paid].map(({ _id }) => invoices.find((each) => each._id === _id)?.status);
    };
    expect(await read()).toEqual(['Pending', 'Paid']);
    portal().clock.advance(120_000);
    expect(await read()).toEqual(['Overdue', 'Paid']);
  } finally {
    portal().clock.advance(now - endMs);
  }
});

test('every change is in the audit log', async () => {
  const invoice = await add({ invoiceId: 'A-80' });
  await save(invoice._id, { ...invoice, total: 7 });
  await remove(invoice._id);
  const { body } = await portal().call('/audit?entity=invoice&search=A-80', { as: superAdmin });
  expect(JSON.stringify(body)).toMatch(/invoices\.delete.*invoices\.update.*invoices\.create/s);
});

test('a record of the company has no VAT, bank, reference and code, also where its number is that of an invoice', async () => {
  const { _id } = await add({ invoiceId: 'ACME-2026-0002', total: 99_999.99 });
  expect(await portal().call(`/company/billing/${_id}`, { as: user })).toMatchObject({
    body: { isOwn: true, vat: null, payment: null },
  });
});

test('the invoice page gets reference, bank details and what its code says', async () => {
  const provider = await portal().makeCompany({ isProvider: true });
  const addInside = async (values: Record<string, unknown>) => {
    const inside = { as: provider.superAdmin, headers: { 'x-company': superAdmin.companyId } };
    return (await portal().call('/company/billing', { ...inside, body: form(values) })).body as Invoice;
  };
  const { _id } = await addInside({ invoiceId: '539007547034', total: 1234.56 });
  const { payment, lines, vat } = (await portal().call(`/company/billing/${_id}`, { as: user })).body as InvoiceDetails;
  if (!payment) throw new Error('an invoice has payment data');
  expect(lines).toEqual([]);
  expect(vat).toMatchObject({ net: 995.61, amount: 238.95, rounding: 0, total: 1234.56, parts: [{ percent: 24 }] });
  expect(payment).toMatchObject({ reference: 'RF18539007547034', iban: 'EE382200221020145685' });
  const payload = [
    'BCD',
    '002',
    '1',
    'SCT',
    'HABAEE2X',
    payment.name,
    payment.iban,
    'EUR1234.56',
    '',
    payment.reference,
  ];
  expect(payment.qrCode).toEqual(drawQrCells(payload.join('\n')));
  const free = await addInside({ total: 0 });
  const answer = await portal().call(`/company/billing/${free._id}`, { as: user });
  expect(answer).toMatchObject({ status: 200, body: { payment: { qrCode: null } } });
});
