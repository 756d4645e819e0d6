import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Invoice } from '#features/billing/contract/invoices.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';

const portal = useTestPortal();
let superAdmin: TestUser;

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany({ name: 'Acme Manufacturing' }));
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

test.each([
  ['total', -1],
  ['total', 1.005],
  ['total', 1e11],
  ['total', '12.5'],
  ['total', null],
  ['invoiceId', ''],
  ['invoiceId', ' \u3000 '],
  ['invoiceId', 'x'.repeat(61)],
  ['invoiceId', 'a\nb'],
  ['invoiceId', 'a\u2028b'],
  ['company', randomUUID()],
  ['company', 'x'.repeat(201)],
  ['issueDate', '2026-02-29'],
  ['issueDate', '21.11.2026'],
  ['issueDate', '2026-11-01T10:00:00'],
  ['issueDate', '1999-12-31'],
  ['dueDate', '2101-01-01'],
  ['dueDate', '0001-01-01T00:00:00Z'],
  ['dueDate', '2026-10-31'],
  ['status', 'Settled'],
  ['status', 'paid'],
])('%s is refused as %j', async (path, value) => {
  const answer = await create({ [path]: value });
  expect(answer.status).toBe(422);
  expect((answer.body as { fields: { path: string }[] }).fields.map((field) => field.path)).toContain(path);
});

test.each([0, 0.07, 10.1, 4.35, 1_234_567.89, 9_999_999_999.99])(
  'a total of %d comes back as it was sent',
  async (total) => {
    expect(await add({ total })).toMatchObject({ total });
  },
);

test('an unknown field is refused by its name', async () => {
  expect(await create({ paid: true })).toMatchObject({ status: 422, body: { fields: [{ path: 'paid' }] } });
});

test('the company may be named by its own id, and by no other', async () => {
  const { companyId } = superAdmin;
  expect((await create({ company: companyId.toUpperCase() })).status).toBe(201);
  const { id: foreign } = await portal().makeCompany();
  const [known, unknown] = [await create({ company: foreign }), await create({ company: randomUUID() })];
  expect({ ...(known.body as object), requestId: '' }).toEqual({ ...(unknown.body as object), requestId: '' });
});

test('an instant is the day that it lies on in the company’s zone, over the changes of the clocks too', async () => {
  const dates = { issueDate: '2026-03-28T22:30:00.000Z', dueDate: '2026-10-24T21:30:00+00:00' };
  expect(await add(dates)).toMatchObject({ issueDate: '2026-03-29', dueDate: '2026-10-25' });
  expect(await add({ issueDate: '2024-02-29', dueDate: '2024-02-29' })).toMatchObject({ dueDate: '2024-02-29' });
});

test('Overdue is accepted in whole records sent back, and can not be chosen', async () => {
  const invoice = await add({ issueDate: '2020-01-01', dueDate: '2020-01-02' });
  expect(invoice.status).toBe('Overdue');
  expect(await save(invoice._id, { ...invoice, total: 3 })).toMatchObject({ status: 200, body: { status: 'Overdue' } });
  expect(await create({ status: 'Overdue', dueDate: '2099-01-01' })).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'status' }] },
  });
});
