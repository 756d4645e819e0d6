import { expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { createReadReportFigures } from '../app/sources/report-figures.ts';
import { withOwner } from '../database/copy/owner-connection.ts';
import type { Jobs } from '../outside/jobs/jobs.ts';
import type { ScheduleName } from '../outside/jobs/job-queues.ts';
import { useTestPortal } from '../testing/test-portal.ts';
import { scheduleAuditChain } from './audit-chain.ts';
import { scheduleRetention } from './retention.ts';
import { scheduleHousekeeping } from './housekeeping.ts';
import { scheduleNotifications } from './notifications.ts';
import { scheduleBackups } from './scheduled-backups.ts';
import { scheduleIntakeKeyAlerts, scheduleIntegrationTests } from './scheduled-checks.ts';

const portal = useTestPortal({ METRICS_PORT: '0' });
const config = readConfig({});

/** Lines of the log; every job of this file writes to it. */
let lines: string[] = [];
const write = (_: unknown, text: string) => void lines.push(text);
const log = { warn: write, error: write, info: write };

/** Everything a job of the running portal has, with `jobs`. */
type JobsOfSchedules = Pick<Jobs, 'schedule' | 'enqueue'>;

function listParts(jobs: JobsOfSchedules) {
  const { database, adapters, clock } = portal();
  const { workers } = adapters;
  return {
    ...adapters,
    jobs,
    database,
    clock,
    log: log as never,
    provider: config.provider,
    settings: config,
    backupFolder: config.backup.folder,
    brandProvider: 'Steward',
    readFigures: createReadReportFigures({ database, workers, clock, provider: readConfig({}).provider }),
  };
}

/** First table that each job reads, and the start of the job: a queue without its line does not compile. */
const schedules: Record<ScheduleName, { table: string; schedule: (jobs: JobsOfSchedules) => Promise<void> }> = {
  housekeeping: { table: 'idempotency_keys', schedule: (jobs) => scheduleHousekeeping(listParts(jobs)) },
  notifications: { table: 'mail_reports', schedule: (jobs) => scheduleNotifications(jobs, listParts(jobs)) },
  integrationTests: { table: 'integrations', schedule: (jobs) => scheduleIntegrationTests(jobs, listParts(jobs)) },
  intakeKeyAlerts: { table: 'intake_keys', schedule: (jobs) => scheduleIntakeKeyAlerts(jobs, listParts(jobs)) },
  auditChain: { table: 'audit_checkpoints', schedule: (jobs) => scheduleAuditChain(listParts(jobs)) },
  retention: { table: 'retention_settings', schedule: (jobs) => scheduleRetention(listParts(jobs)) },
  backup: {
    table: 'backups',
    schedule: (jobs) =>
      scheduleBackups(jobs, { ...listParts(jobs), at: '02:30', backups: { run: async () => undefined } }),
  },
};
const names = Object.keys(schedules) as ScheduleName[];

/** Runs `work` while no statement finds the table. */
async function without<T>(table: string, work: () => Promise<T>): Promise<T> {
  const rename = (from: string, to: string) =>
    withOwner(portal().database.ownerUrl, (client) => client.query(`alter table ${from} rename to ${to}`));
  await rename(table, 'taken_away');
  try {
    return await work();
  } finally {
    await rename('taken_away', table);
  }
}

test.each(names)('a %s job that fails is counted, logged and waits for its next attempt', async (name) => {
  lines = [];
  const count = async (outcome: string) => {
    const text = await (await fetch(`http://127.0.0.1:${portal().metricsPort}/metrics`)).text();
    return new RegExp(`^steward_jobs_total\\{queue="${name}",outcome="${outcome}"\\} (\\d+)$`, 'm').exec(text)?.[1];
  };
  const listStates = async () => {
    const { rows } = await withOwner(portal().database.ownerUrl, (client) =>
      client.query<{ state: string; tries: number }>(
        'select distinct state::text as state, retry_limit as tries from pgboss.job where name = $1',
        [name],
      ),
    );
    return rows;
  };
  await without(schedules[name].table, async () => {
    await schedules[name].schedule(portal().adapters.jobs);
    // A schedule of every minute may add another one.
    await expect.poll(async () => Number(await count('retried'))).toBeGreaterThanOrEqual(1);
    await expect.poll(listStates).toEqual([{ state: 'retry', tries: 3 }]);
  });
  expect(await count('done')).toBe('0');
});

/** Runs the work of a schedule once, without a queue. */
const once: JobsOfSchedules = {
  schedule: (_name, _cron, handler) => handler(),
  enqueue: () => Promise.reject(new Error('no job')),
};

/** Parts of one job that have nothing to do with each other, by a table that the part alone reads. */
const steps: ReadonlyArray<readonly [ScheduleName, table: string, reason: RegExp]> = [
  ['housekeeping', 'idempotency_keys', /^deleteExpired failed$/],
  ['housekeeping', 'deleted_invoices', /^the months of \d+ companies could not be closed$/],
  ['housekeeping', 'skills', /deleteScreenshots failed/],
  ['housekeeping', 'company_exports', /^moveOlderTasks failed$/],
  ['housekeeping', 'log_imports', /^deleteExpiredImports failed$/],
  ['housekeeping', 'tasks', /^deleteExpiredTasks failed$/],
  ['housekeeping', 'sign_in_domains', /^checkDomains failed$/],
  ['housekeeping', 'company_deletions', /the deletion of a company could not be finished/],
  ['notifications', 'mail_reports', /^the reports that are due could not be listed$/],
  ['notifications', 'notification_settings', /^the companies to notify could not be listed$/],
  ['auditChain', 'audit_checkpoints', /^the audit chains could not be listed$/],
];

test.each(steps)('%s without %s fails, and does everything else', async (name, table, reason) => {
  await portal().makeCompany();
  lines = [];
  const run = () => schedules[name].schedule(once);
  const error: unknown = await without(table, () => run().catch((failure: unknown) => failure));
  expect(error).toMatchObject({ name: 'StepsFailed', message: expect.stringMatching(reason) });
  expect(lines).not.toEqual([]);
  await run();
});
