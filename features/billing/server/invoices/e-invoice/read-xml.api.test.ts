import { beforeEach, expect, test } from 'vitest';
import type { Invoice, InvoiceDetails } from '#features/billing/contract/invoices.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { listViolations } from './testing/official-rules.ts';
import { listSchemaErrors } from './testing/schemas.ts';

const portal = useTestPortal();
let superAdmin: TestUser;
let operator: TestUser;

beforeEach(async () => {
  ({ superAdmin } = await portal().makeCompany({ name: 'Smith & Sons ]]> OÜ', hasAddress: true }));
  ({ superAdmin: operator } = await portal().makeCompany({ isProvider: true }));
});

const changeCompany = (country: string, city: string) =>
  portal().database.inCompany(superAdmin.companyId, (tx) =>
    runSql(tx, 'update companies set address_1 = $1, city = $2, zip = $3, country = $4, peppol_id = $5', [
      'Street 1 <b>',
      city,
      '10148',
      country,
      '0191:12345678',
    ]),
  );

/** An invoice that the provider enters, with VAT in its total. */
async function enter(invoiceId: string, total = 124): Promise<string> {
  const { body, status } = await portal().call('/company/billing', {
    as: operator,
    headers: { 'x-company': superAdmin.companyId },
    body: { invoiceId, company: '', issueDate: '2026-11-01', dueDate: '2026-11-15', total },
  });
  expect(status).toBe(201);
  return (body as Invoice)._id;
}

const download = (id: string, path: string) =>
  fetch(`${portal().url}/api/company/billing/${id}/${path}`, {
    headers: { authorization: `Bearer ${superAdmin.token}` },
  });

async function getXml(id: string, query = '') {
  const answer = await download(id, `xml${query}`);
  return { status: answer.status, text: await answer.text(), name: answer.headers.get('content-disposition') };
}

test('an issued invoice is had as CII and as UBL, which keep the official rules', async () => {
  await changeCompany('Estonia', 'Tallinn');
  const id = await enter('A&B-1');
  const cii = await getXml(id);
  expect(cii.status).toBe(200);
  expect(cii.name).toContain('filename="A&B-1-factur-x.xml"');
  expect(listViolations('en16931-cii', cii.text)).toEqual([]);
  expect(await listSchemaErrors('cii', [cii.text])).toEqual([]);
  expect(cii.text).toContain('<ram:GrandTotalAmount>124.00</ram:GrandTotalAmount>');
  const ubl = await getXml(id, '?syntax=ubl');
  expect(listViolations('en16931-ubl', ubl.text)).toEqual([]);
  expect(await listSchemaErrors('Invoice', [ubl.text])).toEqual([]);
  expect(ubl.text).toContain('<cbc:EndpointID schemeID="0191">12345678</cbc:EndpointID>');
  expect((await getXml(id, '?syntax=pdf')).status).toBe(422);
});

test('the XML is that of the issue, whatever changes later, and stands in the PDF', async () => {
  await changeCompany('Estonia', 'Tallinn');
  const id = await enter('KEPT-1');
  const before = await getXml(id);
  await changeCompany('Germany', 'Köln');
  expect((await getXml(id)).text).toBe(before.text);
  const pdf = await download(id, 'pdf');
  expect(Buffer.from(await pdf.arrayBuffer()).toString('latin1')).toContain('(factur-x.xml)');
});

test('a total that is no whole net with its VAT has its cent of rounding', async () => {
  await changeCompany('Estonia', 'Tallinn');
  const id = await enter('CENT-1', 0.03);
  const { text } = await getXml(id);
  expect(listViolations('en16931-cii', text)).toEqual([]);
  expect(text).toContain('<ram:DuePayableAmount>0.03</ram:DuePayableAmount>');
});

test('without a country that has a code there is none, and the answer says why', async () => {
  await changeCompany('Atlantis', 'Tallinn');
  const id = await enter('NO-1');
  const { status, text } = await getXml(id);
  expect([status, text]).toEqual([
    409,
    expect.stringContaining(
      'This invoice has no XML. Reason: The country of the buyer was missing or unknown when it was issued.',
    ),
  ]);
  const details = await portal().call(`/company/billing/${id}`, { as: superAdmin });
  expect((details.body as InvoiceDetails).hasXml).toBe(false);
});

test('a record of the company has no XML', async () => {
  const { body } = await portal().call('/company/billing', {
    as: superAdmin,
    body: { invoiceId: 'OWN-1', company: '', issueDate: '2026-11-01', dueDate: '2026-11-15', total: 124 },
  });
  const { status, text } = await getXml((body as Invoice)._id);
  expect([status, text]).toEqual([409, expect.stringContaining('A record of the company has no XML.')]);
});
