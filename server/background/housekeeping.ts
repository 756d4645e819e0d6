import type { Logger } from 'pino';
import { deleteLeftovers, type LeftoverPlaces } from '../backup/whole/leftovers.ts';
import { closeAllPeriods } from './close-periods.ts';
import { deleteCompanies, type CompanyDeletions } from './delete-companies.ts';
import { deleteExpiredRows } from '#features/protection/server/retention/expired-rows.repository.ts';
import { ensureNextPartitions } from '../database/migrations/partitions.ts';
import { deletePoolAgreements, deleteUnprovenSignUps } from '#features/sign-in/server/session/retention.repository.ts';
import { deleteUnusedScreenshots } from '#features/company/server/files/files.repository.ts';
import { checkDomains, type DomainChecks } from '#features/sign-in/server/single-sign-on/domains.service.ts';
import { deleteExpiredImports } from '#features/imports/server/control-imports.service.ts';
import { deleteMovedOwners } from '#domain/ledger/moved-owners.ts';
import { deleteExpiredTasks } from '#domain/tasks/tasks.service.ts';
import { moveOlderTasks } from '#domain/tasks/older-tables.service.ts';
import type { Provider } from '#features/billing/server/invoices/provider.ts';
import { createAttempts, StepsFailed } from '../lib/attempts.ts';
import type { WorkerPool } from '../lib/concurrency/worker-pool.ts';
import type { FileStore } from '../outside/files/files.ts';
import type { Identity } from '../outside/identity/identity.ts';
import type { Jobs } from '../outside/jobs/jobs.ts';

interface Housekeeping extends DomainChecks, Omit<LeftoverPlaces, 'database'> {
  readonly jobs: Pick<Jobs, 'schedule' | 'enqueue'>;
  readonly identity: Identity;
  readonly files: FileStore;
  readonly provider: Provider;
  readonly workers: WorkerPool;
  readonly settings: CompanyDeletions['settings'];
  readonly log: Logger;
}

/** Deletes expired data, prepares next month's partitions, closes ended months, checks domains: at start and every hour. */
export function scheduleHousekeeping(parts: Housekeeping): Promise<void> {
  const tasks = [
    deleteExpired,
    closeEndedPeriods,
    deleteScreenshots,
    moveOlderTasks,
    deleteExpiredTasks,
    deleteExpiredImports,
    deleteMovedOwners,
    checkDomains,
    deleteCompanies,
    deleteLeftovers,
  ];
  return parts.jobs.schedule('housekeeping', '0 * * * *', async () => {
    const attempts = createAttempts(parts.log);
    for (const task of tasks) await attempts.run<unknown>(() => task(parts), `${task.name} failed`);
    attempts.end();
  });
}

async function closeEndedPeriods(parts: Housekeeping): Promise<void> {
  const { failed } = await closeAllPeriods(parts);
  if (failed > 0) throw new StepsFailed(`the months of ${failed} companies could not be closed`);
}

/** Deletes expired codes, counters, sessions, unproven sign-ups, agreements, idempotency keys and spans; creates partitions. */
export async function deleteExpired({
  database,
  identity,
  clock,
}: Pick<Housekeeping, 'database' | 'identity' | 'clock'>): Promise<void> {
  await ensureNextPartitions(database, clock.now());
  await identity.deleteExpired();
  await deleteUnprovenSignUps(database, clock.now());
  await deletePoolAgreements(database, clock.now());
  await deleteExpiredRows(database, clock.now());
}

/**
 * Deletes screenshots that no skill names.
 * @throws StepsFailed where a file is still in storage
 */
export async function deleteScreenshots({
  database,
  files,
  clock,
  log,
}: Pick<Housekeeping, 'database' | 'files' | 'clock' | 'log'>): Promise<void> {
  const attempts = createAttempts(log);
  for (const address of await deleteUnusedScreenshots(database, clock.now())) {
    await attempts.run(() => files.delete(address), 'a deleted screenshot is still in storage');
  }
  attempts.end();
}
