import { queueNames, type Operations } from '#features/company/contract/operations.ts';

export const recently = new Date(Date.now() - 60_000).toISOString();
export const idle = { waiting: 0, running: 0, failing: 0, givenUp: 0, oldestAt: null, nextAttemptAt: null };

/** An installation in which everything works. */
export const healthy: Operations = {
  version: '4.5.6',
  commit: '0123456789abcdef0123456789abcdef01234567',
  node: '24.21.0',
  postgres: '18.1',
  startedAt: '2026-11-22T08:00:00.000Z',
  database: { isEmbedded: true, bytes: 1_234_000_000, connections: 37, maxConnections: 100 },
  disk: { freeBytes: 40_000_000_000, totalBytes: 100_000_000_000 },
  pressure: { isOverloaded: false, isDiskFull: false },
  migrations: ['0004_records.sql', '0003_companies_and_users.sql', '0002_accounts.sql', '0001_tenancy.sql'].map(
    (name) => ({ name, appliedAt: '2026-11-20T08:00:00.000Z' }),
  ),
  queues: queueNames.map((name) => ({ name, ...idle })),
  backupAt: '02:30',
  leftovers: { databases: 0, files: 0 },
  warnings: [],
  backups: [
    {
      id: '0198c0de-0000-7000-8000-00000000000a',
      startedAt: recently,
      finishedAt: recently,
      file: 'steward-20261123T023000Z.tar.zst',
      isGone: false,
      bytes: 7_489_716,
      isVerified: true,
      error: null,
    },
  ],
};
