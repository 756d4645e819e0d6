import { expect, test } from 'vitest';
import type { Usage } from '#features/money/contract/usage.ts';
import { createRandom } from '#demo-assistant/random.ts';
import { newUserForm } from '#server/testing/user-forms.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { addRuns, reportSkill } from '../testing/ledger-rows.ts';

const portal = useTestPortal();

/** Columns that FOCUS 1.2 demands of every row that is no correction; the others are of usage, SKUs and sub accounts. */
const mandatory =
  `BilledCost BillingAccountId BillingAccountName BillingCurrency BillingPeriodEnd BillingPeriodStart ChargeCategory
  ChargeDescription ChargePeriodEnd ChargePeriodStart ContractedCost EffectiveCost InvoiceIssuerName ListCost PricingQuantity
  PricingUnit ProviderName PublisherName ServiceCategory ServiceName`.split(/\s+/);

/** Cells of a CSV file, all of which are in quotes. */
const readCsv = (text: string): string[][] =>
  [...text.matchAll(/"((?:[^"]|"")*)"(,|\r\n)/g)].reduce<string[][]>(
    (rows, [, cell = '', end]) => {
      rows.at(-1)?.push(cell.replaceAll('""', '"'));
      if (end !== ',') rows.push([]);
      return rows;
    },
    [[]],
  );

test('the usage of a month in FOCUS columns has all mandatory ones, in UTC, and adds up to the usage page', async () => {
  const { id: companyId, superAdmin } = await portal().makeCompany();
  const run = (text: string, values: unknown[]) =>
    portal().database.inCompany(companyId, (tx) => runSql<{ number: number }>(tx, text, values));
  const report = async (userId: string | null) =>
    (
      await run(
        `insert into reported_users (user_id, first_name, last_name) values ($1, 'Any', 'One') returning number`,
        [userId],
      )
    )[0]?.number ?? 0;
  const users = [0, await report(null)];
  for (const [department, costCentre] of [
    ['Sales', '=1+1'],
    ['Sales, "North"', 'C-2'],
    [null, 'C-2'],
  ]) {
    const { body } = await portal().call('/users', { as: superAdmin, body: newUserForm({ department, costCentre }) });
    users.push(await report((body as { id: string }).id));
  }
  const skills = [0];
  for (const name of ['@Travel', 'Leave']) skills.push((await reportSkill(portal().database, companyId, name)).number);
  const { int, pick } = createRandom('focus');
  const runs = Array.from({ length: 80 }, () => ({
    day: `2026-10-${String(int(1, 31)).padStart(2, '0')}`,
    skill: pick(skills),
    user: pick(users),
    price: pick([0, 33, 50, 99, 1_005]),
    requests: int(1, 9),
  }));
  await addRuns(portal().database, companyId, runs);
  const usage = (await portal().call('/company/skills/usage?period=2026-10', { as: superAdmin })).body as Usage;
  const { status, body } = await portal().call('/exports/usage-focus', {
    as: superAdmin,
    body: { period: '2026-10', format: 'csv' },
  });
  expect(status).toBe(200);
  const [names = [], ...lines] = readCsv(String(body)).filter((line) => line.length > 1);
  expect(names.every((name) => /^[A-Z][A-Za-z]+$/.test(name))).toBe(true);
  const rows = lines.map((line) => Object.fromEntries(names.map((name, place) => [name, line[place] ?? ''])));
  const sum = (name: string, of = rows) => of.reduce((all, row) => all + Math.round(Number(row[name]) * 10_000), 0);
  expect(sum('BilledCost') / 10_000).toBe(usage.total);
  expect(sum('EffectiveCost') / 10_000).toBe(usage.total);
  expect(sum('ConsumedQuantity') / 10_000).toBe(usage.requests);
  for (const { _id, total } of usage.data)
    expect([
      _id,
      sum(
        'BilledCost',
        rows.filter((row) => row['SkuId'] === _id),
      ) / 10_000,
    ]).toEqual([_id, total]);
  for (const row of rows) {
    expect(mandatory.filter((name) => !row[name])).toEqual([]);
    const product = Math.round(Number(row['ListUnitPrice']) * Number(row['PricingQuantity']) * 10_000);
    expect([sum('ListCost', [row]), sum('ContractedCost', [row])]).toEqual([product, product]);
  }
  expect(rows[0]).toMatchObject({
    BillingPeriodStart: '2026-09-30T21:00:00Z',
    BillingPeriodEnd: '2026-10-31T22:00:00Z',
    ChargeClass: '',
    BillingCurrency: 'EUR',
  });
  // No cell becomes a formula; the sub account is the cost centre, and the department a tag.
  expect(new Set(rows.map((row) => row['SubAccountId']))).toEqual(new Set(['', 'C-2', "'=1+1"]));
  const tags = rows.flatMap(({ Tags = '' }) => (Tags === '' ? [] : (JSON.parse(Tags) as object)));
  expect(tags).toContainEqual({ department: 'Sales, "North"', costCentre: 'C-2' });
  expect(tags).toContainEqual({ costCentre: 'C-2' });
  expect(new Set(rows.map((row) => row['ServiceName']))).toEqual(new Set(["'@Travel", 'Leave', 'No skill']));
});
