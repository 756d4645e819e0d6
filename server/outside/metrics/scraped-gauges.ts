import { queueNames } from '#features/company/contract/operations.ts';
import type { ScrapedName } from '#contract/metrics/metrics.ts';
import type { BackupFacts, JobFacts, ScrapedFacts } from './metrics.ts';

type Series = ReadonlyArray<readonly [labels: Readonly<Record<string, string>>, value: number]>;

const none: Series = [];
const one = (value: number): Series => [[{}, value]];
const toFlag = (is: boolean) => one(is ? 1 : 0);
const toSeconds = (ms: number) => Math.max(0, ms / 1000);

const ofBackup =
  (read: (backup: BackupFacts, now: Date) => number) =>
  ({ stored, now }: ScrapedFacts): Series =>
    stored?.backup ? one(read(stored.backup, now)) : none;

/** Each gauge of the catalogue that is read at a scrape; no series is a value that is not known. */
export const scrapedGauges: { readonly [Name in ScrapedName]: (facts: ScrapedFacts) => Series } = {
  steward_database_up: ({ isDatabaseUp }) => toFlag(isDatabaseUp),
  steward_database_connections: ({ connections }) =>
    connections.flatMap(({ pool, ...states }) =>
      Object.entries(states).map(([state, count]) => [{ pool, state }, count] as const),
    ),
  steward_jobs_present: ({ stored }) =>
    stored ? stored.jobs.map(({ queue, state, count }) => [{ queue, state }, count] as const) : none,
  steward_jobs_oldest_seconds: ({ stored, now }) =>
    stored ? queueNames.map((queue) => [{ queue }, getOldestSeconds(stored.jobs, queue, now)] as const) : none,
  steward_backup_last_success_timestamp_seconds: ofBackup(({ startedAt }) => startedAt.getTime() / 1000),
  steward_backup_age_seconds: ofBackup(({ startedAt }, now) => (now.getTime() - startedAt.getTime()) / 1000),
  steward_backup_bytes: ofBackup(({ bytes }) => bytes ?? 0),
  steward_backup_verified: ofBackup(({ isVerified }) => (isVerified ? 1 : 0)),
  steward_backup_last_result: ({ stored }) =>
    stored?.isLastBackupGood === undefined ? none : toFlag(stored.isLastBackupGood),
};

/** A job that waits for a later time counts from then; one that failed from when it was made. */
function getOldestSeconds(jobs: readonly JobFacts[], queue: string, now: Date): number {
  const waitsSince = jobs
    .filter((job) => job.queue === queue && ['created', 'retry'].includes(job.state))
    .map(({ state, oldestAt, nextAt }) => (state === 'created' ? nextAt : oldestAt).getTime());
  return waitsSince.length === 0 ? 0 : toSeconds(now.getTime() - Math.min(...waitsSince));
}
