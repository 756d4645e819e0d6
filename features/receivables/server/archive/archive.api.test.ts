import { expect, test } from 'vitest';
import type { AuditEntry } from '#features/protection/contract/audit.ts';
import { invoiceForm } from '#server/testing/sweeps/valid-calls/valid-bodies.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { readZip } from './testing/read-zip.ts';

const portal = useTestPortal();

const download = ({ token }: TestUser, year: string, headers: Record<string, string> = {}) =>
  fetch(`${portal().url}/api/company/billing-years/${year}/archive`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  });

test('a year has the PDF and XML of each of its papers, by their numbers, for the company and the provider', async () => {
  const { id: companyId, superAdmin } = await portal().makeCompany();
  const { superAdmin: operator } = await portal().makeCompany({ isProvider: true });
  await portal().database.inCompany(companyId, (tx) =>
    runSql(tx, `update companies set country = 'Estonia', city = 'Tallinn', address_1 = 'S', zip = '1' where id = $1`, [
      companyId,
    ]),
  );
  const headers = { 'x-company': companyId };
  const post = async (path: string, body: object) =>
    (await portal().call(path, { as: operator, headers, body })).body as { _id: string; invoiceId: string };
  const issue = (invoiceId: string, issueDate: string) =>
    post('/company/billing', { ...invoiceForm(), company: '', invoiceId, issueDate, dueDate: issueDate });
  const first = await issue(`A/1 ${companyId}`, '2026-01-01');
  await issue(`A:1 ${companyId}`, '2026-12-31');
  await issue(`B ${companyId}`, '2025-12-31');
  const note = await post(`/company/billing/${first._id}/credit`, { reason: 'Billed twice', version: 1 });
  const own = { ...invoiceForm(), issueDate: '2026-05-05', dueDate: '2026-05-05' };
  await portal().call('/company/billing', { as: superAdmin, body: own });

  const answer = await download(superAdmin, '2026');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  expect(answer.headers.get('content-disposition')).toContain('filename="invoices-2026.zip"');
  const bytes = Buffer.from(await answer.arrayBuffer());
  const files = readZip(bytes);
  const names = [`A_1 ${companyId}.pdf`, `A_1 ${companyId} (2).pdf`];
  const xml = [`A_1 ${companyId}-factur-x.xml`, `A_1 ${companyId}-factur-x (2).xml`];
  // The credit note is of the portal's day, which may be in another year.
  const listed = [...files.keys()].filter((name) => !name.startsWith(note.invoiceId));
  expect(listed.toSorted()).toEqual([...names, ...xml].toSorted());
  expect(names.map((name) => files.get(name)?.toString('latin1').slice(0, 5))).toEqual(['%PDF-', '%PDF-']);
  expect(xml.map((name) => files.get(name)?.toString().includes('<rsm:CrossIndustryInvoice'))).toEqual([true, true]);
  expect(readZip(Buffer.from(await (await download(operator, '2025', headers)).arrayBuffer())).size).toBe(2);

  const { body } = await portal().call('/audit?entity=company', { as: superAdmin });
  expect((body as { entries: AuditEntry[] }).entries.map(({ action, after }) => [action, after])).toContainEqual([
    'invoices.download-year',
    { year: '2025', papers: 1 },
  ]);
  expect((await download(superAdmin, '2024')).status).toBe(404);
  expect((await download(superAdmin, '26')).status).toBe(404);
  const { superAdmin: stranger } = await portal().makeCompany();
  expect((await download(stranger, '2026')).status).toBe(404);
  expect((await download(superAdmin, '2026', { 'x-company': stranger.companyId })).status).toBe(401);
});
