import { expect, test } from 'vitest';
import { addMonths, getStartOfDay } from '#contract/calendar/zones.ts';
import type { UserFigures } from '#features/dashboard/contract/user-figures.ts';
import type { CostDimension } from '#features/money/contract/costs/cost-dimensions.ts';
import type { MonthlyCosts, PersonalCosts } from '#features/money/contract/costs/costs.ts';
import { createRandom } from '#demo-assistant/random.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { addRuns, addSkill, reportSkill } from '../testing/ledger-rows.ts';

const portal = useTestPortal();

/** The query of a month in the companies' zone. */
function toSpan(month = ''): URLSearchParams {
  const [from, until] = [`${month}-01`, addMonths(`${month}-01`, 1)].map((day) => getStartOfDay(day, 'Europe/Tallinn'));
  return new URLSearchParams({
    from: new Date(from ?? 0).toISOString(),
    to: new Date((until ?? 0) - 1).toISOString(),
  });
}

/** By owner, the euros of each month. */
type CostsByOwner = Map<string, number[]>;

interface Runs {
  readonly month: number;
  readonly lane: string;
  readonly price: number;
  readonly requests: number;
  readonly owner: string;
}

/** The rule in whole numbers of any size: the growth of each skill and price, owner by owner in the order of their ids. */
function compute(runs: readonly Runs[], months: number): CostsByOwner {
  const toCents = (requests: bigint, price: number) => (requests * BigInt(price) + 50n) / 100n;
  const computed: CostsByOwner = new Map();
  const before = new Map<string, bigint>();
  for (const { month, lane, price, requests, owner } of runs.toSorted((a, b) => (a.owner < b.owner ? -1 : 1))) {
    const place = `${month} ${lane} ${price}`;
    const first = before.get(place) ?? 0n;
    const last = first + BigInt(requests);
    before.set(place, last);
    const own = computed.get(owner) ?? Array<number>(months).fill(0);
    own[month] = Math.round((own[month] ?? 0) * 100 + Number(toCents(last, price) - toCents(first, price))) / 100;
    computed.set(owner, own);
  }
  return computed;
}

/** Requests stay as many, at other prices: what a program leaves that keeps `usage_daily` and not these sums. */
const toReprice = (table: string) => `update ${table} set price_ten_thousandths = price_ten_thousandths + 100000`;

const months = Array.from({ length: 13 }, (_, place) => new Date(Date.UTC(2025, 7 + place)).toISOString().slice(0, 7));

test('over random months each cost is that of the rule, and each person reads the own as it is listed', async () => {
  const { id: companyId, superAdmin: as } = await portal().makeCompany();
  const { database } = portal();
  const run = <Row extends object>(text: string, values: unknown[] = []) =>
    database.inCompany(companyId, (tx) => runSql<Row>(tx, text, values));
  const { int, pick } = createRandom('small costs');
  const skill = await addSkill(database, companyId, 'Mapped');
  const skills = new Map([[0, 'unmapped']]);
  for (const mapped of [skill.id, skill.id, null, null]) {
    const { number, id } = await reportSkill(database, companyId, 'Any', mapped);
    skills.set(number, mapped ?? id);
  }
  // Persons under two names, under one, without a user, and not named; the last one has nothing.
  const persons = await Promise.all(Array.from({ length: 6 }, () => portal().makeUser(companyId, { roles: ['User'] })));
  const owners = new Map([[0, '']]);
  const report = async (userId: string | null, main: number | null = null) => {
    const text = `insert into reported_users (user_id, main_number, first_name) values ($1, $2, 'Any') returning number, id`;
    const [{ number, id } = { number: 0, id: '' }] = await run<{ number: number; id: string }>(text, [userId, main]);
    owners.set(number, userId ?? id);
    return number;
  };
  for (const [place, { id }] of persons.slice(0, -1).entries()) {
    const main = await report(id);
    if (place < 2) await report(id, main);
  }
  await report(null);
  await report(null);
  const departments = new Map([
    [persons[0]?.id, 'Sales'],
    [persons[1]?.id, 'Sales'],
    [persons[2]?.id, 'Finance'],
  ]);
  for (const [id, department] of departments)
    await run(
      `insert into cost_owners (person_id, from_month, recorded_month, department)
      values ($1, '0001-01-01', '2025-01-01', $2)`,
      [id, department],
    );
  const runs = months.flatMap((_, month) =>
    Array.from({ length: 40 }, () => {
      const [number, user] = [pick([...skills.keys()]), pick([...owners.keys()])];
      const price = pick([0, 1, 33, 50, 99, 100, 12_500]);
      return { month, skill: number, user, price, requests: int(1, 3), day: `${months[month]}-${int(10, 28)}` };
    }),
  );
  await addRuns(database, companyId, runs);
  const computeBy = (toOwner: (user: number) => string) =>
    compute(
      runs.map((each) => ({ ...each, lane: skills.get(each.skill) ?? '', owner: toOwner(each.user) })),
      months.length,
    );
  const list = async (by: CostDimension) => {
    const { body } = await portal().call(`/company/usage/costs/months?by=${by}&period=2026-08`, { as });
    return new Map((body as MonthlyCosts).data.map(({ id, costs }) => [id, costs]));
  };
  const listed = await list('person');
  expect(listed).toEqual(computeBy((user) => owners.get(user) ?? ''));
  expect(await list('department')).toEqual(computeBy((user) => departments.get(owners.get(user)) ?? ''));
  await run(toReprice('usage_by_person'));
  expect(await list('person')).toEqual(listed);
  await run(toReprice('usage_rounded'));
  expect(await list('person')).toEqual(listed);
  for (const person of persons) {
    const costs = listed.get(person.id) ?? Array<number>(months.length).fill(0);
    for (const place of [0, 6, 12]) {
      const { body } = await portal().call(`/user-info/costs?period=${months[place]}`, { as: person });
      const { total, skills: bySkill } = body as PersonalCosts;
      expect([total, Math.round(bySkill.reduce((sum, each) => sum + each.total * 100, 0))]).toEqual([
        costs[place],
        Math.round((costs[place] ?? 0) * 100),
      ]);
      // Edit user says the same cents.
      const figures = await portal().call(`/analytics/users/${person.id}?${toSpan(months[place])}`, { as });
      expect((figures.body as UserFigures).cost).toBe(total);
    }
  }
  expect(listed.has(persons.at(-1)?.id ?? '')).toBe(false);
});
