import type { Logger } from 'pino';
import { deleteLeftovers } from '../backup/leftovers.ts';
import type { LeftoverPlaces } from '../backup/leftovers.ts';
import { closeAllPeriods } from './close-periods.ts';
import { deleteCompanies } from './delete-companies.ts';
import type { CompanyDeletions } from './delete-companies.ts';
import { deleteExpiredRows } from '../features/intake/retention.repository.ts';
import { ensureNextPartitions } from '../database/migrations/partitions.ts';
import { deletePoolAgreements, deleteUnprovenSignUps } from '../features/session/retention.repository.ts';
import { deleteUnusedScreenshots } from '../features/files/files.repository.ts';
import { checkDomains } from '../features/single-sign-on/domains.service.ts';
import type { DomainChecks } from '../features/single-sign-on/domains.service.ts';
import { deleteExpiredImports } from '../features/intake/imports/control-imports.service.ts';
import { deleteExpiredRowFiles } from '../features/exports/expired-row-files.service.ts';
import { deleteExpiredExports } from '../features/privacy/exports.service.ts';
import type { Provider } from '../features/invoices/provider.ts';
import type { WorkerPool } from '../lib/concurrency/worker-pool.ts';
import type { FileStore } from '../outside/files/files.ts';
import type { Identity } from '../outside/identity/identity.ts';
import type { Jobs } from '../outside/jobs/jobs.ts';

interface Housekeeping extends DomainChecks, Omit<LeftoverPlaces, 'database'> {
  readonly jobs: Pick<Jobs, 'schedule'>;
  readonly identity: Identity;
  readonly files: FileStore;
  readonly provider: Provider;
  readonly workers: WorkerPool;
  readonly settings: CompanyDeletions['settings'];
  readonly log: Logger;
}

/** Deletes expired data, prepares next month's partitions, closes ended months, checks domains: at start and every hour. */
export function scheduleHousekeeping(parts: Housekeeping): Promise<void> {
  // Separate, so that a failure of one task does not keep the others from running.
  const tasks = [
    deleteExpired,
    closeAllPeriods,
    deleteScreenshots,
    deleteExpiredExports,
    deleteExpiredImports,
    deleteExpiredRowFiles,
    checkDomains,
    deleteCompanies,
    deleteLeftovers,
  ];
  return parts.jobs.schedule('housekeeping', '0 * * * *', async () => {
    for (const task of tasks) {
      await task(parts).catch((error: unknown) => parts.log.warn({ err: error }, 'housekeeping failed'));
    }
  });
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

/** Deletes screenshots that no skill names. A file that can not be deleted only takes space, so it is logged. */
export async function deleteScreenshots({
  database,
  files,
  clock,
  log,
}: Pick<Housekeeping, 'database' | 'files' | 'clock' | 'log'>): Promise<void> {
  for (const address of await deleteUnusedScreenshots(database, clock.now())) {
    await files
      .delete(address)
      .catch((error: unknown) => log.warn({ err: error }, 'a deleted screenshot is still in storage'));
  }
}
