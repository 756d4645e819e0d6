import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { toExecutor } from '../database/connection/executor.ts';
import { idempotencyKeys } from '../database/schema/idempotency-keys.ts';
import { readConfig } from '../config/config.ts';
import { deleteExpired, scheduleHousekeeping } from './housekeeping.ts';
import { useTestPortal } from '../testing/test-portal.ts';

const portal = useTestPortal();
const dayMs = 24 * 60 * 60 * 1000;

test('an idempotency key is deleted after a week', async () => {
  const { database, adapters, clock } = portal();
  const company = await portal().makeCompany();
  const insert = { key: 'made-today', operation: 'usersCreate', requestHash: 'x' };
  await database.withCompany(company.id, (tx) => tx.insert(idempotencyKeys).values(insert));
  const countKeys = () =>
    database.withCompany(company.id, (tx) => tx.select({ key: idempotencyKeys.key }).from(idempotencyKeys));
  const parts = { database, identity: adapters.identity, clock };
  clock.advance(6 * dayMs);
  await deleteExpired(parts);
  expect(await countKeys()).toHaveLength(1);
  clock.advance(2 * dayMs);
  await deleteExpired(parts);
  expect(await countKeys()).toHaveLength(0);
});

test('a span is deleted after thirty days', async () => {
  const { database, adapters, clock } = portal();
  const company = await portal().makeCompany();
  const run = (text: string, values: unknown[] = []) =>
    database.withCompany(company.id, (tx) => toExecutor(tx).query(text, values));
  const values = [clock.now()];
  await run(
    `insert into spans (trace_id, span_id, started_at, facts, received_at) values ('t', 's', $1, '{}', $1)`,
    values,
  );
  const countSpans = async () => (await run('select from spans')).rows.length;
  const parts = { database, identity: adapters.identity, clock };
  clock.advance(29 * dayMs);
  await deleteExpired(parts);
  expect(await countSpans()).toBe(1);
  clock.advance(2 * dayMs);
  await deleteExpired(parts);
  expect(await countSpans()).toBe(0);
});

test('housekeeping runs at start', async () => {
  const { database, adapters, clock } = portal();
  const company = await portal().makeCompany();
  const keys = () =>
    database.withCompany(company.id, (tx) => tx.select({ key: idempotencyKeys.key }).from(idempotencyKeys));
  const createdAt = new Date(clock.now().getTime() - 8 * dayMs);
  const insert = { key: 'made-long-ago', operation: 'usersCreate', requestHash: 'x', createdAt };
  await database.withCompany(company.id, (tx) => tx.insert(idempotencyKeys).values(insert));
  const { jobs, identity, files } = adapters;
  const { provider } = readConfig({});
  const log = pino({ level: 'silent' });
  await scheduleHousekeeping({ jobs, database, identity, files, provider, clock, log });
  await vi.waitFor(async () => expect(await keys()).toHaveLength(0), { timeout: 5000 });
});
