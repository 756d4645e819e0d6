import { beforeAll, expect, test } from 'vitest';
import { costDimensionNames, type CostDimension } from '#features/money/contract/costs/cost-dimensions.ts';
import type { Costs, MonthlyCosts, PersonalCosts } from '#features/money/contract/costs/costs.ts';
import { fromEuros, toEuros } from '#features/money/contract/money.ts';
import type { Usage } from '#features/money/contract/usage.ts';
import { verifyRollups } from '#domain/conversations/rollups/rollup-upkeep.service.ts';
import { createRandom } from '#demo-assistant/random.ts';
import { newUserForm } from '#server/testing/user-forms.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { addRuns, addSkill, reportSkill } from '../testing/ledger-rows.ts';

const portal = useTestPortal();
let companyId: string;
let superAdmin: TestUser;

beforeAll(async () => {
  ({ id: companyId, superAdmin } = await portal().makeCompany());
});

async function getCosts(by: CostDimension, period: string, as = superAdmin): Promise<Costs> {
  const { status, body } = await portal().call(`/company/usage/costs?by=${by}&period=${period}`, { as });
  expect(status).toBe(200);
  return body as Costs;
}

async function getMonthlyCosts(by: CostDimension, period: string): Promise<MonthlyCosts> {
  const { status, body } = await portal().call(`/company/usage/costs/months?by=${by}&period=${period}`, {
    as: superAdmin,
  });
  expect(status).toBe(200);
  return body as MonthlyCosts;
}

const listMonthsOf = (year: string, first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, place) => `${year}-${String(first + place).padStart(2, '0')}`);

/** The sums of the ledger by month are those of its events. */
const expectSums = async () =>
  expect(
    (await verifyRollups(portal().database, companyId)).filter(({ table }) =>
      /^usage_(?:monthly|by_key|by_person|rounded|models)$/.test(table),
    ),
  ).toEqual([]);

const getUsage = async (period: string) =>
  (await portal().call(`/company/skills/usage?period=${period}`, { as: superAdmin })).body as Usage;

const run = <Row extends object>(text: string, values: unknown[] = []) =>
  portal().database.inCompany(companyId, (tx) => runSql<Row>(tx, text, values));

const reportUser = async (userId: string | null, lastName = 'Reported') => {
  const text = 'insert into reported_users (user_id, first_name, last_name) values ($1, $2, $3) returning number';
  const [row] = await run<{ number: number }>(text, [userId, 'Any', lastName]);
  return row?.number ?? 0;
};

async function makePerson(fields: object): Promise<{ id: string; number: number; email: string }> {
  const form = newUserForm({ ...fields });
  const { id } = (await portal().call('/users', { as: superAdmin, body: form })).body as { id: string };
  return { id, email: form.email, number: await reportUser(id) };
}

/** Without those that only an earlier month has. */
const shorten = ({ data }: Costs) =>
  data.filter(({ requests }) => requests > 0).map(({ name, requests, total }) => [name, requests, total]);

test('over random ledgers the owners of each kind add up to the usage of the month, to the cent', async () => {
  const { int, pick } = createRandom('costs');
  const skill = await addSkill(portal().database, companyId, 'Mapped');
  const skills = [0];
  for (const mapped of [skill.id, skill.id, null])
    skills.push((await reportSkill(portal().database, companyId, 'Any', mapped)).number);
  const users = [0, await reportUser(null)];
  for (const department of ['Sales', 'Sales', 'Finance', null])
    users.push((await makePerson({ department, costCentre: department && `C-${department}` })).number);
  const months = ['2026-08', '2026-07', '2025-08'];
  const runs = months.flatMap((month) =>
    Array.from({ length: 60 }, () => ({
      day: `${month}-${String(int(1, 28)).padStart(2, '0')}`,
      skill: pick(skills),
      user: pick(users),
      price: pick([0, 1, 33, 50, 99, 1_005, 43_599]),
      requests: int(1, 9),
    })),
  );
  await addRuns(portal().database, companyId, runs);
  await run(`update usage_events set model = nullif(split_part('small,large', ',', 1 + abs(uuid_hash(id)) % 3), '')`);
  await run(`insert into usage_models (month, model, skill_number, price_ten_thousandths, requests)
    select date_trunc('month', day), model, skill_number, price_ten_thousandths, count(*) from usage_events
    where model is not null group by 1, 2, 3, 4`);
  const [usage, before, lastYear] = [await getUsage('2026-08'), await getUsage('2026-07'), await getUsage('2025-08')];
  for (const by of costDimensionNames) {
    const { data, count, sums } = await getCosts(by, '2026-08');
    expect(count).toBe(data.length);
    expect(sums).toEqual({
      requests: usage.requests,
      total: usage.total,
      previous: before.total,
      lastYear: lastYear.total,
    });
    const addUp = (field: 'total' | 'previous' | 'lastYear') =>
      toEuros(data.reduce((sum, cost) => sum + (fromEuros(cost[field]) ?? NaN), 0));
    expect([addUp('total'), addUp('previous'), addUp('lastYear')]).toEqual([sums.total, sums.previous, sums.lastYear]);
    const byMonth = await getMonthlyCosts(by, '2026-08');
    expect(byMonth.months).toEqual([...listMonthsOf('2025', 8, 12), ...listMonthsOf('2026', 1, 8)]);
    expect(
      byMonth.data.map(({ id, name, requests, costs }) => [id, name, requests, costs[12], costs[11], costs[0]]),
    ).toEqual(
      data.map(({ id, name, requests, ...cost }) => [id, name, requests, cost.total, cost.previous, cost.lastYear]),
    );
    expect(byMonth.sums.costs).toEqual([lastYear.total, ...Array<number>(10).fill(0), before.total, usage.total]);
  }
  expect((await getCosts('model', '2026-08')).data.map(({ name }) => name).toSorted()).toEqual([
    'Not reported',
    'large',
    'small',
  ]);
  expect((await getCosts('department', '2026-08')).data.map(({ name }) => name).toSorted()).toEqual([
    'Finance',
    'No department',
    'Sales',
  ]);
  expect((await getCosts('skill', '2026-08')).data.map(({ id, total }) => [id, total]).toSorted()).toEqual(
    usage.data.map(({ _id, total }) => [_id, total]).toSorted(),
  );
  await expectSums();
  // The usage file has a row for each price, whose requests cost its total.
  const answer = await portal().call('/exports/usage', {
    as: superAdmin,
    body: { period: '2026-08', format: 'jsonl' },
  });
  const rows = String(answer.body)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; price: number; requests: number; total: number });
  expect(rows.length).toBeGreaterThan(usage.data.length);
  for (const { price, requests, total } of rows)
    expect(total).toBe(Math.floor((Math.round(price * 10_000) * requests + 50) / 100) / 100);
  const sumOf = (id: string) =>
    toEuros(rows.filter((row) => row.id === id).reduce((sum, { total }) => sum + (fromEuros(total) ?? NaN), 0));
  for (const { _id, total } of usage.data) expect([_id, sumOf(_id)]).toEqual([_id, total]);
});

test('the first department counts for all months, a later one from its month on, also where the user is deleted', async () => {
  const person = await makePerson({ department: 'First' });
  await addRuns(portal().database, companyId, [
    { day: '2024-05-10', user: person.number, price: 10_000, requests: 3 },
    { day: '2024-06-10', user: person.number, price: 10_000, requests: 2 },
  ]);
  expect(shorten(await getCosts('department', '2024-05'))).toEqual([['First', 3, 3]]);
  const update = (department: string) =>
    portal().call(`/users/${person.id}`, { as: superAdmin, body: newUserForm({ email: person.email, department }) });
  await update('Corrected');
  expect(shorten(await getCosts('department', '2024-05'))).toEqual([['Corrected', 3, 3]]);
  await run(`update cost_owners set recorded_month = '2024-01-01' where person_id = $1`, [person.id]);
  await update('Second');
  await run(`update cost_owners set from_month = '2024-06-01' where person_id = $1 and department = 'Second'`, [
    person.id,
  ]);
  const expected = { '2024-05': [['Corrected', 3, 3]], '2024-06': [['Second', 2, 2]] };
  for (const [month, costs] of Object.entries(expected))
    expect(shorten(await getCosts('department', month))).toEqual(costs);
  await portal().call('/users', { method: 'DELETE', as: superAdmin, body: [person.id] });
  for (const [month, costs] of Object.entries(expected))
    expect(shorten(await getCosts('department', month))).toEqual(costs);
  expect((await getCosts('person', '2024-06')).data).toMatchObject([
    { name: 'Any Reported', isMapped: false, total: 2 },
  ]);
});

test('a run is of the key that reports it, and persons of another company are none', async () => {
  const key = await portal().call('/intake/keys', { as: superAdmin, body: { name: 'Chat' } });
  const { secret } = key.body as { secret: string };
  const send = (id: string) =>
    fetch(`${portal().url}/api/intake/conversations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        conversations: [
          {
            id,
            date: new Date(portal().clock.now().getTime() - 1000).toISOString(),
            skill: 'Priced',
            billed: true,
            user: { email: superAdmin.email },
          },
        ],
      }),
    });
  expect((await send('one')).status).toBe(200);
  expect((await send('two')).status).toBe(200);
  const month = portal().clock.now().toISOString().slice(0, 7);
  expect(shorten(await getCosts('key', month))).toEqual([['Chat', 2, 0]]);
  const other = await portal().makeCompany();
  expect(await getCosts('person', month, other.superAdmin)).toEqual({
    data: [],
    count: 0,
    sums: { requests: 0, total: 0, previous: 0, lastYear: 0 },
  });
});

test('a person without the right to costs sees the own by month and skill, to the cent of the list, and no others', async () => {
  const as = await portal().makeUser(companyId, { roles: ['User'] });
  const number = await reportUser(as.id);
  const [skill, other] = [
    await reportSkill(portal().database, companyId, 'Travel'),
    await reportSkill(portal().database, companyId, 'Leave'),
  ];
  const ofOthers = await reportUser(null, 'Somewhere');
  await addRuns(portal().database, companyId, [
    { day: '2026-09-10', skill: skill.number, user: number, price: 33, requests: 5 },
    { day: '2026-09-11', skill: skill.number, user: ofOthers, price: 33, requests: 7 },
    { day: '2026-09-12', skill: other.number, user: number, price: 12_500, requests: 2 },
    { day: '2026-08-12', skill: other.number, user: number, price: 12_500, requests: 1 },
  ]);
  // Among persons the own row stands alone, in list, months and file; who reads people gets all.
  const { data: alone, sums } = await getCosts('person', '2026-09', as);
  expect(sums).toMatchObject({ requests: 7, total: alone[0]?.total, previous: 1.25 });
  const months = await portal().call('/company/usage/costs/months?by=person&period=2026-09', { as });
  expect((months.body as MonthlyCosts).data.map(({ id }) => id)).toEqual([as.id]);
  const file = await portal().call('/exports/costs', {
    as,
    body: { by: 'person', period: '2026-09', format: 'jsonl' },
  });
  expect(String(file.body).trim().split('\n')).toHaveLength(1);
  const all = await getCosts('person', '2026-09', await portal().makeUser(companyId, { roles: ['Admin'] }));
  expect(all.count).toBeGreaterThan(1);
  expect(alone).toEqual(all.data.filter(({ id }) => id === as.id));
  await run(`insert into role_rights (changes) values ('{"billing": {"User": "none"}}')`);
  const get = async (period: string, caller = as) =>
    (await portal().call(`/user-info/costs?period=${period}`, { as: caller })).body as PersonalCosts;
  expect((await portal().call('/company/usage/costs?by=person&period=2026-09', { as })).status).toBe(403);
  const own = await get('2026-09');
  const listed = (await getCosts('person', '2026-09')).data.find(({ id }) => id === as.id);
  expect(own).toMatchObject({ requests: 7, total: listed?.total });
  expect(own.skills.map(({ name, requests }) => [name, requests])).toEqual([
    ['Leave', 2],
    ['Travel', 5],
  ]);
  expect(own.months.find(({ month }) => month === '2026-08')?.total).toBe(1.25);
  expect(own.months).toHaveLength(13);
  const { superAdmin: stranger } = await portal().makeCompany();
  expect(await get('2026-09', stranger)).toMatchObject({ requests: 0, total: 0, skills: [] });
  expect((await portal().call('/user-info/costs?user=x', { as })).status).toBe(422);
});

test('a cost centre that is too long is refused, and one that is a formula is a text in the file', async () => {
  const longest = `=${'1'.repeat(49)}`;
  const form = newUserForm({ costCentre: `${longest}${'1'.repeat(250)}` });
  const { status, body } = await portal().call('/users', { as: superAdmin, body: form });
  expect([status, (body as { fields: { path: string }[] }).fields.map(({ path }) => path)]).toEqual([
    422,
    ['costCentre'],
  ]);
  const { number } = await makePerson({ costCentre: longest });
  await addRuns(portal().database, companyId, [{ day: '2022-03-10', user: number, price: 10_000, requests: 3 }]);
  for (const [format, cell] of [
    ['csv', `"'${longest}"`],
    ['jsonl', `"${longest}"`],
  ] as const) {
    const file = await portal().call('/exports/costs', {
      as: superAdmin,
      body: { by: 'costCentre', period: '2022-03', format },
    });
    expect(String(file.body)).toContain(cell);
  }
  const csv = await portal().call('/exports/costs', {
    as: superAdmin,
    body: { by: 'costCentre', period: '2022-03', format: 'csv' },
  });
  expect(String(csv.body)).not.toContain('"=');
});

test('bad queries are refused, and a file has the same owners', async () => {
  for (const query of ['', '?by=colour', '?by=person&period=2099-01', '?by=person&period=x', '?by=person&limit=9'])
    expect((await portal().call(`/company/usage/costs${query}`, { as: superAdmin })).status).toBe(422);
  const { body } = await portal().call('/exports/costs', {
    as: superAdmin,
    body: { by: 'department', period: '2024-06', format: 'csv' },
  });
  const cells = String(body)
    .split('\r\n')
    .map((line) => line.slice(1, -1).split('","'));
  expect(cells.slice(0, 3).map((line) => line.slice(0, 7))).toEqual([
    [
      'ID',
      'Department',
      'Requests',
      'Cost (EUR excl. VAT)',
      'Month before (EUR excl. VAT)',
      'Same month of last year (EUR excl. VAT)',
      'Cost 2024-04 (EUR excl. VAT)',
    ],
    ['Second', 'Second', '2', '2', '0', '0', '0'],
    ['Corrected', 'Corrected', '0', '0', '3', '0', '0'],
  ]);
  expect(cells[0]).toHaveLength(16);
  expect(cells[0]?.at(-1)).toBe('Cost 2023-07 (EUR excl. VAT)');
});
