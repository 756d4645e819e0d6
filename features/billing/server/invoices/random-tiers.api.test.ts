import { expect, test } from 'vitest';
import type { Invoice, InvoiceDetails } from '#features/billing/contract/invoices.ts';
import type { Bill } from '#features/billing/contract/bill.ts';
import type { SkillRequests } from '#features/dashboard/contract/analytics.ts';
import type { Costs } from '#features/money/contract/costs/costs.ts';
import type { Usage } from '#features/money/contract/usage.ts';
import { createRandom } from '#demo-assistant/random.ts';
import { readConfig } from '#server/config/config.ts';
import { setAddress, setCreatedAt } from '#server/database/testing/builders.ts';
import { makeIntakeKey } from '#server/testing/sweeps/intake-senders.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { closePeriods } from './close-period.service.ts';
import { createTierModel, toModelDay, type Agreement, type ModelSkill } from './testing/tier-model.ts';

const portal = useTestPortal();
const [minuteMs, dayMs] = [60_000, 86_400_000];
/** Zones without changes, and their offsets in minutes. */
const zones = [
  ['Asia/Kathmandu', 345],
  ['Pacific/Apia', 780],
  ['America/Bogota', -300],
  ['Africa/Lagos', 60],
] as const;
const prices = [0n, 5n, 1005n, 3337n, 5000n, 12_500n, 43_599n];
const ledgers = Number(process.env['RANDOM_LEDGERS'] ?? 20);
const monthCount = 3;

const toMonth = (first: string, later: number) => {
  const [year = 0, month = 0] = first.split('-').map(Number);
  const count = year * 12 + month - 1 + later;
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`;
};
const toCents = (euros: number) => BigInt(Math.round(euros * 100)) * 100n;
const addUp = (amounts: readonly number[]) => amounts.reduce((sum, euros) => sum + toCents(euros), 0n);

/** A company with random prices, which its model has too. */
async function makeLedger(seed: string, first: string) {
  const random = createRandom(seed);
  const [zone, offset] = random.pick(zones);
  const { id: companyId } = await portal().makeCompany({ name: `Tiers ${seed}` });
  await setCreatedAt(portal().database, companyId, `${first}-02T12:00:00Z`);
  await setAddress(portal().database, companyId);
  const toDay = () => `${toMonth(first, random.int(0, monthCount - 1))}-${String(random.int(1, 28)).padStart(2, '0')}`;
  const makeDays = (most: number) => [...new Set(Array.from({ length: random.int(0, most) }, toDay))].toSorted();
  const makeTiers = () => {
    const some = prices.filter(() => random.fraction() < 0.5).slice(0, random.int(2, 4));
    const tiers = some.length < 2 ? [0n, 5000n] : some.toSorted(() => random.fraction() - 0.5);
    let upTo = 0;
    return tiers.map((price, place) => {
      upTo += random.int(1, 12);
      return { upTo: place === tiers.length - 1 ? null : upTo, price };
    });
  };
  const makeAgreement = (validFrom: string): Agreement => {
    const kind = random.fraction();
    return {
      validFrom,
      price: kind < 0.2 ? random.pick(prices) : null,
      tiers: kind < 0.8 && kind >= 0.2 ? makeTiers() : null,
      baseFee: random.fraction() < 0.5 ? BigInt(random.int(1, 9999)) * 100n : 0n,
    };
  };
  const skills: ModelSkill[] = ['Leave', 'Orders'].map((name) => ({
    name,
    firstPrice: random.pick(prices),
    changes: makeDays(2).map((validFrom) => ({ validFrom, price: random.pick(prices) })),
    agreements: [...(random.fraction() < 0.5 ? [`${first}-01`] : []), ...makeDays(3)].map(makeAgreement),
  }));
  await portal().database.inCompany(companyId, async (tx) => {
    await runSql(tx, 'update companies set time_zone = $1', [zone]);
    for (const { name, firstPrice, changes, agreements } of skills) {
      const [skill] = await runSql<{ id: string }>(
        tx,
        `insert into skills (name, service_provider, price_ten_thousandths) values ($1, 'SAP', $2) returning id`,
        [name, Number(firstPrice)],
      );
      for (const { validFrom, price } of changes)
        await runSql(
          tx,
          `insert into standard_prices (skill_id, valid_from, price_ten_thousandths, created_by, created_at) values ($1, $2, $3, 'a', now())`,
          [skill?.id, validFrom, Number(price)],
        );
      for (const { validFrom, price, tiers, baseFee } of agreements)
        await runSql(
          tx,
          `insert into skill_prices (skill_id, valid_from, price_ten_thousandths, tiers, base_fee_ten_thousandths) values ($1, $2, $3, $4, $5)`,
          [
            skill?.id,
            validFrom,
            price === null ? null : Number(price),
            tiers && JSON.stringify(tiers.map((tier) => ({ upTo: tier.upTo, price: Number(tier.price) }))),
            Number(baseFee),
          ],
        );
    }
  });
  const { secret } = await makeIntakeKey(portal(), companyId, { name: 'Assistant' });
  const headers = { authorization: `Bearer ${secret}` };
  const model = createTierModel(skills);
  const now = () => portal().clock.now().getTime();
  const earliest = Date.parse(`${first}-02T12:00:00Z`);
  const open: { id: string; reservation: string; expiresAt: number }[] = [];
  let made = 0;

  /** Conversations of the last days, and late ones of earlier months. */
  async function report(): Promise<void> {
    const runs = Array.from({ length: random.int(1, 14) }, () => {
      made += 1;
      const back = random.fraction() < 0.75 ? random.int(0, 6) : random.int(7, 70);
      const instant = Math.max(earliest, now() - back * dayMs - random.int(0, dayMs)) - made;
      return {
        id: `run-${made}`,
        skill: random.pick(skills),
        user: `user-${random.int(1, 3)}`,
        day: toModelDay(instant, offset),
        instant,
      };
    });
    const conversations = runs.map(({ id, skill, user, instant }) => ({
      id,
      date: new Date(instant).toISOString(),
      skill: skill.name,
      user: { id: user },
    }));
    model.report(runs, now());
    const { status } = await portal().call('/intake/conversations', { headers, body: { conversations } });
    expect(status).toBe(200);
  }

  async function ask(): Promise<void> {
    made += 1;
    const [id, skill, at] = [`asked-${made}`, random.pick(skills), now()];
    const expiresAt = at + 15 * minuteMs;
    model.hold(id, skill, toModelDay(at, offset), { now: at, expiresAt });
    const { body } = await portal().call('/authorize', {
      method: 'POST',
      headers,
      body: { requestId: id, skill: skill.name },
    });
    open.push({ id, expiresAt, reservation: (body as { reservation: string }).reservation });
  }

  async function settle(): Promise<void> {
    const reserved = open.shift();
    if (!reserved) return;
    const what = random.pick(['commit', 'release'] as const);
    if (what === 'commit') model.commit(reserved.id);
    else model.release(reserved.id);
    const path = `/authorize/${reserved.reservation}/${what}`;
    const { status } = await portal().call(path, { method: 'POST', headers });
    expect(status).toBe(200);
  }

  return {
    name: `ledger ${seed}`,
    companyId,
    model,
    async live() {
      const steps = random.pick([[report], [ask, report, settle], [ask, ask, settle, report, settle]]);
      for (const step of steps) await step();
    },
    settleAll: async () => {
      while (open.length > 0) await settle();
    },
    close: () =>
      closePeriods(
        {
          database: portal().database,
          files: portal().adapters.files,
          provider: { ...readConfig({}).provider, graceDays: 0 },
          workers: portal().adapters.workers,
          clock: portal().clock,
        },
        companyId,
      ),
  };
}

type Ledger = Awaited<ReturnType<typeof makeLedger>>;
type Get = <Body>(companyId: string, path: string) => Promise<Body>;

/** Reads as the provider, with a session of now. */
async function signIn(user: TestUser): Promise<Get> {
  const as = { ...user, token: await portal().fetchToken(await portal().signIn(user.email)) };
  return async <Body>(companyId: string, path: string) => {
    const { status, body } = await portal().call(path, { as, headers: { 'x-company': companyId } });
    expect([path, status]).toEqual([path, 200]);
    return body as Body;
  };
}

/** The figures of a month as pages and dashboard show them, beside those of the model. */
async function compareMonth(get: Get, { companyId, model, name }: Ledger, month: string): Promise<bigint> {
  const usage = await get<Usage>(companyId, `/company/skills/usage?period=${month}`);
  const costs = await get<Costs>(companyId, `/company/usage/costs?by=person&period=${month}`);
  const range = new URLSearchParams({ from: usage.period.start, to: usage.period.end });
  const skills = await get<SkillRequests[]>(companyId, `/analytics/skill-requests?${range}`);
  const cost = model.getCost(month);
  expect({
    name,
    month,
    requests: usage.requests,
    usage: toCents(usage.total),
    rows: addUp(usage.data.map(({ total }) => total)),
    days: addUp(usage.days.map(({ total }) => total)),
    persons: addUp(costs.data.map(({ total }) => total)),
    dashboard: addUp(skills.map((each) => each.cost ?? 0)),
  }).toEqual({
    name,
    month,
    requests: model.getRequests(month),
    usage: cost,
    rows: cost,
    days: cost,
    persons: cost,
    dashboard: cost,
  });
  return cost;
}

/** Sums of what all invoices have billed of a month, by the months of their lines. */
async function readInvoices(get: Get, companyId: string): Promise<ReadonlyMap<string, bigint>> {
  const list = await get<Invoice[]>(companyId, '/company/billing');
  const billed = new Map<string, bigint>();
  for (const { _id } of list) {
    const { lines, vat } = await get<InvoiceDetails>(companyId, `/company/billing/${_id}`);
    expect(addUp(lines.map(({ total }) => total))).toBe(toCents(vat?.net ?? 0));
    for (const { period, total } of lines) billed.set(period ?? '', (billed.get(period ?? '') ?? 0n) + toCents(total));
  }
  return billed;
}

test(
  `${ledgers} random ledgers with tiers, quotas, fees and changes of prices cost and bill what the model says`,
  { timeout: 3_600_000 },
  async () => {
    const { clock } = portal();
    const provider = await portal().makeCompany({ isProvider: true });
    // In the past, because partitions for months to come are made by real time.
    const from = toMonth(clock.now().toISOString(), -monthCount - 1);
    const months = Array.from({ length: monthCount }, (_, place) => toMonth(from, place));
    for (let done = 0; done < ledgers; done += 20) {
      clock.advance(Date.parse(`${from}-02T14:00:00Z`) - clock.now().getTime());
      const seeds = Array.from({ length: Math.min(20, ledgers - done) }, (_, place) => String(done + place + 1));
      const made = await Promise.all(seeds.map((seed) => makeLedger(seed, from)));
      for (const [place] of months.entries()) {
        for (let step = 0; step < 5; step += 1) {
          await Promise.all(made.map((each) => each.live()));
          clock.advance(5 * dayMs);
        }
        await Promise.all(made.map((each) => each.settleAll()));
        clock.advance(Date.parse(`${toMonth(from, place + 1)}-02T14:00:00Z`) - clock.now().getTime());
        for (const each of made) await each.close();
      }
      // Reported after every month was closed; the month after it bills what is late.
      await Promise.all(made.map((each) => each.live().then(each.settleAll)));
      let get = await signIn(provider.superAdmin);
      const present = toMonth(from, monthCount);
      for (const each of made) {
        const bill = await get<Bill>(each.companyId, '/company/bill');
        expect(toCents(bill.open.fees)).toBe(each.model.getFees(present));
        expect(toCents(bill.open.skills)).toBe(await compareMonth(get, each, present));
      }
      clock.advance(Date.parse(`${toMonth(present, 1)}-02T14:00:00Z`) - clock.now().getTime());
      get = await signIn(provider.superAdmin);
      for (const each of made) {
        await each.close();
        const billed = await readInvoices(get, each.companyId);
        for (const month of [...months, present]) {
          const cost = await compareMonth(get, each, month);
          expect([each.name, month, billed.get(month) ?? 0n]).toEqual([
            each.name,
            month,
            cost + each.model.getFees(month),
          ]);
        }
      }
    }
  },
);
