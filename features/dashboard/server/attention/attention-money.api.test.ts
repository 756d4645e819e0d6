import { beforeEach, describe, expect, test } from 'vitest';
import { addDays, addMonths, getMonth } from '#contract/calendar/zones.ts';
import { makeIntakeKey } from '#server/testing/sweeps/intake-senders.ts';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { useAttentionCompany } from './testing/attention-company.ts';

const portal = useTestPortal();
const { run, find, start, today, addInvoice, addSkill, spend, getCompanyId } = useAttentionCompany(portal);
const dayMs = 86_400_000;

beforeEach(start);

describe('overdue invoices, without the records of the company,', () => {
  test('are summed exactly with the first due day, and go when they are paid', async () => {
    await addInvoice('A-1', addDays(today(), -1), 5_000_500);
    await addInvoice('A-2', addDays(today(), -19), 3_112_000);
    await addInvoice('A-3', today(), 9_999_900);
    await addInvoice('A-1', addDays(today(), -90), 9_999_900, true);
    // Credit notes count for nothing, and invoices for what they leave.
    await addInvoice('A-4', addDays(today(), -30), 9_999_900);
    await run(`update invoices set credited_ten_thousandths = total_ten_thousandths where invoice_id = 'A-4'`);
    await addInvoice('A-5', addDays(today(), -2), 20_000);
    await run(`update invoices set credited_ten_thousandths = 5000 where invoice_id = 'A-5'`);
    await addInvoice('A-6', addDays(today(), -40), 9_999_900);
    const [credited] = await run<{ id: string }>(`select id from invoices where invoice_id = 'A-4'`);
    await run(
      `update invoices set kind = 'creditNote', correction_reason = 'Wrong', corrects_id = $1 where invoice_id = 'A-6'`,
      [credited?.id],
    );
    expect(await find('overdueInvoices')).toEqual({ count: 3, total: 812.75, dueDay: addDays(today(), -19) });
    await run(`update invoices set status = 'Paid' where invoice_id in ('A-1', 'A-2', 'A-5') and not is_own`);
    expect(await find('overdueInvoices')).toBeUndefined();
  });

  test('are those of the day in the time zone of the company', async () => {
    // At noon UTC it is the day after in Kiritimati.
    const now = portal().clock.now().getTime();
    portal().clock.advance(dayMs + dayMs / 2 - (now % dayMs));
    await start();
    await addInvoice('A-1', today(), 10_000);
    expect(await find('overdueInvoices')).toBeUndefined();
    await run(`update companies set time_zone = 'Pacific/Kiritimati'`);
    expect(await find('overdueInvoices')).toMatchObject({ count: 1, dueDay: today() });
  });
});

describe('a reached limit', () => {
  test('says since when, and which keys still run; and goes when it is raised', async () => {
    const first = getMonth(today());
    const { number } = await addSkill('Orders');
    await run('insert into company_limits (limit_ten_thousandths) values (3000000)');
    await spend(number, first, 250);
    expect(await find('reachedLimits')).toBeUndefined();
    await spend(number, addDays(first, 1), 66.59);
    const { id } = await makeIntakeKey(portal(), getCompanyId(), { name: 'Stew live' });
    await makeIntakeKey(portal(), getCompanyId(), { name: 'Asks first' });
    await makeIntakeKey(portal(), getCompanyId(), { name: 'Never used' });
    await run(`insert into intake_key_uses (intake_key_id, last_used_at) values ($1, $2)`, [id, portal().clock.now()]);
    await run(
      `insert into intake_key_uses (intake_key_id, last_used_at, last_asked_at)
        select id, $1, $1 from intake_keys where name = 'Asks first'`,
      [portal().clock.now()],
    );
    expect(await find('reachedLimits')).toEqual({
      count: 1,
      of: 'account',
      name: '',
      limit: 300,
      spent: 316.59,
      since: addDays(first, 1),
      action: 'stop',
      running: ['Stew live'],
      moreRunning: 0,
    });
    await run('update company_limits set limit_ten_thousandths = 4000000');
    expect(await find('reachedLimits')).toBeUndefined();
  });

  test('of a skill or of support is named, and the account’s comes first', async () => {
    const first = getMonth(today());
    const { id, number } = await addSkill('Orders');
    await spend(number, first, 10);
    await run(`insert into skill_limits (skill_id, limit_ten_thousandths, action) values ($1, 100000, 'warn')`, [id]);
    await run(
      `insert into support_items (id, type, limit_ten_thousandths) values (gen_random_uuid(), 'E-mail', 200000)`,
    );
    expect(await find('reachedLimits')).toMatchObject({ count: 1, of: 'skill', name: 'Orders', action: 'warn' });
    await run(
      `insert into support_requests (id, day, type, subject, cost_ten_thousandths, recorded_at)
        values (gen_random_uuid(), $1, 'E-mail', 's', 250000, now())`,
      [first],
    );
    expect(await find('reachedLimits')).toMatchObject({ count: 2 });
    await run('insert into company_limits (limit_ten_thousandths) values (100000)');
    expect(await find('reachedLimits')).toMatchObject({ count: 3, of: 'account', since: first });
  });

  test('of a person, department or key is named, and of persons under one limit for each', async () => {
    const first = getMonth(today());
    const { number } = await addSkill('Orders');
    await spend(number, first, 10);
    const { id } = await makeIntakeKey(portal(), getCompanyId(), { name: 'Stew live' });
    await run(`insert into owner_limits (kind, owner, limit_ten_thousandths) values ('key', $1, 90000)`, [id]);
    await run(
      `insert into usage_monthly (month, user_number, intake_key_id, skill_number, price_ten_thousandths, requests)
        values ($1, 0, $2, $3, 10000, 9)`,
      [first, id, number],
    );
    expect(await find('reachedLimits')).toMatchObject({
      count: 1,
      of: 'key',
      name: 'Stew live',
      spent: 9,
      since: null,
    });
  });

  test('of another month is over', async () => {
    const { number } = await addSkill('Orders');
    await run('insert into company_limits (limit_ten_thousandths) values (10000)');
    await spend(number, addDays(getMonth(today()), -1), 500);
    expect(await find('reachedLimits')).toBeUndefined();
  });
});

test('a limit that the forecast reaches is named with the day and the expected cost, and goes as it is raised', async () => {
  const first = addMonths(getMonth(today()), 1);
  portal().clock.advance(Date.parse(`${addDays(first, 9)}T12:00:00Z`) - portal().clock.now().getTime());
  await start();
  const { id, number } = await addSkill('Orders');
  for (let day = addDays(first, -21); day < today(); day = addDays(day, 1)) await spend(number, day, 10);
  await run('insert into company_limits (limit_ten_thousandths) values (2500000)');
  await run('insert into skill_limits (skill_id, limit_ten_thousandths) values ($1, 2600000)', [id]);
  const days = (Date.parse(addMonths(first, 1)) - Date.parse(first)) / dayMs;
  expect(await find('forecastLimits')).toEqual({
    count: 2,
    of: 'account',
    name: '',
    limit: 250,
    expected: 10 * days,
    reachedOn: addDays(first, 24),
  });
  await run('update company_limits set limit_ten_thousandths = 10000000');
  expect(await find('forecastLimits')).toMatchObject({ count: 1, of: 'skill', name: 'Orders' });
  await run('delete from skill_limits');
  expect(await find('forecastLimits')).toBeUndefined();
});
