import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, addMonths, getMonth } from '#contract/calendar/zones.ts';
import type { Revenue } from '#features/billing/contract/revenue/revenue.ts';
import type { CompanyFigures } from '#features/company/contract/companies.ts';
import { useAttentionCompany } from '#features/dashboard/server/attention/testing/attention-company.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';

const portal = useTestPortal();
let operator: TestUser;

beforeAll(async () => {
  operator = (await portal().makeCompany({ name: 'The provider', isProvider: true })).superAdmin;
});

describe('the figures of a company', () => {
  const { run, start, today, addInvoice, addSkill, spend, getCompanyId, getSuperAdmin } = useAttentionCompany(portal);
  const getFigures = async (): Promise<CompanyFigures | undefined> => {
    const { status, body } = await portal().call('/companies/figures', { as: operator });
    expect(status).toBe(200);
    return (body as CompanyFigures[]).find(({ id }) => id === getCompanyId());
  };

  test('are none in a new company, and the provider’s to see', async () => {
    await start();
    expect(await getFigures()).toEqual({
      id: getCompanyId(),
      spend: 0,
      overdue: { count: 0, total: 0 },
      suspension: null,
      unbilledRuns: 0,
      unmappedRuns: 0,
      lastConversation: null,
      notes: null,
    });
    expect((await portal().call('/companies/figures', { as: getSuperAdmin() })).status).toBe(403);
  });

  test('add skills and support of the present month, as the usage page rounds them', async () => {
    await start();
    const first = getMonth(today());
    const { number } = await addSkill('Orders');
    await spend(number, first, 10.0049);
    await spend(number, addDays(first, -1), 500);
    await run(
      `insert into support_requests (id, day, type, subject, cost_ten_thousandths, recorded_at)
        values (gen_random_uuid(), $1, 'E-mail', 's', 250000, now()), (gen_random_uuid(), $2, 'Voice', 's', 990000, now())`,
      [first, addDays(first, -1)],
    );
    expect(await getFigures()).toMatchObject({ spend: 35 });
    const { body } = await portal().call('/company/bill', { as: getSuperAdmin() });
    expect(body).toMatchObject({ open: { skills: 10, support: 25 } });
  });

  test('count the invoices of the provider that are past their due day in the zone of the company', async () => {
    await start();
    await addInvoice('A-1', addDays(today(), -1), 5_000_500);
    await addInvoice('A-2', addDays(today(), -19), 3_112_000);
    await addInvoice('A-3', today(), 9_999_900);
    await addInvoice('A-1', addDays(today(), -90), 9_999_900, true);
    expect(await getFigures()).toMatchObject({ overdue: { count: 2, total: 811.25 } });
    await run(`update invoices set status = 'Paid' where invoice_id = 'A-1' and not is_own`);
    expect(await getFigures()).toMatchObject({ overdue: { count: 1, total: 311.2 } });
    await run(`update invoices set credited_ten_thousandths = 1112000 where invoice_id = 'A-2'`);
    expect(await getFigures()).toMatchObject({ overdue: { count: 1, total: 200 } });
    await run(`update invoices set credited_ten_thousandths = total_ten_thousandths where invoice_id = 'A-2'`);
    expect(await getFigures()).toMatchObject({ overdue: { count: 0, total: 0 } });
  });

  test('propose a suspension after the days of the reminders, unless it is stopped or done', async () => {
    await start();
    const body = { isEnabled: false, levels: [], suspensionAfterDays: 30 };
    await addInvoice('S-1', addDays(today(), -31), 5_000_500);
    await addInvoice('S-2', addDays(today(), -40), 5_000_500, true);
    expect(await getFigures()).toMatchObject({ suspension: null });
    expect((await portal().call('/reminders', { as: operator, method: 'PUT', body })).status).toBe(200);
    expect(await getFigures()).toMatchObject({ suspension: { dueDay: addDays(today(), -31), days: 30 } });
    const stop = { companyId: getCompanyId(), invoiceId: null, reason: 'Disputed', until: addDays(today(), 9) };
    const stopped = await portal().call('/reminders/stops', { as: operator, body: stop });
    expect(await getFigures()).toMatchObject({ suspension: null });
    const { id } = stopped.body as { id: string };
    await portal().call(`/reminders/stops/${id}`, { as: operator, method: 'DELETE' });
    await run(`update invoices set due_date = due_date + 1 where invoice_id = 'S-1'`);
    expect(await getFigures()).toMatchObject({ suspension: null });
    await run(`update invoices set due_date = due_date - 1 where invoice_id = 'S-1'`);
    expect(await getFigures()).toMatchObject({ suspension: { days: 30 } });
    const reason = { reason: 'Overdue' };
    await portal().call(`/companies/${getCompanyId()}/suspension`, { as: operator, body: reason });
    expect(await getFigures()).toMatchObject({ suspension: null });
  });

  test('count the runs of the month that are reported as not billed, and those under names that are mapped to no skill', async () => {
    await start();
    const first = getMonth(today());
    const { number, id } = await addSkill('Orders');
    await spend(number, first, 0);
    await spend(0, first, 0);
    await spend(number, first, 2.5);
    await spend(number, addDays(first, -1), 0);
    await run(
      `insert into matched_usage_events (id, external_id, occurred_at, day, conversation_id, skill_number, channels, is_imported)
        select gen_random_uuid(), 'x', now(), day::date, gen_random_uuid(), $3, 2, is_imported
        from (values ($1, true), ($1, true), ($1, false), ($2, true)) as runs (day, is_imported) returning id`,
      [first, addDays(first, -1), number],
    );
    expect(await getFigures()).toMatchObject({ unbilledRuns: 2, unmappedRuns: 2, spend: 2.5 });
    await run('update reported_skills set skill_id = $2 where id = $1', [id, randomUUID()]);
    expect(await getFigures()).toMatchObject({ unbilledRuns: 2, unmappedRuns: 1 });
  });

  test('name the day of the last conversation, without those of technical users', async () => {
    await start();
    const count = async (day: string, isTechnical: boolean) => {
      const values = [day, getMonth(day), isTechnical];
      await run(`insert into hourly_stats (day, hour, technical, conversations) values ($1, 9, $2, 1)`, [
        day,
        isTechnical,
      ]);
      await run(
        `insert into skill_monthly_stats (month, skill_number, status, technical, conversations) values ($1, 0, 1, $2, 1)
          on conflict do nothing`,
        values.slice(1),
      );
    };
    await count('2026-03-30', false);
    await count('2026-03-02', false);
    await count('2026-01-31', false);
    await count('2026-05-01', true);
    expect(await getFigures()).toMatchObject({ lastConversation: '2026-03-30' });
  });
});

describe('the revenue', () => {
  const { run, start, today, addInvoice, getCompanyId, getSuperAdmin } = useAttentionCompany(portal);
  const getRevenue = async () => {
    const { status, body } = await portal().call('/companies/revenue', { as: operator });
    expect(status).toBe(200);
    const { periods, rows } = body as Revenue;
    return { periods, rows: rows.filter(({ companyId }) => companyId === getCompanyId()) };
  };

  test('is the net of what was issued less credit notes, by month of issue, for the provider alone', async () => {
    await start();
    const month = getMonth(today());
    const before = addMonths(month, -1);
    const names = 'invoice_id, issue_date, due_date, total_ten_thousandths';
    const values = [month, before, addMonths(month, -24)];
    await run(
      `insert into invoices (${names}, vat, vat_percent, is_reverse_charge)
        values ('R-1', $1, $1, 1240000, '{"net": 1000000}', null, null), ('R-2', $1, $1, 10, '{"net": 100}', null, null),
          ('R-3', $2, $2, 1240000, null, 24, false), ('R-4', $2, $2, 1240100, null, 24, true), ('R-5', $2, $2, 500, null, null, null),
          ('R-6', $3, $3, 1240000, '{"net": 1000000}', null, null)`,
      values,
    );
    await addInvoice('R-7', month, 5_000_000, true);
    await run(
      `insert into invoices (${names}, vat, kind, corrects_id, correction_reason)
        select 'R-8', $1, $1, 620000, '{"net": 500000}', 'creditNote', id, 'r' from invoices where invoice_id = 'R-1'`,
      [month],
    );
    const { periods, rows } = await getRevenue();
    expect(periods).toHaveLength(24);
    expect(periods.at(-1)).toBe(month.slice(0, 7));
    expect(rows.map(({ period, net, invoices, creditNotes }) => ({ period, net, invoices, creditNotes }))).toEqual([
      { period: before.slice(0, 7), net: 224.06, invoices: 3, creditNotes: 0 },
      { period: month.slice(0, 7), net: 50.01, invoices: 2, creditNotes: 1 },
    ]);
    expect((await portal().call('/companies/revenue', { as: getSuperAdmin() })).status).toBe(403);
    const body = { companies: [getCompanyId()], format: 'jsonl' };
    const file = await portal().call('/exports/revenue', { as: operator, body });
    expect(
      String(file.body)
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as object),
    ).toMatchObject([
      { period: before.slice(0, 7), net: 224.06 },
      { period: month.slice(0, 7), net: 50.01 },
    ]);
  });
});
