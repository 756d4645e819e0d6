import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Operations } from '#features/company/contract/operations.ts';
import { createBackupRecord } from '#server/backup/whole/backups.repository.ts';
import { readVersion } from '#server/config/version.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';

const portal = useTestPortal({ BACKUP_AT: '02:30' });

const read = async (as: TestUser) => (await portal().call('/operations', { as })).body as Operations;
const provider = async () => (await portal().makeCompany({ isProvider: true })).superAdmin;

test('the provider sees versions, migrations, queues, disk and backups; a customer does not', async () => {
  const operator = await provider();
  const startedAt = portal().clock.now();
  const made = { startedAt, finishedAt: startedAt, rowCount: 3, error: null, sealedBy: null };
  await portal().database.inSystem('backups.record', (tx) =>
    createBackupRecord(tx, { id: randomUUID(), ...made, file: '/steward-1.tar.zst', bytes: 10, isVerified: true }),
  );
  const operations = await read(operator);
  expect(operations).toMatchObject({
    ...readVersion(),
    node: process.versions.node,
    database: { isEmbedded: true },
    backupAt: '02:30',
    backups: [{ file: 'steward-1.tar.zst', isGone: true, bytes: 10, isVerified: true, error: null }],
  });
  expect(operations.postgres).toMatch(/^\d+/);
  expect(operations.database.bytes).toBeGreaterThan(1_000_000);
  expect(operations.database.connections).toBeGreaterThan(0);
  expect(operations.disk.freeBytes).toBeLessThan(operations.disk.totalBytes);
  expect(operations.migrations.at(-1)?.name).toBe('0001_wall.sql');
  const { superAdmin } = await portal().makeCompany();
  expect((await portal().call('/operations', { as: superAdmin })).status).toBe(403);
});

test('the provider sees that the portal is overloaded, and that its disk is full', async () => {
  const operator = await provider();
  const { measures, adapters } = portal();
  expect(await read(operator)).toMatchObject({ pressure: { isOverloaded: false, isDiskFull: false } });
  measures.loopDelayMs = 600;
  adapters.loopWatch.sample();
  adapters.loopWatch.sample();
  measures.freeBytes = 1;
  await adapters.diskWatch.sample();
  expect(await read(operator)).toMatchObject({ pressure: { isOverloaded: true, isDiskFull: true } });
  Object.assign(measures, { loopDelayMs: 0, freeBytes: Infinity });
  for (let second = 0; second < 3; second += 1) adapters.loopWatch.sample();
  await adapters.diskWatch.sample();
  expect(await read(operator)).toMatchObject({ pressure: { isOverloaded: false, isDiskFull: false } });
});

test('failed jobs of a queue are repeated at once, and the own company’s log says so', async () => {
  const operator = await provider();
  const later = new Date(portal().clock.now().getTime() + 3_600_000);
  await portal().database.inSystem('demo.seed', (tx) =>
    runSql(
      tx,
      `insert into pgboss.job (name, data, state, retry_count, start_after) values ('integrationTests', '{}', 'retry', 2, $1)`,
      [later],
    ),
  );
  const queue = async () => (await read(operator)).queues.find(({ name }) => name === 'integrationTests');
  expect(await queue()).toMatchObject({ waiting: 0, failing: 1, nextAttemptAt: later.toISOString() });
  const retry = () => portal().call('/operations/queues/integrationTests/retry', { method: 'POST', as: operator });
  expect((await retry()).body).toEqual({ retried: 1 });
  expect(await queue()).toMatchObject({ nextAttemptAt: portal().clock.now().toISOString() });
  expect((await retry()).body).toEqual({ retried: 0 });
  const { body } = await portal().call('/audit?entity=jobQueue', { as: operator });
  expect(body).toMatchObject({
    entries: [{ action: 'jobs.retry', entityId: 'integrationTests', after: { retried: 1 } }],
  });
  expect((await portal().call('/operations/queues/nothing/retry', { method: 'POST', as: operator })).status).toBe(404);
});
