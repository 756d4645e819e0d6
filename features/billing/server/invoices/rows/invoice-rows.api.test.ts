import { expect, test } from 'vitest';
import { invoiceForm } from '#server/testing/sweeps/valid-calls/valid-bodies.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';

const portal = useTestPortal();

const download = (as: TestUser, kind: string, body: object = {}) =>
  portal().call(`/exports/${kind}`, { as, body: { format: 'jsonl', ...body } });

async function readRows(as: TestUser, kind: string, body: object = {}) {
  const { body: text } = await download(as, kind, body);
  const lines = String(text).split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('issued invoices and credit notes say net, VAT, rate, VAT number and what is open, also those of all companies, with decimal commas', async () => {
  const { id: companyId } = await portal().makeCompany({ hasAddress: true });
  const { superAdmin: operator } = await portal().makeCompany({ isProvider: true });
  await portal().database.inCompany(companyId, (tx) =>
    runSql(
      tx,
      `update companies set name = 'Reader & Co', vat_number = 'DE136695976', country = 'Germany' where id = $1`,
      [companyId],
    ),
  );
  const headers = { 'x-company': companyId };
  const issue = async (total: number) => {
    const body = { ...invoiceForm(), company: '', total };
    return (await portal().call('/company/billing', { as: operator, headers, body })).body as { _id: string };
  };
  const { _id: id } = await issue(124);
  await issue(0.07);
  const credit = { as: operator, headers, body: { reason: 'Too much', total: 24.8, version: 1 } };
  expect((await portal().call(`/company/billing/${id}/credit`, credit)).status).toBe(201);
  const reader = await portal().makeUser(companyId, { roles: ['SuperAdmin'] });
  const rows = await readRows(reader, 'invoices');
  const facts = rows.map(({ type, net, vat, vatRate, vatTreatment, total, vatNumber, credited, open }) =>
    [type, net, vat, vatRate, vatTreatment, total, vatNumber, credited, open].join(' | '),
  );
  expect(facts.toSorted()).toEqual([
    'Credit note | -20 | -4.8 | 24 | VAT 24% | -24.8 | DE136695976 | 0 | 0',
    'Invoice | 0.06 | 0.01 | 24 | VAT 24% | 0.07 | DE136695976 | 0 | 0.07',
    'Invoice | 100 | 24 | 24 | VAT 24% | 124 | DE136695976 | 24.8 | 99.2',
  ]);
  const { body: csv } = await download(reader, 'invoices', { format: 'semicolons' });
  expect(String(csv)).toContain('"DE136695976";;'.replace(';;', ';"";'));
  expect(String(csv)).toContain(';100;24;24;"VAT 24%";124;24,8;"";99,2;');

  const open = await readRows(operator, 'invoices-of-all-companies', { status: 'open' });
  const ofCompany = open.filter(({ company }) => company === 'Reader & Co');
  expect(ofCompany.map((row) => row['open']).toSorted()).toEqual([0.07, 99.2]);
  expect((await download(reader, 'invoices-of-all-companies')).status).toBe(403);
  const away = await portal().call('/exports/invoices-of-all-companies', {
    as: operator,
    headers,
    body: { format: 'csv' },
  });
  expect(away).toMatchObject({ status: 409, body: { code: 'exports.at-home' } });
});
