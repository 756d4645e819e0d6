import { beforeAll, expect, test } from 'vitest';
import type { ClosingCompanies, ClosingCompany } from '#features/billing/contract/close/closes.ts';
import type { InvoiceDetails } from '#features/billing/contract/invoices.ts';
import { addEuros } from '#features/money/contract/euros.ts';
import { addDays, addMonths } from '#contract/calendar/zones.ts';
import { buildCompany, setAddress, setCreatedAt } from '#server/database/testing/builders.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import type { TestUser } from '#server/testing/test-portal.ts';
import { addRuns, reportSkill } from '../invoices/testing/ledger.ts';
import { prepareClosing } from '../invoices/testing/closing.ts';
import { listCloses } from './closes.service.ts';

const { portal, company, closing, monthsAgo, dayOf, close, list, read, add } = prepareClosing();

let operator: TestUser;

beforeAll(async () => {
  ({ superAdmin: operator } = await portal().makeCompany({ isProvider: true, name: 'Provider' }));
});

const asOperator = (path: string, body?: object) =>
  portal().call(path, { as: operator, ...(body && { method: 'POST', body }) });

async function listAll(): Promise<ClosingCompany[]> {
  const companies: ClosingCompany[] = [];
  for (let next: string | null | undefined; next !== null;) {
    const { body } = await asOperator(`/companies/closes${next === undefined ? '' : `?after=${next}`}`);
    const answer = body as ClosingCompanies;
    companies.push(...answer.companies);
    ({ next } = answer);
  }
  return companies;
}
const find = async (id = company().superAdmin.companyId) => (await listAll()).find((each) => each.id === id);
const issue = (body: object = {}) => asOperator(`/companies/${company().superAdmin.companyId}/close`, body);
const run = (text: string) => portal().database.inCompany(company().superAdmin.companyId, (tx) => runSql(tx, text));

test('what the preview says of each month is what is issued: lines, net, VAT and total, of random ledgers', async () => {
  const { companyId } = company().superAdmin;
  const other = await reportSkill(portal().database, companyId, 'Payslip');
  const random = (most: number) => 1 + Math.floor(Math.random() * most);
  for (let round = 0; round < 6; round += 1) {
    for (const ago of [4, 3, 2, 1]) {
      const skills = [company().skill, other].filter(() => Math.random() < 0.7);
      for (const skill of skills) await add(monthsAgo(ago), random(99_999), random(40), skill);
    }
    const shown = await find();
    if (!shown) continue;
    const total = addEuros(shown.months.map(({ vat }) => vat.total));
    const { status, body } = await issue({ total });
    expect(status).toBe(201);
    const { invoices } = body as { invoices: { invoiceId: string; period: string; total: number }[] };
    expect(invoices).toMatchObject(shown.months.map(({ period, vat }) => ({ period, total: vat.total })));
    const listed = await list();
    for (const [index, { invoiceId }] of invoices.entries()) {
      const { lines, vat }: InvoiceDetails = await read(listed.find((each) => each.invoiceId === invoiceId)?._id ?? '');
      expect(vat).toEqual(shown.months[index]?.vat);
      expect(lines).toMatchObject(shown.months[index]?.lines ?? []);
      expect(lines).toHaveLength(shown.months[index]?.lines.length ?? 0);
    }
    expect(await find()).toBeUndefined();
    expect(await close()).toEqual([]);
  }
});

test('an amount that has changed since it was seen is not issued, and nothing is issued twice', async () => {
  await add(monthsAgo(1), 10_000, 2);
  expect(await find()).toMatchObject({ months: [{ vat: { net: 2, amount: 0.48, total: 2.48 } }] });
  await add(monthsAgo(1), 10_000);
  expect(await issue({ total: 2.48 })).toMatchObject({ status: 409, body: { code: 'invoices.changed' } });
  expect(await list()).toEqual([]);
  const answers = await Promise.all(Array.from({ length: 4 }, () => issue({ total: 3.72 })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
  expect(await list()).toMatchObject([{ total: 3.72, canCredit: false }]);
  expect(await issue()).toMatchObject({ status: 409, body: { code: 'invoices.nothing-to-bill' } });
  expect(await asOperator(`/companies/${operator.companyId}/close`, {})).toMatchObject({
    status: 409,
    body: { code: 'companies.provider-invoice' },
  });
  const { body } = await portal().call('/audit?entity=invoice', { as: company().superAdmin });
  expect(body).toMatchObject({ entries: [{ action: 'invoices.issue', actor: { company: 'Provider' } }] });
});

test('what waits says why: the days of grace, no address, VAT that is not decided, a credited month', async () => {
  await add(monthsAgo(2), 10_000);
  await close(monthsAgo(2));
  const [invoice] = await list();
  const credited = await portal().call(`/company/billing/${invoice?._id}/credit`, {
    as: operator,
    headers: { 'x-company': company().superAdmin.companyId },
    body: { reason: 'Wrong', version: invoice?.version },
  });
  expect(credited.status).toBe(201);
  await add(monthsAgo(1), 20_000);
  await run(`update companies set city = null, country = 'Germany', vat_number = 'DE123456788'`);
  const end = addMonths(monthsAgo(1), 1);
  const clock = { now: () => new Date(`${end}T10:00:00Z`) };
  const shown = (await listCloses({ ...closing(2), clock }, undefined)).companies;
  expect(shown.find(({ id }) => id === company().superAdmin.companyId)).toMatchObject({
    waitsFor: 'address',
    isVatUndecided: true,
    monthsToIssue: [monthsAgo(2).slice(0, 7)],
    months: [{ period: monthsAgo(1).slice(0, 7), closesOn: addDays(end, 2), vat: { total: 2.48 } }],
  });
  expect(await find()).toMatchObject({ months: [{ closesOn: null }] });
  expect(await issue()).toMatchObject({ status: 409, body: { code: 'invoices.no-address' } });
  const inside = { as: operator, headers: { 'x-company': company().superAdmin.companyId } };
  const { body: months } = await portal().call('/company/months-to-issue', inside);
  const again = `/company/months-to-issue/${(months as { _id: string }[])[0]?._id}/issue`;
  expect(await portal().call(again, { ...inside, method: 'POST' })).toMatchObject({
    status: 409,
    body: { code: 'invoices.no-address' },
  });
  await run(`update companies set city = 'Berlin'`);
  expect((await issue()).status).toBe(201);
  expect(await find()).toMatchObject({ months: [], waitsFor: null });
});

test('many companies are listed page by page, each once, by name', async () => {
  for (let number = 10; number < 35; number += 1) {
    const { id } = await buildCompany(portal().database, { name: `Paged ${number} AS` });
    await setCreatedAt(portal().database, id, `${monthsAgo(2)}T12:00:00Z`);
    await setAddress(portal().database, id);
    await addRuns(portal().database, id, [{ skill: 0, price: 10_000, count: 1, day: dayOf(monthsAgo(1)) }]);
  }
  const first = (await asOperator('/companies/closes')).body as ClosingCompanies;
  expect(first.companies).toHaveLength(20);
  const names = (await listAll()).map(({ name }) => name).filter((name) => name.startsWith('Paged'));
  expect(names).toEqual(Array.from({ length: 25 }, (_, index) => `Paged ${index + 10} AS`));
  expect((await portal().call('/companies/closes', { as: company().superAdmin })).status).toBe(403);
});
