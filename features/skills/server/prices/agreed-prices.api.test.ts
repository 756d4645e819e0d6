import { expect, test } from 'vitest';
import type { AgreedPrices, CompanyPrices } from '#features/skills/contract/agreed-prices.ts';
import type { Usage } from '#features/money/contract/usage.ts';
import type { StandardPrices } from '#features/skills/contract/prices/standard-prices.ts';
import type { Skill } from '#features/skills/contract/skills.ts';
import { addDays } from '#contract/calendar/zones.ts';
import { listServers, runAsOwner } from '#server/database/testing/test-server.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { skillForm } from '#server/testing/sweeps/valid-calls/valid-bodies.ts';
import { makeIntakeKey } from '#server/testing/sweeps/intake-senders.ts';
import { useTestPortal } from '#server/testing/test-portal.ts';

const portal = useTestPortal();

/** A skill of the provider in the store of a customer, and the provider's user who acts there. */
async function makeStore() {
  const provider = await portal().makeCompany({ isProvider: true });
  const customer = await portal().makeCompany();
  const skillId = await portal().database.inCompany(provider.id, async (tx) => {
    const rows = await runSql<{ id: string }>(
      tx,
      `insert into skills (name, service_provider, price_ten_thousandths) values ('Leave', 'SAP', 5000) returning id`,
    );
    return rows[0]?.id ?? '';
  });
  const headers = { 'x-company': customer.id };
  const path = `/skills/store/${skillId}/prices`;
  const call = (body?: object) =>
    portal().call(path, { as: provider.superAdmin, headers, ...(body && { method: 'POST', body }) });
  return { provider, customer, skillId, path, call };
}

test('the provider agrees a price from a day on, and the company sees and pays it', async () => {
  const { customer, skillId, path, call } = await makeStore();
  const { today } = (await call()).body as AgreedPrices;
  expect((await call()).body).toEqual({ skillPrice: 0.5, presentPrice: 0.5, today, agreements: [] });
  const later = addDays(today, 1);
  expect((await call({ price: 0.3, validFrom: later })).body).toMatchObject({ presentPrice: 0.5 });
  const agreed = (await call({ price: 0.4, validFrom: today })).body;
  expect(agreed).toMatchObject({
    presentPrice: 0.4,
    agreements: [
      { price: 0.4, validFrom: today },
      { price: 0.3, validFrom: later },
    ],
  });
  const readSkill = async () =>
    (await portal().call(`/skills/store/${skillId}`, { as: customer.superAdmin })).body as Skill;
  expect(await readSkill()).toMatchObject({ price: 0.4 });
  const { secret } = await makeIntakeKey(portal(), customer.id, { name: 'Assistant' });
  const report = (id: string) =>
    portal().call('/intake/conversations', {
      headers: { authorization: `Bearer ${secret}` },
      body: { conversations: [{ id, date: portal().clock.now().toISOString(), skill: 'Leave' }] },
    });
  await report('agreed');
  await call({ price: null, validFrom: today });
  await report('ended');
  const prices = await portal().database.inCompany(customer.id, (tx) =>
    runSql(tx, 'select external_id as id, price_ten_thousandths::int as price from usage_events order by 1'),
  );
  expect(prices).toEqual([
    { id: 'agreed', price: 4000 },
    { id: 'ended', price: 5000 },
  ]);
  expect(await readSkill()).toMatchObject({ price: 0.5 });
  const audit = JSON.stringify((await portal().call('/audit', { as: customer.superAdmin })).body);
  expect(audit).toContain('"skills.agree-price"');
  expect((await portal().call(path, { as: customer.superAdmin })).status).toBe(403);
});

test('tiers are checked field by field, and previewed with the requests of the last month', async () => {
  const { provider, customer, skillId, call } = await makeStore();
  const { today } = (await call()).body as AgreedPrices;
  const last = { from: 11, upTo: null, price: 0.5 };
  const free = { from: 1, upTo: 10, price: 0 };
  const agree = (tiers: readonly object[] | null, more: object = {}) =>
    call({ price: null, validFrom: today, tiers, ...more });
  const refused = async (tiers: readonly object[] | null, more?: object) => {
    const { fields } = (await agree(tiers, more)).body as { fields: { path: string; message: string }[] };
    return fields.map(({ path, message }) => `${path}: ${message}`);
  };
  const wrong: [readonly object[], string][] = [
    [[free, { ...last, from: 15 }], 'tiers.1.from: Gap: this tier must begin at 11.'],
    [[free, { ...last, from: 8 }], 'tiers.1.from: Tiers overlap: this one must begin at 11.'],
    [[{ ...free, from: 2 }, last], 'tiers.0.from: The first tier must begin at 1.'],
    [[free, { ...last, price: 0 }], 'tiers.1.price: The last tier needs a price above 0.'],
    [[{ ...free, price: 0.5 }, last], 'tiers.1.price: Each tier needs a price of its own.'],
    [[free, { ...last, upTo: 20 }], 'tiers.1.upTo: The last tier has no end. Leave it empty.'],
    [[free, { ...last, upTo: 0 }], 'tiers.1.upTo: Enter a whole number from 1 to 1,000,000,000.'],
    [[{ ...free, upTo: null }, last], 'tiers.0.upTo: Enter the last request of this tier.'],
    [[free, { ...last, price: -1 }], 'tiers.1.price: Enter an amount in euros, e.g. 0.45.'],
    [[free, { ...last, price: 0.00001 }], 'tiers.1.price: Enter an amount in euros, e.g. 0.45.'],
    [[last], 'tiers: Enter at least two tiers.'],
  ];
  for (const [tiers, message] of wrong) expect(await refused(tiers)).toContain(message);
  expect(await refused([free, last], { price: 1 })).toEqual(['price: Enter one price or tiers, not both.']);
  expect(await refused([free, last], { baseFee: 0.001 })).toEqual(['baseFee: Enter an amount in euros, e.g. 49.00.']);
  expect(await refused([free, last], { validFrom: '2020-01-31' })).toEqual(['validFrom: Choose today or a later day.']);

  const lastMonth = addDays(`${today.slice(0, 8)}01`, -1);
  await portal().database.inCompany(customer.id, async (tx) => {
    await runSql(tx, `insert into reported_skills (name, name_key, skill_id) values ('Leave', 'leave', $1)`, [skillId]);
    const text = `insert into usage_daily (day, skill_number, price_ten_thousandths, requests)
      select $1, number, 5000, 25 from reported_skills where skill_id = $2 returning day`;
    await runSql(tx, text, [lastMonth, skillId]);
  });
  const preview = await portal().call(`/skills/store/${skillId}/prices/preview`, {
    as: provider.superAdmin,
    headers: { 'x-company': customer.id },
    body: { price: null, tiers: [free, last], baseFee: 4 },
  });
  expect(preview.body).toEqual({
    period: lastMonth.slice(0, 7),
    requests: 25,
    actual: { baseFee: 0, total: 12.5 },
    preview: {
      baseFee: 4,
      total: 11.5,
      lines: [
        { price: 0, requests: 10, total: 0 },
        { price: 0.5, requests: 15, total: 7.5 },
      ],
    },
  });
  const agreement = { price: null, tiers: [free, last], baseFee: 4, validFrom: today };
  expect((await agree([free, last], { baseFee: 4 })).body).toMatchObject({
    presentPrice: 0.5,
    agreements: [agreement],
  });
  const { secret } = await makeIntakeKey(portal(), customer.id, { name: 'Assistant' });
  const conversations = [{ id: 'one', date: portal().clock.now().toISOString(), skill: 'Leave' }];
  await portal().call('/intake/conversations', {
    headers: { authorization: `Bearer ${secret}` },
    body: { conversations },
  });
  const { body } = await portal().call('/company/skills/usage', { as: customer.superAdmin });
  expect((body as Usage).data).toMatchObject([{ price: 0, terms: { tiers: [free, last], baseFee: 4 } }]);
  const bill = await portal().call('/company/bill', { as: customer.superAdmin });
  expect(bill.body).toMatchObject({ open: { skills: 0, fees: 4, support: 0, total: 4 } });
});

test('a price waits for the runs that are being recorded', async () => {
  const { customer, call } = await makeStore();
  const { today } = (await call()).body as AgreedPrices;
  const order: string[] = [];
  const release = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const recording = portal()
    .database.withLedger(customer.id, async (tx) => {
      await runSql(tx, 'select 1');
      locked.resolve();
      await release.promise;
      order.push('recorded');
    })
    .finally(locked.resolve);
  await locked.promise;
  const agreeing = call({ price: 0.4, validFrom: today }).then(({ status }) => order.push(`agreed: ${status}`));
  await expect.poll(countWaiting).toBe(1);
  release.resolve();
  await Promise.all([recording, agreeing]);
  expect(order).toEqual(['recorded', 'agreed: 200']);
});

/** Transactions that wait for an advisory lock, on all servers. */
async function countWaiting(): Promise<number> {
  const counts = await Promise.all(
    listServers(portal().database.ownerUrl).map(async (url) => {
      const { rowCount } = await runAsOwner(
        url,
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory'`,
      );
      return rowCount ?? 0;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

test('every skill of the store is listed with its prices, those with agreements first, to the provider alone', async () => {
  const { provider, customer, skillId, call } = await makeStore();
  await portal().database.inCompany(customer.id, (tx) =>
    runSql(tx, `insert into skills (name, service_provider, price_ten_thousandths) values ('Absence', 'SAP', 100)`),
  );
  const headers = { 'x-company': customer.id };
  const list = async (as = provider.superAdmin, inCompany: object = { headers }) =>
    (await portal().call('/company/skills/prices', { as, ...inCompany })) as { status: number; body: CompanyPrices };
  const { today } = (await list()).body;
  const later = addDays(today, 7);
  await call({ price: 0.3, validFrom: later });
  await call({ price: 0.4, validFrom: today });
  const own = { name: 'Absence', skillPrice: 0.01, presentPrice: 0.01, agreements: [] };
  const { data } = (await list()).body;
  const listed = data.filter(({ _id, name }) => _id === skillId || name === 'Absence');
  expect(listed).toMatchObject([
    {
      _id: skillId,
      name: 'Leave',
      skillPrice: 0.5,
      presentPrice: 0.4,
      agreements: [
        { price: 0.4, validFrom: today },
        { price: 0.3, validFrom: later },
      ],
    },
    own,
  ]);
  // What one company has agreed is listed in no other.
  expect((await list(provider.superAdmin, {})).body.data.flatMap(({ agreements }) => agreements)).toEqual([]);
  expect((await list(customer.superAdmin, {})).status).toBe(403);
});

test('a deleted skill keeps its agreed prices in the list, and gets no new one', async () => {
  const { provider, customer, skillId, call } = await makeStore();
  const { today } = (await call()).body as AgreedPrices;
  const unagreed = { name: 'Absence', service_provider: 'SAP' };
  await call({ price: 0.4, validFrom: today });
  await portal().database.inCompany(provider.id, (tx) =>
    runSql(
      tx,
      'insert into skills (name, service_provider, deleted_at) values ($1, $2, now())',
      Object.values(unagreed),
    ),
  );
  await portal().database.inCompany(provider.id, (tx) =>
    runSql(tx, 'update skills set deleted_at = now() where id = $1', [skillId]),
  );
  expect(await call({ price: 0.3, validFrom: today })).toMatchObject({ status: 404 });
  const { body } = await portal().call('/company/skills/prices', {
    as: provider.superAdmin,
    headers: { 'x-company': customer.id },
  });
  const deleted = (body as CompanyPrices).data.filter(({ isDeleted }) => isDeleted);
  expect(deleted).toMatchObject([{ _id: skillId, presentPrice: 0.4, agreements: [{ price: 0.4, validFrom: today }] }]);
});

test('a run that is reported late costs the standard price of its day', async () => {
  const { provider, customer, skillId, call } = await makeStore();
  const standard = (body?: object, as = provider.superAdmin) =>
    portal().call(`/skills/store/${skillId}/standard-prices`, { as, ...(body && { method: 'POST', body }) });
  // So that yesterday is no day of before the company's first month.
  await portal().database.inCompany(customer.id, (tx) =>
    runSql(tx, `update companies set created_at = '2026-01-01', billed_since = '2026-01-01'`),
  );
  const { today } = (await standard()).body as StandardPrices;
  const [yesterday, tomorrow] = [addDays(today, -1), addDays(today, 1)];
  // The form sets the price from today on, the other call from a day on.
  const { body: skill } = await portal().call(`/skills/store/${skillId}`, { as: provider.superAdmin });
  const form = { ...skillForm(), name: 'Leave', price: 9, version: (skill as Skill).version };
  const update = { as: provider.superAdmin, method: 'PUT', body: form } as const;
  expect(await portal().call(`/skills/store/update/${skillId}`, update)).toMatchObject({ body: { price: 9 } });
  expect((await call()).body).toMatchObject({ skillPrice: 9, presentPrice: 9 });
  expect((await standard({ price: 12.5, validFrom: tomorrow })).body).toMatchObject({
    presentPrice: 9,
    prices: [
      { price: 12.5, validFrom: tomorrow },
      { price: 9, validFrom: today },
      { price: 0.5, validFrom: '2000-01-01', createdBy: '' },
    ],
  });
  // Only its owner sets the price, from today on.
  expect((await standard({ price: 1, validFrom: yesterday })).body).toMatchObject({
    fields: [{ path: 'validFrom', message: 'Choose today or a later day.' }],
  });
  for (const price of [-1, 0.00001, null])
    expect((await standard({ price, validFrom: '2099-01-01' })).body).toMatchObject({ fields: [{ path: 'price' }] });
  expect((await standard(undefined, customer.superAdmin)).status).toBe(403);
  const inCustomer = { as: provider.superAdmin, headers: { 'x-company': customer.id } };
  expect((await portal().call(`/skills/store/${skillId}/standard-prices`, inCustomer)).status).toBe(403);
  const { secret } = await makeIntakeKey(portal(), customer.id, { name: 'Assistant' });
  const headers = { authorization: `Bearer ${secret}` };
  const conversations = [yesterday, today, tomorrow].map((day, at) => ({
    id: `run-${at}`,
    date: `${day}T12:00:00.000Z`,
    skill: 'Leave',
  }));
  portal().clock.advance(2 * 86_400_000);
  await portal().call('/intake/conversations', { headers, body: { conversations } });
  const prices = await portal().database.inCompany(customer.id, (tx) =>
    runSql(tx, 'select external_id as id, price_ten_thousandths::int as price from usage_events order by 1'),
  );
  expect(prices.map((row) => row['price'])).toEqual([5000, 90_000, 125_000]);
  const asked = { method: 'POST', headers, body: { requestId: 'asked', skill: 'Leave' } } as const;
  expect((await portal().call('/authorize', asked)).body).toMatchObject({ decision: 'allow' });
  const held = await portal().database.inCompany(customer.id, (tx) =>
    runSql(tx, 'select price_ten_thousandths::int as price from budget_reservations'),
  );
  expect(held).toEqual([{ price: 125_000 }]);
});

test('no price is agreed for a past day, nor one that is no amount', async () => {
  const { call } = await makeStore();
  const { today } = (await call()).body as AgreedPrices;
  const refused = async (body: object) => (await call(body)).body;
  expect(await refused({ price: 1, validFrom: addDays(today, -1) })).toMatchObject({
    fields: [{ path: 'validFrom', message: 'Choose today or a later day.' }],
  });
  expect(await refused({ price: 1, validFrom: '2200-01-01' })).toMatchObject({ fields: [{ path: 'validFrom' }] });
  expect(await refused({ price: -1, validFrom: today })).toMatchObject({ fields: [{ path: 'price' }] });
  expect(((await call()).body as AgreedPrices).agreements).toEqual([]);
});
