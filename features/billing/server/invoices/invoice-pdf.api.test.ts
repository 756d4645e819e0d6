import { beforeEach, expect, test, vi } from 'vitest';
import type { Invoice } from '#features/billing/contract/invoices.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { readPdfTexts } from './testing/pdf-texts.ts';

const portal = useTestPortal();
let superAdmin: TestUser;
let operator: TestUser;

beforeEach(async () => {
  ({ superAdmin: operator } = await portal().makeCompany({ isProvider: true }));
  ({ superAdmin } = await portal().makeCompany({ name: 'Acme', hasAddress: true }));
});

/** The bytes of the PDF with its headers, fetched as a browser does. */
async function download(invoiceId: string, isOwn = false) {
  const body = { invoiceId, company: '', issueDate: '2026-11-01', dueDate: '2026-11-15', total: 1250.5 };
  const inside = { as: operator, headers: { 'x-company': superAdmin.companyId } };
  const made = await portal().call('/company/billing', { ...(isOwn ? { as: superAdmin } : inside), body });
  const user = await portal().makeUser(superAdmin.companyId);
  const path = `${portal().url}/api/company/billing/${(made.body as Invoice)._id}/pdf`;
  const response = await fetch(path, { headers: { authorization: `Bearer ${user.token}` } });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

test('every signed-in user downloads an invoice under its number', async () => {
  const { status, headers, bytes } = await download('A-2026-1');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/pdf');
  expect(headers.get('content-disposition')).toBe(`attachment; filename="A-2026-1.pdf"; filename*=UTF-8''A-2026-1.pdf`);
  expect(headers.get('cache-control')).toContain('no-store');
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('%PDF-1.7');
  expect(bytes.length).toBeLessThan(60_000);
});

test('a worker draws the invoice, so that other requests are answered meanwhile', async () => {
  const runTask = vi.spyOn(portal().adapters.workers, 'run');
  const { status, bytes } = await download('A-2026-2');
  expect([status, bytes.subarray(0, 8).toString('latin1')]).toEqual([200, '%PDF-1.7']);
  expect(runTask.mock.calls.map(([{ module }, , { size }]) => [module.split('/').at(-1), size])).toEqual([
    ['render-invoice.ts', Infinity],
  ]);
});

test.each([
  ['../"a"/b', '_a_b.pdf'],
  ['x\u202Efdp.exe', 'x_fdp.exe.pdf'],
  ['Arve №7 🧾', 'Arve No7 __.pdf'],
])('a number like %j makes a harmless name', async (invoiceId, ascii) => {
  const { status, headers } = await download(invoiceId);
  expect(status).toBe(200);
  const header = headers.get('content-disposition') ?? '';
  expect(/filename="([^"]*)"/.exec(header)?.[1]).toBe(ascii);
  expect(header).not.toMatch(/[\r\n/\\]|%2F|%5C|%E2%80%AE/);
});

test('the file of a record of the company says what it is, and carries no seller, VAT, bank and reference', async () => {
  const { status, bytes } = await download('ACME-2026-0002', true);
  expect(status).toBe(200);
  const text = readPdfTexts(bytes);
  for (const words of ['Record of the company', 'ACME-2026-0002', '€1,250.50', 'This is no invoice']) {
    expect(text).toContain(words);
  }
  const ofProvider = /Steward|IBAN|EE\d\d|RF\d\d|Net/;
  expect(text).not.toMatch(ofProvider);
  expect(readPdfTexts((await download('ACME-2026-0003')).bytes)).toMatch(ofProvider);
});
