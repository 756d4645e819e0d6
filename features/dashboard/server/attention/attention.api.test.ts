import { beforeEach, describe, expect, test } from 'vitest';
import { attentionKindNames } from '#contract/attention/attention-kinds.ts';
import { addDays, getMonth } from '#contract/calendar/zones.ts';
import type { CompaniesAttention } from '#features/dashboard/contract/attention.ts';
import { buildUser } from '#server/database/testing/builders.ts';
import { makeIntakeKey } from '#server/testing/sweeps/intake-senders.ts';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { useAttentionCompany } from './testing/attention-company.ts';

const portal = useTestPortal();
const company = useAttentionCompany(portal);
const { run, list, find, listFor, start, fillCompany, today, addInvoice, addSkill, spend } = company;
const { getCompanyId, getSuperAdmin } = company;
const dayMs = 86_400_000;

beforeEach(start);

test('nothing needs anybody in a company in order', async () => {
  expect(await list()).toEqual([]);
});

describe('a broken integration', () => {
  const add = (name: string, values: string) =>
    run(`
      insert into integrations (id, name, provider, service, service_name, status, unique_id, category, password, created_at,
        updated_at, tested_at, test_ok, failed_tests, failing_since, broken_at, failure)
      values (gen_random_uuid(), '${name}', 'SAP', 'erp', 'S', ${values})`);

  test('is named with its first failure, and goes when it works again or is switched off', async () => {
    const columns = `gen_random_uuid()::text, 'ERP', '', now(), now(), now(), false, 4, '2026-11-20Z', '2026-11-21Z', 'f'`;
    await add('Language models', `true, ${columns}`);
    await add('Other', `true, ${columns.replace('2026-11-20', '2026-11-22')}`);
    await add('Switched off', `false, ${columns}`);
    expect(await find('brokenIntegrations')).toEqual({
      count: 2,
      name: 'Language models',
      since: '2026-11-20T00:00:00.000Z',
    });
    await run(`update integrations set recovered_at = now() where name = 'Language models'`);
    expect(await find('brokenIntegrations')).toMatchObject({ count: 1, name: 'Other' });
    await run(`update integrations set status = false`);
    expect(await find('brokenIntegrations')).toBeUndefined();
  });
});

test('silent and failing keys are two lines, and a revoked key is neither', async () => {
  const { id } = await makeIntakeKey(portal(), getCompanyId(), { name: 'Production' });
  const since = '2026-11-20T10:00:00.000Z';
  await run(
    `insert into intake_key_alerts (intake_key_id, accepted_at, silent_at, failing_at) values ($1, $2, now(), now())
      on conflict (company_id, intake_key_id) do update set accepted_at = excluded.accepted_at,
        silent_at = excluded.silent_at, failing_at = excluded.failing_at`,
    [id, since],
  );
  expect(await find('silentKeys')).toEqual({ count: 1, name: 'Production', since });
  expect(await find('failingKeys')).toBeUndefined();
  await run(`update intake_key_alerts set silence_over_at = now() + interval '1 minute'`);
  expect(await find('silentKeys')).toBeUndefined();
  expect(await find('failingKeys')).toMatchObject({ count: 1, name: 'Production' });
  await run(`update intake_keys set revoked_at = now()`);
  expect(await list()).toEqual([]);
});

describe('failed answers', () => {
  const report = async (secret: string, id: string, daysAgo: number, error?: string) => {
    const date = new Date(portal().clock.now().getTime() - daysAgo * dayMs - 60_000).toISOString();
    const { status } = await portal().call('/intake/conversations', {
      headers: { authorization: `Bearer ${secret}` },
      body: {
        conversations: [{ id, date, turns: [{ date, durationMs: 5, ...(error !== undefined && { error }) }] }],
      },
    });
    expect(status).toBe(200);
  };

  test('of the last seven days are those that the log shows, with the commonest reason, masked', async () => {
    const { secret } = await makeIntakeKey(portal(), getCompanyId(), { name: 'Teams' });
    await report(secret, 'a', 0, 'RecordLocked');
    await report(secret, 'b', 1, 'No mailbox mari@acme.example');
    await report(secret, 'c', 2, 'No mailbox jaan@acme.example');
    await report(secret, 'd', 2);
    await report(secret, 'old', 9, 'RecordLocked');
    await run(`update conversations set failure = 'No mailbox mari@acme.example' where external_id = 'b'`);
    await run(`update conversations set failure = 'No mailbox jaan@acme.example' where external_id = 'c'`);
    const failed = await find('failedAnswers');
    expect(failed).toMatchObject({
      count: 3,
      isMore: false,
      reasons: [{ reason: 'No mailbox [e-mail]', count: 2 }],
      from: addDays(today(), -6),
      to: today(),
    });
    const log = async () => {
      const { body } = await portal().call('/analytics/logs', {
        as: getSuperAdmin(),
        body: {
          from: `${failed?.from}T00:00:00.000Z`,
          to: `${failed?.to}T23:59:59.999Z`,
          failed: true,
          reviews: ['none', 'open'],
        },
      });
      return body as { size: number; payloads: { _id: string }[] };
    };
    const { size, payloads } = await log();
    expect(size).toBe(3);
    for (const { _id } of payloads) {
      await portal().call(`/analytics/logs/${_id}/review`, {
        method: 'PUT',
        as: getSuperAdmin(),
        body: { tags: [], note: '', isResolved: true },
      });
    }
    expect((await log()).size).toBe(0);
    expect(await find('failedAnswers')).toBeUndefined();
  });

  test('are no line for who reads own conversations alone', async () => {
    const { secret } = await makeIntakeKey(portal(), getCompanyId(), { name: 'Teams' });
    await report(secret, 'a', 0, 'RecordLocked');
    await run(`insert into role_rights (changes) values ('{"transcripts": {"User": "own"}}')`);
    expect(await listFor('User')).toEqual([]);
    expect(await listFor('Admin')).toEqual(['failedAnswers']);
  });
});

test('names without a skill are counted, the most used named, until they are mapped', async () => {
  await addSkill('Example');
  expect(await find('unmappedSkills')).toBeUndefined();
  await addSkill('Leave');
  const { number } = await addSkill('Order status');
  await run(
    `insert into skill_monthly_stats (month, skill_number, status, technical, conversations) values ($1, $2, 1, false, 5)`,
    [getMonth(today()), number],
  );
  expect(await find('unmappedSkills')).toEqual({ count: 2, name: 'Order status' });
  await run(`insert into skills (name, service_provider) values ('Orders', 'SAP')`);
  await run('update reported_skills set skill_id = (select id from skills)');
  expect(await find('unmappedSkills')).toBeUndefined();
});

test('people who never came are a line after three days, all that the list shows as invited', async () => {
  await list();
  const invited = await buildUser(portal().database, getCompanyId(), { roles: ['User'] });
  await buildUser(portal().database, getCompanyId(), { roles: ['User'] });
  expect(await find('waitingInvitations')).toBeUndefined();
  await run(`update users set created_at = $2 where id = $1`, [
    invited.id,
    new Date(portal().clock.now().getTime() - 4 * dayMs),
  ]);
  expect(await find('waitingInvitations')).toMatchObject({ count: 2 });
  const { body } = await portal().call('/users?state=Invited', { as: getSuperAdmin() });
  expect(body).toHaveLength(2);
  await run(`update users set deactivated_at = now() where id = $1`, [invited.id]);
  expect(await find('waitingInvitations')).toBeUndefined();
});

test('limits are silent without a setting or without a reader', async () => {
  expect(await find('silentLimits')).toBeUndefined();
  await run('insert into company_limits (limit_ten_thousandths) values (10000)');
  expect(await find('silentLimits')).toEqual({ count: 1 });
  await run('update notification_settings set budget_warning = true');
  expect(await find('silentLimits')).toBeUndefined();
  await run(`insert into mail_opt_outs (user_id, kind, made_at) select id, 'budgetWarning', now() from users`);
  expect(await find('silentLimits')).toEqual({ count: 1 });
});

test('company data are those that an invoice prints', async () => {
  await run(`update companies set vat_number = null, zip = ' '`);
  expect(await find('companyData')).toEqual({ count: 2, missing: ['postal code', 'VAT number'] });
  await fillCompany();
  expect(await find('companyData')).toBeUndefined();
});

describe('the lines of a reader', () => {
  /** Makes something of every kind that needs no intake. */
  async function makeTrouble() {
    await addInvoice('A-1', addDays(today(), -3), 10_000);
    const { number } = await addSkill('Orders');
    await run('insert into company_limits (limit_ten_thousandths) values (10000)');
    await spend(number, today(), 5);
    await run(`update companies set vat_number = null`);
  }

  test('are those that the reader can do something about', async () => {
    await makeTrouble();
    expect((await list()).map(({ kind }) => kind)).toEqual([
      'overdueInvoices',
      'reachedLimits',
      'unmappedSkills',
      'silentLimits',
      'companyData',
    ]);
    expect(await listFor('Admin')).toEqual(['companyData']);
    expect(await listFor('User')).toEqual(['companyData']);
    await run(
      `insert into role_rights (changes) values
        ('{"billing": {"Admin": "change", "User": "none"}, "vatNumber": {"User": "none"}}')`,
    );
    expect(await listFor('Admin')).toEqual(['overdueInvoices', 'reachedLimits', 'companyData']);
    expect(await listFor('User')).toEqual([]);
  });

  test('are of one company alone, and the provider sees in which companies something needs it', async () => {
    await makeTrouble();
    const other = await portal().makeCompany();
    await fillCompany(other.id);
    expect(await list(other.superAdmin)).toEqual([]);
    expect((await portal().call('/attention/companies', { as: getSuperAdmin() })).status).toBe(403);
    const provider = await portal().makeCompany({ isProvider: true });
    const { body } = await portal().call('/attention/companies', { as: provider.superAdmin });
    const { companies, next } = body as CompaniesAttention;
    expect(next).toBeNull();
    expect(companies.find(({ id }) => id === other.id)).toBeUndefined();
    expect(companies.find(({ id }) => id === getCompanyId())?.kinds).toEqual([
      { kind: 'overdueInvoices', count: 1 },
      { kind: 'reachedLimits', count: 1 },
      { kind: 'unmappedSkills', count: 1 },
      { kind: 'silentLimits', count: 1 },
      { kind: 'companyData', count: 1 },
    ]);
    expect(companies.flatMap(({ kinds }) => kinds).every(({ kind }) => attentionKindNames.includes(kind))).toBe(true);
  });

  test('are asked of every company, 200 at a time', async () => {
    const { id, superAdmin } = await portal().makeCompany({ isProvider: true });
    const { systemPool } = portal().database;
    await systemPool.query(`insert into companies (name) select 'Many' from generate_series(1, 250) returning id`);
    await systemPool.query(
      `insert into users (company_id, account_id, email, first_name, last_name, company, roles)
        select c.id, u.account_id, u.email, 'A', 'B', '', u.roles from companies c cross join users u
        where c.name = 'Many' and u.company_id = $1 returning id`,
      [id],
    );
    const pages: CompaniesAttention[] = [];
    for (let query = ''; ; query = `?after=${pages.at(-1)?.next}`) {
      const { body } = await portal().call(`/attention/companies${query}`, { as: superAdmin });
      pages.push(body as CompaniesAttention);
      if (pages.at(-1)?.next === null) break;
    }
    const ids = pages.flatMap(({ companies }) => companies).filter(({ name }) => name === 'Many');
    expect(pages).toHaveLength(2);
    expect(new Set(ids.map((each) => each.id)).size).toBe(250);
    expect(ids).toHaveLength(250);
  });
});
