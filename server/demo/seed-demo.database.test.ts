import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findScreenshotKey } from '#features/skills/contract/skill-values.ts';
import { openTestDatabase, type TestDatabase } from '../database/testing/test-database.ts';
import { listPendingMonths } from './history/demo-history.repository.ts';
import { listSubscribers } from '#features/mail/server/plan/notification-subscribers.repository.ts';
import { findFile } from '#features/company/server/files/files.repository.ts';
import { createSecretBox } from '../lib/crypto/secret-box.ts';
import type { FileStore } from '../outside/files/files.ts';
import { openLocalFiles } from '../outside/files/local-files.ts';
import { hasPublishedPasswords, seedDemo } from './seed-demo.ts';
import { runSql } from '../testing/sql/run-sql.ts';

const now = new Date('2026-11-21T15:00:00.000Z');

const secretBox = createSecretBox('the key of this test, long enough');

let database: TestDatabase;
let folder: string;
let files: FileStore;

beforeAll(async () => {
  database = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'steward-demo-'));
  files = await openLocalFiles(folder);
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, maxRetries: 10 });
});

async function findCompanyId(name: string) {
  const [company] = await database.inSystem('demo.seed', (tx) =>
    runSql<{ id: string }>(tx, 'select id from companies where name = $1', [name]),
  );
  return company?.id ?? '';
}

async function listStore(name: string) {
  const companyId = await findCompanyId(name);
  return database.withLedger(companyId, (tx) =>
    runSql(
      tx,
      `select s.name, s.is_provided, s.area, s.service_provider, s.domain_knowledge, s.description, s.skill_result,
        s.conversation_info, s.screen_shots, coalesce(p.price_ten_thousandths, s.price_ten_thousandths)::int as price
      from skills s left join skill_prices p on p.skill_id = s.id`,
    ),
  );
}

test('the demo is seeded once, with two years of months to send', async () => {
  await seedDemo(database, {
    now,
    secretBox,
    files,
    vatRates: [{ validFrom: null, rate: 24_000 }],
    hasConversations: true,
  });
  await seedDemo(database, {
    now,
    secretBox,
    files,
    vatRates: [{ validFrom: null, rate: 24_000 }],
    hasConversations: true,
  });
  const pending = await database.inSystem('demo.seed', listPendingMonths);
  expect(pending).toHaveLength(48);
  expect(pending[0]).toMatchObject({ companyName: 'Acme Manufacturing', month: '2026-11-01', age: 1, startedAt: now });
  expect(pending.at(-1)).toMatchObject({ companyName: 'Globex Logistics', month: '2024-12-01', age: 0 });
});

test('Acme’s store has 14 complete skills, of the provider and its own', async () => {
  const store = await listStore('Acme Manufacturing');
  expect(store).toHaveLength(14);
  expect(store.filter((skill) => skill.is_provided === true)).toHaveLength(9);
  for (const { name, description, skill_result: result, conversation_info: commands } of store) {
    expect([name, description, result].every((text) => text !== '')).toBe(true);
    expect((commands as string[]).length).toBeGreaterThan(0);
  }
  expect(new Set(store.map(({ area }) => area)).size).toBe(6);
  expect(new Set(store.map((skill) => skill.service_provider))).toEqual(new Set(['SAP', 'provider']));
  expect(store.find(({ name }) => name === 'Password reset')?.price).toBe(0);
  expect(store.find(({ name }) => name === 'Invoice status')?.price).toBe(2900);
});

test('Acme’s people have five departments, and a few have none', async () => {
  const rows = await database.withLedger(await findCompanyId('Acme Manufacturing'), (tx) =>
    runSql<{ department: string | null; people: number }>(
      tx,
      `select department, count(*)::int as people from users where (cost_centre is null) = (department is null)
       group by department order by department nulls last`,
    ),
  );
  expect(rows.map(({ department, people }) => [department, people])).toEqual([
    ['Finance', 5],
    ['Logistics', 5],
    ['Production', 5],
    ['Purchasing', 5],
    ['Sales', 4],
    [null, 4],
  ]);
});

test('the customers have skills in several states, with their history', async () => {
  const companyId = await findCompanyId('Acme Manufacturing');
  const states = await database.withLedger(companyId, (tx) =>
    runSql(
      tx,
      `select s.name, c.state, i.unique_id as backend,
          (select count(*)::int from skill_state_changes h where h.skill_id = s.id) as changes
        from company_skills c join skills s on s.id = c.skill_id left join integrations i on i.id = c.integration_id
        where c.state <> 'active' or i.id is not null order by s.name`,
    ),
  );
  expect(states).toEqual([
    { name: 'Leave request', state: 'active', backend: 'sap-production', changes: 0 },
    { name: 'Timesheet', state: 'inactive', backend: null, changes: 1 },
    { name: 'Vendor master data', state: 'approved', backend: null, changes: 3 },
  ]);
});

test('four of the provider’s skills and one of Acme’s have screenshots, stored in two sizes', async () => {
  const [providerId, acmeId] = [await findCompanyId('Steward'), await findCompanyId('Acme Manufacturing')];
  const shown = (await listStore('Acme Manufacturing')).filter((skill) => (skill.screen_shots as string[]).length > 0);
  expect(shown.map(({ name }) => name).toSorted()).toEqual([
    'Goods receipt',
    'Leave request',
    'Purchase order approval',
    'Stock check',
    'Travel expenses',
  ]);
  for (const { name, is_provided: isProvided, screen_shots: addresses } of shown) {
    expect([name, (addresses as string[]).length >= 2]).toEqual([name, true]);
    for (const address of addresses as string[]) {
      const companyId = isProvided === true ? providerId : acmeId;
      const key = findScreenshotKey(address) ?? '';
      const row = await database.withLedger(acmeId, (tx) => findFile(tx, key, now));
      expect(row).toMatchObject({ companyId, contentType: 'image/png' });
      expect(await files.find({ companyId, key })).toMatchObject({ contentType: 'image/png' });
      expect(await files.find({ companyId, key: row?.thumbnailKey ?? '' })).toMatchObject({ contentType: 'image/png' });
    }
  }
});

test('one of the provider’s skills has a transport file of 1.4 MB', async () => {
  const providerId = await findCompanyId('Steward');
  const rows = await database.withLedger(providerId, (tx) =>
    runSql<{ name: string; key: string; bytes: number }>(
      tx,
      `select transport_name as name, transport_key as key, transport_bytes as bytes from skills
       where transport_key is not null`,
    ),
  );
  expect(rows).toMatchObject([{ name: 'K900142.zip', bytes: 1_400_000 }]);
  const stored = await files.find({ companyId: providerId, key: rows[0]?.key ?? '' });
  expect(stored?.bytes).toHaveLength(1_400_000);
});

test('Acme has six integrations over three providers, some active and some disabled', async () => {
  const rows = await database.withLedger(await findCompanyId('Acme Manufacturing'), (tx) =>
    runSql<{ provider: string; status: boolean; company_id: string; id: string; password: Buffer }>(
      tx,
      'select provider, status, company_id, id, password from integrations',
    ),
  );
  expect(rows).toHaveLength(6);
  expect(new Set(rows.map(({ provider }) => provider))).toEqual(new Set(['SAP', 'IBM', 'OpenAI']));
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set([true, false]));
  for (const { company_id: companyId, id: recordId, password } of rows) {
    expect(secretBox.open(password, { companyId, recordId })).toMatch(/^Demo-only|^demo-only/);
  }
});

test('Globex has other own skills beside the provider’s', async () => {
  const own = (await listStore('Globex Logistics')).filter((skill) => skill.is_provided === false);
  expect(own.map(({ name }) => name).toSorted()).toEqual(['Customs status', 'Dock schedule', 'Shipment booking']);
});

test('without conversations no months are planned', async () => {
  const other = await openTestDatabase();
  try {
    await seedDemo(other, {
      now,
      secretBox,
      files,
      vatRates: [{ validFrom: null, rate: 24_000 }],
      hasConversations: false,
    });
    expect(await other.inSystem('demo.seed', listPendingMonths)).toEqual([]);
  } finally {
    await other.close();
  }
});

async function listInvoices(name: string) {
  const companyId = await findCompanyId(name);
  return database.withLedger(companyId, (tx) =>
    runSql(
      tx,
      `select invoice_id, status, due_date::text as due, period::text as period, total_ten_thousandths::float8 as total,
        (vat ->> 'net')::float8 as net, (vat ->> 'amount')::float8 as vat,
        (select sum(total_ten_thousandths)::float8 from invoice_lines l where l.invoice_id = i.id) as lines,
        (select coalesce(sum(round(requests * price_ten_thousandths / 100.0) * 100), 0)::float8 from invoiced_usage r
          where r.invoice_id = i.id) as billed,
        (select coalesce(sum(r.cost_ten_thousandths), 0)::float8 from invoiced_support b
          join support_requests r on r.company_id = b.company_id and r.id = b.support_request_id
          where b.invoice_id = i.id) as support
      from invoices i order by issue_date`,
    ),
  );
}

test('Acme has 8 invoices in all three statuses, Globex two, and nets equal the sum of their lines', async () => {
  const [acme, globex] = [await listInvoices('Acme Manufacturing'), await listInvoices('Globex Logistics')];
  expect([acme.length, globex.length]).toEqual([8, 2]);
  expect(acme.map((invoice) => invoice.invoice_id)).toEqual([
    ...[1, 2, 3, 4, 5, 6, 8].map((number) => `INV-2026-000${number}`),
    'WS-2026-11-18',
  ]);
  const today = '2026-11-21';
  const states = acme.map(({ status, due }) => (status === 'Pending' && String(due) < today ? 'Overdue' : status));
  expect(new Set(states)).toEqual(new Set(['Paid', 'Pending', 'Overdue']));
  for (const { total, net, vat, lines, billed, support, period } of [...acme, ...globex]) {
    // The workshop is a record of the company, without VAT of the provider.
    expect(net ?? total).toBe(lines);
    expect(Number(total)).toBe(Number(lines) + Number(vat));
    expect(Number(total)).toBeGreaterThan(0);
    expect(lines).toBe(period === null ? lines : Number(billed) + Number(support));
  }
  expect(acme.map(({ support }) => support)).toEqual([0, 0, 0, 0, 0, 0, 720_000, 0]);
});

test('the demo is seeded in one transaction, so that no stop leaves a part of it', async () => {
  const other = await openTestDatabase();
  const transactions: string[] = [];
  const counted: TestDatabase = {
    ...other,
    inSystem: (reason, work) => {
      transactions.push(reason);
      return other.inSystem(reason, work);
    },
    inCompany: Object.assign(() => Promise.reject(new Error('A transaction of its own.')), {
      read: other.inCompany.read,
      readBoth: other.inCompany.readBoth,
      snapshot: other.inCompany.snapshot,
      shard: () => Promise.reject(new Error('A transaction of its own.')),
    }),
  };
  try {
    await seedDemo(counted, {
      now,
      secretBox,
      files,
      vatRates: [{ validFrom: null, rate: 24_000 }],
      hasConversations: false,
    });
    expect(transactions).toEqual(['demo.seed']);
  } finally {
    await other.close();
  }
});

test('own skills of the customers have cost rates', async () => {
  const count = async (name: string) =>
    database.withLedger(await findCompanyId(name), (tx) => runSql(tx, 'select * from own_cost_rates'));
  expect([await count('Acme Manufacturing'), await count('Globex Logistics')].map(({ length }) => length)).toEqual([
    3, 1,
  ]);
});

test('every company of the demo gets announcements', async () => {
  const subscribers = await database.inSystem('notices.make', (tx) => listSubscribers(tx, { now }));
  expect(subscribers.map(({ name, kinds }) => [name, kinds.includes('announcements')])).toEqual([
    ['Acme Manufacturing', true],
    ['Globex Logistics', true],
    ['Steward', true],
  ]);
});

test('the published password is found until every demo account has another one', async () => {
  expect(await hasPublishedPasswords(database)).toBe(true);
  await database.inSystem('demo.seed', (tx) =>
    runSql(tx, `update identity.credentials set password = null where provider_id = 'credential'`),
  );
  expect(await hasPublishedPasswords(database)).toBe(false);
});
