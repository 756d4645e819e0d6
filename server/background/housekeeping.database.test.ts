import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { readConfig } from '../config/config.ts';
import { deleteMovedOwners } from '#domain/ledger/moved-owners.ts';
import { deleteExpired, scheduleHousekeeping } from './housekeeping.ts';
import { runSql } from '../testing/sql/run-sql.ts';
import { useTestPortal } from '../testing/test-portal.ts';

const portal = useTestPortal();
const dayMs = 24 * 60 * 60 * 1000;

const createKey = (companyId: string, key: string, createdAt: Date) =>
  portal().database.inCompany(companyId, (tx) =>
    runSql(
      tx,
      `insert into idempotency_keys (company_id, key, operation, request_hash, created_at)
        values ($1, $2, 'usersCreate', 'x', $3)`,
      [companyId, key, createdAt],
    ),
  );
const listKeys = (companyId: string) =>
  portal().database.inCompany(companyId, (tx) => runSql(tx, 'select key from idempotency_keys'));

test('an idempotency key is deleted after a week', async () => {
  const { database, adapters, clock } = portal();
  const company = await portal().makeCompany();
  await createKey(company.id, 'made-today', clock.now());
  const parts = { database, identity: adapters.identity, clock };
  clock.advance(6 * dayMs);
  await deleteExpired(parts);
  expect(await listKeys(company.id)).toHaveLength(1);
  clock.advance(2 * dayMs);
  await deleteExpired(parts);
  expect(await listKeys(company.id)).toHaveLength(0);
});

test('a span is deleted after thirty days', async () => {
  const { database, adapters, clock } = portal();
  const company = await portal().makeCompany();
  const run = (text: string, values: unknown[] = []) =>
    database.inCompany(company.id, (tx) => runSql(tx, text, values));
  const values = [clock.now()];
  await run(
    `insert into spans (trace_id, span_id, started_at, facts, received_at) values ('t', 's', $1, '{}', $1)`,
    values,
  );
  const countSpans = async () => (await run('select from spans')).length;
  const parts = { database, identity: adapters.identity, clock };
  clock.advance(29 * dayMs);
  await deleteExpired(parts);
  expect(await countSpans()).toBe(1);
  clock.advance(2 * dayMs);
  await deleteExpired(parts);
  expect(await countSpans()).toBe(0);
});

test('marks of moved persons are deleted where no decision of the month reads sums by department', async () => {
  const { database, clock } = portal();
  const mark = async (months: readonly string[]) => {
    const { id } = await portal().makeCompany();
    await database.withLedger(id, async (tx) => {
      await runSql(tx, 'insert into moved_owners (company_id, transaction) values ($1, 1)', [id]);
      for (const month of months) {
        await runSql(tx, 'insert into summed_departments (company_id, month) values ($1, $2)', [id, month]);
      }
    });
    return id;
  };
  const thisMonth = `${clock.now().toISOString().slice(0, 7)}-01`;
  const companies = [await mark([]), await mark(['2020-01-01']), await mark([thisMonth])];
  await deleteMovedOwners(portal());
  const count = (id: string) =>
    database.inCompany(id, async (tx) => [
      (await runSql(tx, 'select from moved_owners where company_id = $1', [id])).length,
      (await runSql(tx, 'select from summed_departments where company_id = $1', [id])).length,
    ]);
  expect(await Promise.all(companies.map(count))).toEqual([
    [0, 0],
    [0, 0],
    [1, 1],
  ]);
});

test('housekeeping runs at start', async () => {
  const { database, adapters, clock } = portal();
  const company = await portal().makeCompany();
  await createKey(company.id, 'made-long-ago', new Date(clock.now().getTime() - 8 * dayMs));
  const { jobs, identity, files, workers, singleSignOn, mails } = adapters;
  const settings = readConfig({});
  const { provider } = settings;
  const log = pino({ level: 'silent' });
  const sweeping = {
    identity,
    files,
    provider,
    workers,
    singleSignOn,
    mails,
    settings,
    backupFolder: settings.backup.folder,
  };
  await scheduleHousekeeping({ jobs, database, ...sweeping, clock, log });
  await vi.waitFor(async () => expect(await listKeys(company.id)).toHaveLength(0), { timeout: 5000 });
});
