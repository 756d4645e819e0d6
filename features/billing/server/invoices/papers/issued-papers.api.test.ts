import { beforeEach, expect, test } from 'vitest';
import type { Invoice, InvoiceDetails } from '#features/billing/contract/invoices.ts';
import { readConfig } from '#server/config/config.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { freezePapers } from './freeze-papers.service.ts';
import { getInvoice, getInvoicePdf } from '../read-invoice.service.ts';
import { readPdfTexts } from '../testing/pdf-texts.ts';

const portal = useTestPortal();
let superAdmin: TestUser;
let operator: TestUser;

beforeEach(async () => {
  ({ superAdmin } = await portal().makeCompany({ name: 'Acme' }));
  ({ superAdmin: operator } = await portal().makeCompany({ isProvider: true }));
  await changeCompany({ address: 'Street 1', city: 'Tallinn', country: 'Estonia', vatNumber: null });
});

const run = <Row extends object>(text: string, values: unknown[] = [], companyId = superAdmin.companyId) =>
  portal().database.inCompany(companyId, (tx) => runSql<Row>(tx, text, values));

const changeCompany = (to: { address: string; city: string; country: string; vatNumber: string | null }) =>
  run('update companies set address_1 = $1, city = $2, country = $3, vat_number = $4', [
    to.address,
    to.city,
    to.country,
    to.vatNumber,
  ]);

const type = (invoiceId: string, companyId = superAdmin.companyId, total = 124) =>
  portal().call('/company/billing', {
    as: operator,
    headers: { 'x-company': companyId },
    body: { invoiceId, company: '', issueDate: '2026-11-01', dueDate: '2026-11-15', total },
  });

/** The parts of the portal with an issuer of other settings. */
const withIssuer = (env: Record<string, string>) => ({
  database: portal().database,
  files: portal().adapters.files,
  workers: portal().adapters.workers,
  clock: portal().clock,
  provider: readConfig(env).provider,
});

async function readAll(id: string, env: Record<string, string> = {}) {
  const parts = withIssuer(env);
  const actor = { ...superAdmin, capabilities: ['billing.read'], timeZone: 'Europe/Tallinn' };
  const details = await getInvoice(parts, actor as never, id);
  const pdf = Buffer.from(await (await getInvoicePdf(parts, superAdmin, id)).arrayBuffer());
  return { details, pdf };
}

const otherIssuer = {
  PROVIDER_NAME: 'Other OÜ',
  PROVIDER_ADDRESS: 'Elsewhere 1, Tartu',
  PROVIDER_VAT_PERCENT: '22',
  PROVIDER_IBAN: 'DE89370400440532013000',
};

async function changeEverything() {
  await changeCompany({ address: 'Neue Str. 9', city: 'Berlin', country: 'Germany', vatNumber: 'DE136695976' });
}

test('a typed invoice is stored as it was issued, whatever changes of company and issuer later', async () => {
  const { _id } = (await type('PROV-77')).body as Invoice;
  const before = await readAll(_id);
  expect(before.details).toMatchObject({ vat: { net: 100, amount: 24, total: 124 }, payment: { name: 'Steward OÜ' } });
  await changeEverything();
  const after = await readAll(_id, otherIssuer);
  expect(after.details).toEqual(before.details);
  expect(after.pdf.equals(before.pdf)).toBe(true);
  expect(readPdfTexts(after.pdf)).toMatch(/Street 1/);
  expect(readPdfTexts(after.pdf)).not.toMatch(/Other|Berlin|22%/);
  const [row] = await run<{ paper: { seller: { name: string }; customer: { lines: string[] } } }>(
    'select paper from invoices',
  );
  expect(row?.paper).toMatchObject({
    seller: { name: 'Steward OÜ' },
    customer: { lines: ['Street 1', 'Tallinn', 'Estonia'] },
  });
});

const insertOld = async () => {
  const [made] = await run<{ id: string }>(
    `insert into invoices (invoice_id, issue_date, due_date, total_ten_thousandths)
      values ('OLD-1', '2026-11-01', '2026-11-15', 1240000) returning id`,
  );
  return made?.id ?? '';
};

test('an invoice of before keeps the paper of its first read', async () => {
  const id = await insertOld();
  const before = await readAll(id);
  await changeEverything();
  const after = await readAll(id, otherIssuer);
  expect(after.details).toEqual(before.details);
  expect(after.pdf.equals(before.pdf)).toBe(true);
});

test('an invoice of before that no one reads is stored by the hourly work, once', async () => {
  const id = await insertOld();
  await freezePapers(withIssuer({}), superAdmin.companyId);
  const [first] = await run<{ pdf_key: string; reference: string }>('select pdf_key, reference from invoices');
  expect(first).toMatchObject({ pdf_key: expect.any(String), reference: expect.stringMatching(/^RF\d\dOLD1$/) });
  await changeEverything();
  await freezePapers(withIssuer(otherIssuer), superAdmin.companyId);
  expect(await run('select pdf_key, reference from invoices')).toEqual([first]);
  expect((await readAll(id, otherIssuer)).details).toMatchObject({
    vat: { net: 100 },
    payment: { name: 'Steward OÜ' },
  });
});

test('a number is that of one customer alone, and a reference of one invoice', async () => {
  const { superAdmin: other } = await portal().makeCompany({ hasAddress: true });
  const number = `INV-${superAdmin.companyId.slice(0, 6)}`;
  expect((await type(number)).status).toBe(201);
  expect(await type(number, other.companyId)).toMatchObject({ status: 409, body: { code: 'invoices.number-taken' } });
  const word = superAdmin.companyId.slice(0, 4);
  const alike = [await type(`${word}/2026/5`), await type(`${word}-20-265`, other.companyId)];
  const readReference = async ({ body }: (typeof alike)[number], as: TestUser) => {
    const { _id } = body as Invoice;
    return ((await portal().call(`/company/billing/${_id}`, { as })).body as InvoiceDetails).payment?.reference;
  };
  expect(alike.map(({ status }) => status)).toEqual([201, 201]);
  const [first, second] = [await readReference(alike[0]!, superAdmin), await readReference(alike[1]!, other)];
  expect(first).toMatch(/^RF\d\d/);
  expect(second).not.toBe(first);
});

test('of two who type one number for two customers at once, one succeeds and the other gets 409', async () => {
  const { superAdmin: other } = await portal().makeCompany({ hasAddress: true });
  const number = `TWO-${superAdmin.companyId.slice(0, 6)}`;
  const answers = await Promise.all([type(number), type(number, other.companyId)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
});
