import { queueNames } from '#features/company/contract/operations.ts';
import type { ScrapedName } from '#contract/metrics/metrics.ts';
import type { BackupFacts, JobFacts, ScrapedFacts, WaitingFacts } from './metrics.ts';

type Series = ReadonlyArray<readonly [labels: Readonly<Record<string, string>>, value: number]>;

const none: Series = [];
const one = (value: number): Series => [[{}, value]];
const toFlag = (is: boolean) => one(is ? 1 : 0);
const toSeconds = (ms: number) => Math.max(0, ms / 1000);

const ofBackup =
  (read: (backup: BackupFacts, now: Date) => number) =>
  ({ stored, now }: ScrapedFacts): Series =>
    stored?.backup ? one(read(stored.backup, now)) : none;

const ofWaiting =
  (read: (waiting: WaitingFacts, now: Date) => Series) =>
  ({ stored, now }: ScrapedFacts): Series =>
    stored ? read(stored.waiting, now) : none;

/** The age of what waits since then; 0 where nothing does, or it is due later. */
const toAge = (now: Date, since: Date | null) => (since ? toSeconds(now.getTime() - since.getTime()) : 0);

const ofTime = (time: Date | null): Series => (time ? one(time.getTime() / 1000) : none);

/** Each gauge of the catalogue that is read at a scrape; no series is a value that is not known. */
export const scrapedGauges: { readonly [Name in ScrapedName]: (facts: ScrapedFacts) => Series } = {
  steward_database_up: ({ isDatabaseUp }) => toFlag(isDatabaseUp),
  steward_facts_read: ({ stored }) => toFlag(stored !== undefined),
  steward_database_connections_limit: ({ connections }) =>
    connections.map(({ pool, limit }) => [{ pool }, limit] as const),
  steward_database_connections: ({ connections }) =>
    connections.flatMap(({ pool, limit: _, ...states }) =>
      Object.entries(states).map(([state, count]) => [{ pool, state }, count] as const),
    ),
  steward_intake_lag_seconds: ({ stored, now, oldestReportSeconds }) => [
    [{ stage: 'store' }, oldestReportSeconds],
    ...(stored
      ? ([
          [{ stage: 'derive' }, toAge(now, stored.waiting.deriveSince)],
          [{ stage: 'index' }, toAge(now, stored.waiting.indexSince)],
        ] as const)
      : []),
  ],
  steward_jobs_present: ({ stored }) =>
    stored ? stored.jobs.map(({ queue, state, count }) => [{ queue, state }, count] as const) : none,
  steward_jobs_oldest_seconds: ({ stored, now }) =>
    stored ? queueNames.map((queue) => [{ queue }, getOldestSeconds(stored.jobs, queue, now)] as const) : none,
  steward_integrations: ofWaiting(({ integrationsBroken, integrationsWorking, integrationsUntested }) => [
    [{ state: 'broken' }, integrationsBroken],
    [{ state: 'working' }, integrationsWorking],
    [{ state: 'untested' }, integrationsUntested],
  ]),
  steward_erasures_waiting: ofWaiting(({ erasuresWaiting }) => one(erasuresWaiting)),
  steward_erasure_oldest_seconds: ofWaiting(({ erasuresSince }, now) => one(toAge(now, erasuresSince))),
  steward_overwrite_waiting: ofWaiting(({ overwriteWaiting }) => one(overwriteWaiting)),
  steward_overwrite_oldest_timestamp_seconds: ofWaiting(({ overwriteSince }) => ofTime(overwriteSince)),
  steward_audit_chain_checked_timestamp_seconds: ofWaiting(({ auditCheckedAt }) => ofTime(auditCheckedAt)),
  steward_audit_chain_broken: ofWaiting(({ auditFaults }) => (auditFaults === null ? none : one(auditFaults))),
  steward_key_end_timestamp_seconds: ({ stored, now }) => {
    if (!stored) return none;
    const ahead = stored.certificateEnds.filter((end) => end > now).map((end) => end.getTime() / 1000);
    const rotation = stored.waiting.rotationEnds;
    return [
      ...(ahead.length === 0 ? [] : [[{ kind: 'saml-certificate' }, Math.min(...ahead)] as const]),
      ...(rotation ? [[{ kind: 'intake-rotation' }, rotation.getTime() / 1000] as const] : []),
    ];
  },
  steward_keys_ended: ({ stored, now }) =>
    stored ? [[{ kind: 'saml-certificate' }, stored.certificateEnds.filter((end) => end <= now).length]] : none,
  steward_backup_scheduled: ({ isBackupScheduled }) => toFlag(isBackupScheduled),
  steward_backup_last_success_timestamp_seconds: ofBackup(({ startedAt }) => startedAt.getTime() / 1000),
  steward_backup_age_seconds: ofBackup(({ startedAt }, now) => (now.getTime() - startedAt.getTime()) / 1000),
  steward_backup_bytes: ofBackup(({ bytes }) => bytes ?? 0),
  steward_backup_verified: ({ stored, areBackupsVerified }) =>
    stored?.backup && areBackupsVerified ? toFlag(stored.backup.isVerified) : none,
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
