import { expect } from 'vitest';
import type { MonthToIssue } from '#features/billing/contract/credit/credit-notes.ts';
import type { Invoice, InvoiceDetails } from '#features/billing/contract/invoices.ts';
import { createRandom } from '#demo-assistant/random.ts';
import { setAddress, setCreatedAt } from '#server/database/testing/builders.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { makeIntakeKey } from '#server/testing/sweeps/intake-senders.ts';
import type { TestPortal } from '#server/testing/test-portal.ts';
import { newUserForm } from '#server/testing/user-forms.ts';
import { createLedgerModel, toModelDay, type ModelSkill, type ModelVat } from './ledger-model.ts';
import { makeRandomDecisions, makeRandomSkills } from './random-terms.ts';

const [minuteMs, dayMs] = [60_000, 86_400_000];
/** Zones without changes, and their offsets in minutes. */
const zones = [
  ['Asia/Kathmandu', 345],
  ['Pacific/Apia', 780],
  ['America/Bogota', -300],
  ['Africa/Lagos', 60],
] as const;

/** Calls the portal as the provider, inside a company. */
export type CallAsProvider = (
  companyId: string,
  path: string,
  body?: object,
) => Promise<{ readonly status: number; readonly body: unknown }>;

async function storeTerms(
  portal: TestPortal,
  companyId: string,
  { zone, skills, decisions }: { zone: string; skills: readonly ModelSkill[]; decisions: ModelVat['decisions'] },
): Promise<void> {
  await portal.database.inCompany(companyId, async (tx) => {
    await runSql(tx, 'update companies set time_zone = $1', [zone]);
    for (const { validFrom, treatment } of decisions)
      await runSql(
        tx,
        `insert into vat_decisions (treatment, valid_from, reason, country, vat_number, check_id, created_by, created_at)
          values ($1, $2, 'As agreed', 'DE', 'DE136695976', gen_random_uuid(), 'p', now())`,
        [treatment, validFrom],
      );
    for (const { name, firstPrice, changes, agreements } of skills) {
      const [skill] = await runSql<{ id: string }>(
        tx,
        `insert into skills (name, service_provider, price_ten_thousandths) values ($1, 'SAP', $2) returning id`,
        [name, Number(firstPrice)],
      );
      for (const { validFrom, price } of changes)
        await runSql(
          tx,
          `insert into standard_prices (skill_id, valid_from, price_ten_thousandths, created_by, created_at)
            values ($1, $2, $3, 'a', now())`,
          [skill?.id, validFrom, Number(price)],
        );
      for (const { validFrom, price, tiers, baseFee } of agreements)
        await runSql(
          tx,
          `insert into skill_prices (skill_id, valid_from, price_ten_thousandths, tiers, base_fee_ten_thousandths)
            values ($1, $2, $3, $4, $5)`,
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
}

/** A company with random prices, VAT, persons and cost centres, which its model has too, and what happens in it. */
export async function makeRandomLedger(
  portal: TestPortal,
  { seed, first, months, rates }: { seed: string; first: string; months: number; rates: ModelVat['rates'] },
) {
  const random = createRandom(seed);
  const [zone, offset] = random.pick(zones);
  const { id: companyId, superAdmin } = await portal.makeCompany({ name: `Ledger ${seed}` });
  await setCreatedAt(portal.database, companyId, `${first}-02T12:00:00Z`);
  await setAddress(portal.database, companyId);
  const skills = makeRandomSkills(random, { first, months });
  const vat: ModelVat = { rates, decisions: makeRandomDecisions(random, { first, months }) };
  await storeTerms(portal, companyId, { zone, skills, decisions: vat.decisions });
  const users: object[] = [{ id: 'unknown to the list' }];
  for (const costCentre of ['=1+1', 'C-2']) {
    const form = newUserForm({ department: `Department ${costCentre}`, costCentre });
    expect((await portal.call('/users', { as: superAdmin, body: form })).status).toBe(201);
    users.push({ email: form.email });
  }
  const { secret } = await makeIntakeKey(portal, companyId, { name: 'Assistant' });
  const headers = { authorization: `Bearer ${secret}` };
  const model = createLedgerModel(skills);
  const now = () => portal.clock.now().getTime();
  const earliest = Date.parse(`${first}-02T12:00:00Z`);
  const open: { id: string; reservation: string; expiresAt: number }[] = [];
  let made = 0;

  /** Conversations of the last days, and late ones of earlier months. */
  async function report(): Promise<void> {
    const runs = Array.from({ length: random.int(1, 14) }, () => {
      made += 1;
      const back = random.fraction() < 0.75 ? random.int(0, 6) : random.int(7, 70);
      const instant = Math.max(earliest, now() - back * dayMs - random.int(0, dayMs)) - made;
      return { id: `run-${made}`, skill: random.pick(skills), day: toModelDay(instant, offset), instant };
    });
    const conversations = runs.map(({ id, skill, instant }) => ({
      id,
      date: new Date(instant).toISOString(),
      skill: skill.name,
      user: random.pick(users),
    }));
    model.report(runs, now());
    const { status } = await portal.call('/intake/conversations', { headers, body: { conversations } });
    expect(status).toBe(200);
  }

  async function ask(): Promise<void> {
    made += 1;
    const [id, skill, at] = [`asked-${made}`, random.pick(skills), now()];
    const expiresAt = at + 15 * minuteMs;
    model.hold(id, skill, toModelDay(at, offset), { now: at, expiresAt });
    const request = { method: 'POST', headers, body: { requestId: id, skill: skill.name } };
    const { body } = await portal.call('/authorize', request);
    open.push({ id, expiresAt, reservation: (body as { reservation: string }).reservation });
  }

  async function settle(): Promise<void> {
    const reserved = open.shift();
    if (!reserved) return;
    const what = random.pick(['commit', 'release'] as const);
    if (what === 'commit') model.commit(reserved.id);
    else model.release(reserved.id);
    const path = `/authorize/${reserved.reservation}/${what}`;
    expect((await portal.call(path, { method: 'POST', headers })).status).toBe(200);
  }

  /** Gives back an invoice of the list, wholly or in part. */
  async function credit(call: CallAsProvider): Promise<void> {
    const list = (await call(companyId, '/company/billing')).body as Invoice[];
    const left = list.filter(({ kind, status }) => kind === 'invoice' && status !== 'Credited');
    if (left.length === 0) return;
    const { _id, version, total, credited = 0 } = random.pick(left);
    const details = (await call(companyId, `/company/billing/${_id}`)).body as InvoiceDetails;
    const cents = Math.round((total - credited) * 100);
    // Only of one VAT rate can a part be given back.
    const isPart = random.fraction() < 0.4 && cents > 1 && details.vat?.parts.length === 1;
    const body = { reason: 'Wrong', version, ...(isPart && { total: random.int(1, cents) / 100 }) };
    const { status } = await call(companyId, `/company/billing/${_id}/credit`, body);
    expect([_id, status]).toEqual([_id, 201]);
  }

  /** Issues months again whose invoice was given back; those that have become nothing stay. */
  async function issueAgain(call: CallAsProvider, chance: number): Promise<void> {
    const waiting = (await call(companyId, '/company/months-to-issue')).body as MonthToIssue[];
    for (const { _id } of waiting.filter(() => random.fraction() < chance)) {
      const { status, body } = await call(companyId, `/company/months-to-issue/${_id}/issue`, {});
      expect([status, status === 201 ? '' : (body as { code: string }).code]).toEqual([201, '']);
    }
  }

  return {
    name: `ledger ${seed}`,
    companyId,
    model,
    vat,
    async live() {
      const steps = random.pick([[report], [ask, report, settle], [ask, ask, settle, report, settle]]);
      for (const step of steps) await step();
    },
    settleAll: async () => {
      while (open.length > 0) await settle();
    },
    async correct(call: CallAsProvider) {
      if (random.fraction() < 0.6) await credit(call);
      if (random.fraction() < 0.5) await issueAgain(call, 0.5);
    },
    issueAll: (call: CallAsProvider) => issueAgain(call, 1),
  };
}

export type RandomLedger = Awaited<ReturnType<typeof makeRandomLedger>>;
