import { beforeEach, expect, test } from 'vitest';
import type { Bill } from '#features/billing/contract/bill.ts';
import type { InvoiceDetails } from '#features/billing/contract/invoices.ts';
import type { CompanyVat } from '#features/billing/contract/vat-decisions.ts';
import { addMonths, getDay, getMonth } from '#contract/calendar/zones.ts';
import { setAddress, setCreatedAt } from '#server/database/testing/builders.ts';
import type { ViesAnswer } from '#server/outside/vies/vies.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { readConfig } from '#server/config/config.ts';
import { closePeriods } from '../invoices/close-period.service.ts';
import { addRuns, reportSkill } from '../invoices/testing/ledger.ts';
import { createVatCheckHandler } from './run-vat-check.service.ts';

// No service answers there.
const portal = useTestPortal({ VIES_URL: 'http://127.0.0.1:9/' });
let operator: TestUser;
let customer: TestUser;
let made = 0;

beforeEach(async () => {
  made += 1;
  ({ superAdmin: operator } = await portal().makeCompany({ isProvider: true }));
  ({ superAdmin: customer } = await portal().makeCompany({ name: `Taxed${'x'.repeat(made)} GmbH` }));
});

const inside = (path: string, body?: unknown) =>
  portal().call(path, {
    as: operator,
    headers: { 'x-company': customer.companyId },
    ...(body !== undefined && { method: 'POST', body }),
  });
const getVat = async (as = customer) => (await portal().call('/company/vat', { as })).body as CompanyVat;
const decide = (treatment: string, validFrom: string, reason = '') =>
  inside('/company/vat/decisions', { treatment, validFrom, reason });
const setProfile = (country: string, vatNumber: string) =>
  portal().database.inCompany(customer.companyId, (tx) =>
    runSql(tx, `update companies set country = $1, vat_number = $2 where id = $3`, [
      country,
      vatNumber,
      customer.companyId,
    ]),
  );
const today = () => getDay(portal().clock.now().getTime(), 'Europe/Tallinn');

/** Runs the question that waits, with what VIES answers. */
async function answerCheck(answer: ViesAnswer | undefined): Promise<void> {
  const { database, clock } = portal();
  const [check] = await database.inCompany(customer.companyId, (tx) =>
    runSql(tx, `select id::text as id from vat_checks where state = 'pending'`),
  );
  const handle = createVatCheckHandler({ database, clock, changes: { announce: () => undefined } as never }, () =>
    Promise.resolve(answer),
  );
  await handle({ payload: { companyId: customer.companyId, checkId: String(check?.['id']) } } as never);
}

const proven = { isValid: true, consultation: 'WAPIAAAAX1', name: 'Muster GmbH', address: 'Berlin' };

test('nothing is to be decided for a customer in the country of the provider, or without one', async () => {
  expect(await getVat()).toMatchObject({
    treatment: 'domestic',
    proposed: null,
    isOpen: false,
    present: null,
    percent: 24,
  });
  await setProfile('Estonia', 'EE100594102');
  expect(await getVat()).toMatchObject({ proposed: 'domestic', isOpen: false, canCheck: false, decisions: [] });
});

test('reverse charge needs a number that VIES has confirmed, and its invoices carry VAT until then', async () => {
  await setProfile('Germany', 'DE 123456788');
  expect(await getVat()).toMatchObject({
    treatment: 'domestic',
    proposed: 'reverseCharge',
    isOpen: true,
    canCheck: true,
  });
  const notProven = { status: 409, body: { code: 'vat.not-proven' } };
  expect(await decide('reverseCharge', today())).toMatchObject(notProven);
  expect(await inside('/company/vat/checks', {})).toMatchObject({
    body: { check: { vatNumber: 'DE123456788', state: 'pending' } },
  });
  // Asked a second time the same question waits.
  await inside('/company/vat/checks', {});
  await expect(answerCheck(undefined)).rejects.toThrow('VIES has not answered');
  expect((await getVat()).check).toMatchObject({ state: 'pending', consultation: null });
  expect((await getVat()).check?.attemptedAt).not.toBeNull();
  expect(await decide('reverseCharge', today())).toMatchObject(notProven);
  await answerCheck(proven);
  const { check } = await getVat();
  expect(check).toMatchObject({ state: 'valid', consultation: 'WAPIAAAAX1', name: 'Muster GmbH', address: 'Berlin' });
  expect(await decide('reverseCharge', today())).toMatchObject({
    status: 200,
    body: { isOpen: false, treatment: 'reverseCharge' },
  });
  expect(await getVat()).toMatchObject({
    percent: 0,
    present: { treatment: 'reverseCharge', vatNumber: 'DE 123456788' },
  });
});

test('a number that VIES does not know stays with VAT, and an answer is never asked for again', async () => {
  await setProfile('Germany', 'DE123456788');
  await inside('/company/vat/checks', {});
  await answerCheck({ ...proven, isValid: false });
  expect((await getVat()).check).toMatchObject({ state: 'invalid' });
  expect(await decide('reverseCharge', today())).toMatchObject({ status: 409 });
});

test.each([
  ['United Kingdom', 'GB123456782'],
  ['United Kingdom', 'XI123456782'],
  ['Switzerland', 'CHE123456788MWST'],
  ['Norway', 'NO123456718MVA'],
  ['United States', '12-3456789'],
  ['Mexico', 'SEG930101AB3'],
])(
  'a customer in %s with the number %s is outside of the Union, once the provider has decided so',
  async (country, number) => {
    await setProfile(country, number);
    expect(await getVat()).toMatchObject({
      treatment: 'domestic',
      proposed: 'outsideUnion',
      isOpen: true,
      canCheck: false,
    });
    expect(await inside('/company/vat/checks', {})).toMatchObject({ status: 409, body: { code: 'vat.not-checkable' } });
    expect(await decide('reverseCharge', today())).toMatchObject({ status: 409, body: { code: 'vat.not-proven' } });
    expect(await decide('outsideUnion', today())).toMatchObject({
      status: 200,
      body: { treatment: 'outsideUnion', isOpen: false },
    });
  },
);

test('what the country does not say needs a reason', async () => {
  await setProfile('Spain', 'ESA12345674');
  for (const treatment of ['exempt', 'outsideUnion']) {
    expect(await decide(treatment, today())).toMatchObject({ status: 422, body: { fields: [{ path: 'reason' }] } });
    expect(await decide(treatment, today(), ' ')).toMatchObject({ status: 422 });
  }
  expect(await decide('domestic', '1999-12-31')).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'validFrom' }] },
  });
  expect(await decide('outsideUnion', today(), 'Canary Islands')).toMatchObject({
    status: 200,
    body: {
      present: {
        treatment: 'outsideUnion',
        reason: 'Canary Islands',
        decidedBy: expect.stringContaining('Mari Maasikas') as string,
      },
    },
  });
});

test('a customer sees what was decided, and can neither decide nor ask', async () => {
  const as = customer;
  const body = { treatment: 'outsideUnion', validFrom: today(), reason: 'Mine' };
  expect((await portal().call('/company/vat/decisions', { as, body })).status).toBe(403);
  expect((await portal().call('/company/vat/checks', { as, method: 'POST' })).status).toBe(403);
  const user = await portal().makeUser(customer.companyId);
  expect((await getVat(user)).decisions).toEqual([]);
});

test('a changed country or number asks for another decision, and changes nothing by itself', async () => {
  await setProfile('United States', '12-3456789');
  await decide('outsideUnion', today());
  await setProfile('Germany', 'DE123456788');
  expect(await getVat()).toMatchObject({ treatment: 'outsideUnion', proposed: 'reverseCharge', isOpen: true });
  expect(JSON.stringify((await inside('/attention')).body)).toContain('undecidedVat');
  await decide('domestic', today());
  expect(await getVat()).toMatchObject({ treatment: 'domestic', isOpen: false });
  expect(JSON.stringify((await inside('/attention')).body)).not.toContain('undecidedVat');
});

test('each month of an invoice is taxed by the decision of its last day', async () => {
  const { database, clock, adapters } = portal();
  const month = getMonth(today());
  const [last, before] = [addMonths(month, -1), addMonths(month, -2)];
  await setCreatedAt(database, customer.companyId, `${addMonths(month, -4)}T12:00:00Z`);
  await setAddress(database, customer.companyId);
  const skill = await reportSkill(database, customer.companyId, 'Leave request');
  const add = (first: string, count: number) =>
    addRuns(database, customer.companyId, [{ day: `${first.slice(0, 8)}15`, skill, price: 10_000, count }]);
  const parts = {
    database,
    files: adapters.files,
    provider: readConfig({ PROVIDER_VAT_PERCENT: `22;${last}=24`, PERIOD_CLOSE_GRACE_DAYS: '0' }).provider,
    workers: adapters.workers,
    clock,
  };
  await add(before, 100);
  await closePeriods(parts, customer.companyId);
  await add(before, 50);
  await setProfile('United States', '12-3456789');
  await decide('outsideUnion', addMonths(last, 1));
  await add(last, 10);
  await closePeriods(parts, customer.companyId);
  const { body } = await portal().call('/company/billing', { as: customer });
  const [newest, first] = body as Array<{ _id: string; period: string; total: number }>;
  expect([first?.period, first?.total, newest?.period]).toEqual([before, 122, last]);
  const read = async (id = '') =>
    (await portal().call(`/company/billing/${id}`, { as: customer })).body as InvoiceDetails;
  const { vat } = await read(newest?._id);
  if (!vat) throw new Error('an invoice has VAT');
  // The late line of the month before carries the rate of that month.
  expect(vat.parts).toMatchObject([
    { percent: 22, net: 50, amount: 11 },
    { percent: 24, net: 10, amount: 2.4 },
  ]);
  expect([vat.net, vat.amount, vat.total, newest?.total]).toEqual([60, 13.4, 73.4, 73.4]);
  await add(month, 7);
  const bill = (await portal().call('/company/bill', { as: customer })).body as Bill;
  expect(bill.open.vat).toMatchObject({ net: 7, amount: 0, parts: [{ treatment: 'outsideUnion' }] });
  // What was issued stays as it is, whatever is decided for its days afterwards.
  await decide('outsideUnion', before);
  expect((await read(newest?._id)).vat).toEqual(vat);
  // A month without VAT, with a late line of one that had it before the decision for its days was changed.
  await decide('domestic', last);
  await decide('outsideUnion', month);
  await add(last, 5);
  clock.advance(Date.parse(`${addMonths(month, 1)}T12:00:00Z`) - clock.now().getTime());
  expect(await closePeriods(parts, customer.companyId)).toHaveLength(1);
  const issued = await database.inCompany(customer.companyId, (tx) =>
    runSql<{ treatments: string[]; country: string }>(
      tx,
      `select jsonb_path_query_array(vat, '$.parts[*].treatment') as treatments, paper::text ~ 'United States' as country
        from invoices where period = $1`,
      [month],
    ),
  );
  expect(issued).toEqual([{ treatments: ['outsideUnion', 'domestic'], country: true }]);
});
