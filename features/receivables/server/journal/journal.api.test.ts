import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { InvoiceDetails } from '#features/billing/contract/invoices.ts';
import type { JournalSettings } from '#features/receivables/contract/journal/journal.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';

const portal = useTestPortal({ PROVIDER_VAT_PERCENT: '22;2026-05-01=24' });
const cents = (euros: unknown) => Math.round(Number(euros) * 100);
const sum = (amounts: readonly number[]) => amounts.reduce((all, each) => all + each, 0);

function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Row = Readonly<Record<string, unknown>>;

async function readJournal(as: TestUser, body: object, headers: Record<string, string> = {}) {
  const answer = await portal().call('/exports/journal', { as, headers, body: { format: 'jsonl', ...body } });
  const rows = answer.status === 200 ? String(answer.body).split('\n').slice(0, -1) : [];
  return { ...answer, rows: rows.map((line) => JSON.parse(line) as Row) };
}

const year = { from: '2026-01-01', to: '2027-12-31' };
const treatments = ['domestic', 'outsideUnion', 'exempt'] as const;
const revenue = { domestic: '4000', outsideUnion: '4020', exempt: '4030' } as const;

test('the journal of random invoices and credit notes of several companies balances, with the net and VAT of each paper', async () => {
  const { superAdmin: operator } = await portal().makeCompany({ isProvider: true });
  const random = createRandom(30);
  const papers: { details: InvoiceDetails; sign: 1 | -1; account: string }[] = [];
  for (const treatment of treatments) {
    const { id: companyId } = await portal().makeCompany({ hasAddress: true });
    const headers = { 'x-company': companyId };
    await portal().database.inCompany(companyId, (tx) =>
      runSql(
        tx,
        `insert into vat_decisions (treatment, valid_from, reason, created_by, created_at)
          values ($1, '2020-01-01', 'Diplomatic mission', 'p', now())`,
        [treatment],
      ),
    );
    const post = async (path: string, body: object) =>
      (await portal().call(path, { as: operator, headers, body })).body as InvoiceDetails;
    const note = async (id: string, sign: 1 | -1) => {
      const { body } = await portal().call(`/company/billing/${id}`, { as: operator, headers });
      papers.push({ details: body as InvoiceDetails, sign, account: revenue[treatment] });
    };
    for (let count = 0; count < 8; count += 1) {
      const day = `2026-0${1 + random(9)}-15`;
      const total = (1 + random(100_000)) / 100;
      const form = { invoiceId: `J ${randomUUID()}`, company: '', issueDate: day, dueDate: day, total };
      const issued = await post('/company/billing', form);
      await note(issued._id, 1);
      const amount = { reason: 'Too much', version: issued.version };
      const part = random(2) === 0 ? { total: Math.max(cents(total / 3), 1) / 100 } : {};
      if (random(2) === 0)
        await note((await post(`/company/billing/${issued._id}/credit`, { ...amount, ...part }))._id, -1);
    }
  }
  const { rows } = await readJournal(operator, year);
  const byDocument = Map.groupBy(rows, (row) => String(row['document']));
  for (const { details, sign, account } of papers) {
    const lines = byDocument.get(details.invoiceId) ?? [];
    const balanceOf = (accounts: readonly string[]) =>
      sum(
        lines
          .filter((row) => accounts.includes(String(row['account'])))
          .map((row) => cents(row['credit']) - cents(row['debit'])),
      );
    expect(sum(lines.map((row) => cents(row['debit']) - cents(row['credit'])))).toBe(0);
    expect(balanceOf([account])).toBe(sign * cents(details.vat?.net) + 0);
    expect(balanceOf(['2310'])).toBe(sign * cents(details.vat?.amount) + 0);
    expect(balanceOf(['4900'])).toBe(sign * cents(details.vat?.rounding) + 0);
    expect(balanceOf(['1200'])).toBe(-cents(details.total));
    for (const row of lines) expect(Math.min(cents(row['debit']), cents(row['credit']))).toBe(0);
  }
  expect(papers.some(({ details }) => details.vat?.rounding !== 0)).toBe(true);
  expect(new Set(rows.map((row) => row['vatRate']))).toEqual(new Set([null, 0, 22, 24]));
});

test('accounts and cost centres are the provider’s, at home alone, and each change is made once', async () => {
  const { superAdmin: operator } = await portal().makeCompany({ isProvider: true });
  const { id: companyId, superAdmin } = await portal().makeCompany({ hasAddress: true });
  const headers = { 'x-company': companyId };
  const get = async () => (await portal().call('/journal-accounts', { as: operator })).body as JournalSettings;
  const put = (body: object, as = operator) => portal().call('/journal-accounts', { as, method: 'PUT', body });
  const { accounts, version } = await get();
  expect(accounts.vat).toEqual({ number: '2310', costCentre: '' });
  const changed = {
    ...accounts,
    receivable: { number: '0120', costCentre: '' },
    domestic: { number: 'R-1', costCentre: '=7' },
  };
  expect(await put({ accounts: changed, version })).toMatchObject({ status: 200, body: { accounts: changed } });
  expect((await get()).accounts).toEqual(changed);
  const bad = { ...accounts, vat: { number: ' ', costCentre: 'x'.repeat(300) } };
  expect(await put({ accounts: bad })).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'accounts.vat.number' }, { path: 'accounts.vat.costCentre' }] },
  });
  expect((await put({ accounts }, superAdmin)).status).toBe(403);

  const form = {
    invoiceId: `H ${randomUUID()}`,
    company: '',
    issueDate: '2026-06-30',
    dueDate: '2026-06-30',
    total: 124,
  };
  await portal().call('/company/billing', { as: operator, headers, body: form });
  const day = { from: '2026-06-30', to: '2026-06-30' };
  const { body: csv } = await portal().call('/exports/journal', {
    as: operator,
    body: { ...day, format: 'semicolons' },
  });
  const lines = String(csv)
    .split('\r\n')
    .filter((line) => line.includes(form.invoiceId));
  expect(lines.map((line) => line.split(';').slice(5))).toEqual([
    ['"0120"', '"Receivables"', '124', '0', '""', '""', '""'],
    ['"R-1"', '"Revenue with VAT"', '0', '100', '24', '"VAT 24%"', `"'=7"`],
    ['"2310"', '"VAT"', '0', '24', '24', '"VAT 24%"', '""'],
  ]);
  expect(await readJournal(operator, day, headers)).toMatchObject({ status: 409, body: { code: 'exports.at-home' } });
  expect((await readJournal(superAdmin, day)).status).toBe(403);
  expect(await readJournal(operator, { from: '2026-07-01', to: '2026-06-30' })).toMatchObject({ status: 422 });
  expect(await readJournal(operator, { from: '2026-13-01', to: '2026-06-30' })).toMatchObject({ status: 422 });
});
