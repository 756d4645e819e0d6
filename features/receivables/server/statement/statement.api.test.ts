import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { addDays, getDay } from '#contract/calendar/zones.ts';
import type { Invoice } from '#features/billing/contract/invoices.ts';
import type { AccountStatement } from '#features/receivables/contract/statement/account-statement.ts';
import { readPdfTexts } from '#features/billing/server/invoices/testing/pdf-texts.ts';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal } from '#server/testing/test-portal.ts';

const portal = useTestPortal();

function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const cents = (euros: number) => Math.round(euros * 100);

test('opening and closing balances of any days are what was issued, credited and paid up to them, and a file has the same', async () => {
  const random = createRandom(7);
  const { id: companyId, superAdmin } = await portal().makeCompany({ hasAddress: true });
  const { superAdmin: operator } = await portal().makeCompany({ isProvider: true });
  const call = async (path: string, body: object, method = 'POST') =>
    (await portal().call(path, { as: operator, method, headers: { 'x-company': companyId }, body })).body as Invoice;
  // The issuer's, which the credit notes have.
  const today = getDay(portal().clock.now().getTime(), 'Europe/Tallinn');
  /** The test's own book: day and cents. */
  const book: { day: string; amount: number }[] = [];
  for (let count = 0; count < 12; count += 1) {
    const day = addDays(today, -random(200));
    const total = (1 + random(50_000)) / 100;
    const form = { invoiceId: `S ${randomUUID()}`, company: '', issueDate: day, dueDate: day, total };
    let invoice = await call('/company/billing', form);
    book.push({ day, amount: cents(total) });
    if (random(3) === 0) {
      const note = await call(`/company/billing/${invoice._id}/credit`, {
        reason: 'Too much',
        total: Math.max(cents(total / 4), 1) / 100,
        version: invoice.version,
      });
      book.push({ day: note.issueDate, amount: cents(note.total) });
      const { body } = await portal().call(`/company/billing/${invoice._id}`, { as: superAdmin });
      invoice = body as Invoice;
    }
    if (random(2) === 0) {
      const paidOn = addDays(day, random(20));
      const update = { ...form, company: invoice.company, status: 'Paid', paidOn, version: invoice.version };
      await call(`/company/billing/${invoice._id}`, update, 'PUT');
      book.push({ day: paidOn, amount: -cents(total) - Math.min(0, -cents(invoice.credited ?? 0)) });
    }
  }
  // Marked before there were payments, without a day; and a record of the company, which is no debt.
  await portal().database.inCompany(companyId, (tx) =>
    runSql(
      tx,
      `insert into invoices (invoice_id, company, issue_date, due_date, total_ten_thousandths, status, is_own) values
        ('Old', '', $1, $2, 120000, 'Paid', false), ('Own', '', $1, $2, 990000, 'Pending', true)`,
      [addDays(today, -90), addDays(today, -60)],
    ),
  );
  book.push({ day: addDays(today, -90), amount: 1200 }, { day: addDays(today, -60), amount: -1200 });
  const sumUntil = (last: string) => book.filter(({ day }) => day <= last).reduce((sum, { amount }) => sum + amount, 0);
  for (let count = 0; count < 20; count += 1) {
    const from = addDays(today, -random(220));
    const to = addDays(from, random(100));
    const { body } = await portal().call(`/company/account-statement?from=${from}&to=${to}`, { as: superAdmin });
    const statement = body as AccountStatement;
    expect([cents(statement.opening), cents(statement.closing)]).toEqual([sumUntil(addDays(from, -1)), sumUntil(to)]);
    const { opening, invoiced, credited, paid, closing, movements } = statement;
    expect([opening, invoiced, credited, paid].reduce((sum, each) => sum + cents(each), 0)).toBe(cents(closing));
    expect(movements.at(-1)?.balance ?? opening).toBe(closing);
  }
  const days = { from: addDays(today, -300), to: today };
  const file = await portal().call('/exports/account-statement', {
    as: superAdmin,
    body: { ...days, format: 'jsonl' },
  });
  const rows = String(file.body)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; balance: number });
  expect(rows).toHaveLength(book.length + 2);
  expect([rows[0], cents(rows.at(-1)?.balance ?? 0)]).toMatchObject([
    { type: 'Opening balance', balance: 0 },
    sumUntil(today),
  ]);
  const pdf = await fetch(`${portal().url}/api/company/account-statement/pdf?from=${days.from}&to=${days.to}`, {
    headers: { authorization: `Bearer ${superAdmin.token}` },
  });
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  expect(pdf.headers.get('content-disposition')).toContain(`statement-of-account-${days.from}-${days.to}.pdf`);
  const words = readPdfTexts(new Uint8Array(await pdf.arrayBuffer()));
  for (const each of ['Statement of account', 'Steward OÜ', 'Street 1', formatEuroAmount(sumUntil(today) / 100)]) {
    expect(words).toContain(each);
  }
  const wrong = await portal().call(`/company/account-statement?from=${today}&to=${addDays(today, -1)}`, {
    as: superAdmin,
  });
  expect(wrong).toMatchObject({ status: 422, body: { fields: [{ path: 'to' }] } });
  const wrongPdf = await portal().call(`/company/account-statement/pdf?from=${today}&to=${addDays(today, -1)}`, {
    as: superAdmin,
  });
  expect(wrongPdf).toMatchObject({ status: 422, body: { fields: [{ path: 'to' }] } });
  const addresses = ['account-statement', 'account-statement/pdf', 'skills/usage/all/requests'].map(
    (end) => `/company/${end}`,
  );
  for (const address of [...addresses, '/audit']) {
    const yearZero = await portal().call(`${address}?from=0000-01-01&to=0000-01-02`, { as: superAdmin });
    expect([address, yearZero.status]).toEqual([address, 422]);
  }
  const { superAdmin: stranger } = await portal().makeCompany();
  const { body: other } = await portal().call(`/company/account-statement?from=${days.from}&to=${today}`, {
    as: stranger,
  });
  expect(other).toMatchObject({ closing: 0, movements: [] });
});
