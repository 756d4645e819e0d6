import type pg from 'pg';
import { PgBoss, type JobWithMetadata, type WorkOptions } from 'pg-boss';
import { keepsGivenUp, jobSchema, type JobPayloads } from './job-queues.ts';
import { taskKindNames, toTaskQueue } from '#contract/tasks/task-kinds.ts';
import { toBossDatabase } from './jobs.repository.ts';
import type { JobLog, Jobs } from './jobs.ts';
import { createPausableWorkers } from './pausable-workers.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { serializeError } from '../../lib/serialize-error.ts';
import { countOne, countPool, type ConnectionCounts } from '../../lib/connection-counts.ts';
import { toDatabaseConnection } from '../../lib/database-tls.ts';
import { findSpan } from '../../lib/tracing/spans.ts';
import { noTraces, type Traces } from '../traces/traces.ts';

export interface JobSettings {
  /** The database's address with the system role's login. */
  url: string;
  log: JobLog;
  /** Seconds between polls of a queue; default 10. Retries wait for a poll. */
  pollSeconds?: number;
  /** `application_name` of the connections. */
  connectionName?: string;
  /** Seconds a stop waits for running jobs; default 10. */
  stopSeconds?: number;
  /** Whether this process starts jobs at their scheduled times. */
  hasSchedules?: boolean;
  recordJob?: Metrics['recordJob'];
  traceJob?: Traces['traceJob'];
  connections?: Pick<ConnectionCounts, 'add'>;
  /** Names errors of the database for the log. */
  toError?: (error: unknown) => unknown;
}

/**
 * Jobs that one poll fetches, and such batches at a time. The next batch waits for the slowest job of the one before: short jobs run
 * side by side in batches, so that one slow answer of a mail server delays few others, and long ones alone, so that none is behind
 * another that takes hours.
 */
const shortJobs = { batchSize: 10, localConcurrency: 2 };
const longJobs = { batchSize: 1, localConcurrency: 6 };
const longQueues: readonly string[] = [...taskKindNames.map(toTaskQueue), 'company.export', 'rows.write'];

/** Jobs in PostgreSQL by pg-boss: two pooled connections and one that listens, all of the system role. */
export function createPgBossJobs(settings: JobSettings): Jobs {
  const { url, log, pollSeconds = 10, stopSeconds = 10, connectionName = 'steward jobs' } = settings;
  const { toError = (error) => error, recordJob = () => undefined, traceJob = noTraces.traceJob } = settings;
  const run = { log, recordJob, traceJob };
  const boss = new PgBoss({
    ...toDatabaseConnection(url),
    application_name: connectionName,
    schedule: settings.hasSchedules ?? false,
    ...quietOptions,
  });
  if (settings.connections) countBossConnections(boss, settings.connections);
  boss.on('error', (error) => log.error({ err: toError(error) }, 'job queue'));
  boss.on('warning', (warning) => log.warn({ reason: warning.message }, 'job queue'));
  const workers = createWorkers(boss, run);

  return {
    async enqueue(tx, name, payload, options = {}) {
      const priority = isOfCompany(payload) ? 0 : 1;
      const id = await boss.send(name, payload, { db: toBossDatabase(tx), priority, ...options });
      if (id === null) throw new Error(`the job queue ${name} accepted no job`);
      return id;
    },
    async work(name, handler) {
      const polling = {
        notifyPollingIntervalSeconds: pollSeconds,
        pollingIntervalSeconds: Math.min(2, pollSeconds),
        burstWhenBatchFull: true,
        ...(longQueues.includes(name) ? longJobs : shortJobs),
      };
      await workers.add(name, polling, handler);
    },
    async schedule(name, cron, handler) {
      await boss.schedule(name, cron);
      // Also at start, because a portal restarted hourly would never reach an hourly schedule.
      await boss.send(name);
      const polling = { notifyPollingIntervalSeconds: 60, pollingIntervalSeconds: 10 };
      await workers.add(name, polling, handler);
    },
    setPaused: workers.setPaused,
    start: () => startBoss(boss),
    async stop() {
      workers.clear();
      await boss.stop({ graceful: true, timeout: stopSeconds * 1_000 });
    },
  };
}

/** The workers of the queues, which rest while they are paused. */
function createWorkers(boss: PgBoss, run: Run) {
  const { add, ...workers } = createPausableWorkers();
  return {
    ...workers,
    add: <Payload>(name: string, polling: WorkOptions, handler: Handle<Payload>) =>
      add({
        begin: () =>
          boss.work(
            name,
            { ...polling, includeMetadata: true, perJobResults: true },
            (jobs: JobWithMetadata<Payload>[]) => Promise.all(jobs.map((job) => runJob(boss, run, job, handler))),
          ),
        end: () => boss.offWork(name, { wait: false }),
      }),
  };
}

/** Codes and links of accounts go before what companies send, of which one can have thousands that wait. */
const isOfCompany = (payload: JobPayloads[keyof JobPayloads]): boolean => payload.companyId !== undefined;

/** pg-boss shows neither its pool nor its listener: the pool is a field of its database, and the listener ends by its handle. */
function countBossConnections(boss: PgBoss, connections: Pick<ConnectionCounts, 'add'>): void {
  const db: ReturnType<PgBoss['getDb']> & { readonly pool?: pg.Pool } = boss.getDb();
  connections.add('jobs', () => (db.pool ? countPool(db.pool) : countOne(false)));
  const listen = db.listen?.bind(db);
  let isListening = false;
  connections.add('jobs-listener', () => countOne(isListening));
  if (!listen) return;
  db.listen = async (...args) => {
    const handle = await listen(...args);
    isListening = true;
    return {
      close: async () => {
        isListening = false;
        await handle.close();
      },
    };
  };
}

async function startBoss(boss: PgBoss): Promise<void> {
  try {
    await boss.start();
    await boss.supervise();
  } catch (error) {
    // What has begun would run twice after the next start.
    await boss.stop({ graceful: false });
    throw error;
  }
}

/**
 * Keeps the statements of an idle portal few: no statistics and no index maintenance, because the role owns no index.
 * `boss.supervise` at start and every 15 seconds finds jobs of killed processes; expired jobs are deleted every ten
 * minutes.
 */
const quietOptions = {
  schema: jobSchema,
  max: 2,
  migrate: false,
  createSchema: false,
  reindex: false,
  monitorVacuum: false,
  useListenNotify: true,
  notifyHeartbeatIntervalMs: 30_000,
  superviseIntervalSeconds: 15,
  monitorIntervalSeconds: 15,
  maintenanceIntervalSeconds: 600,
  flowIntervalSeconds: 3_600,
  cronMonitorIntervalSeconds: 45,
  cronWorkerIntervalSeconds: 15,
  clockMonitorIntervalSeconds: 600,
} satisfies ConstructorParameters<typeof PgBoss>[0];

interface Run {
  readonly log: JobLog;
  readonly recordJob: Metrics['recordJob'];
  readonly traceJob: Traces['traceJob'];
}

type Handle<Payload> = (job: { id: string; payload: Payload; attempt: number }) => Promise<void>;

interface Outcome {
  id: string;
  status: 'completed' | 'failed';
  output?: object;
}

/**
 * Runs one job and deletes it at once when it is done, or given up in a queue that keeps none, so that no payload stays.
 * The error of a failed attempt is not stored with the job.
 */
function runJob<Payload>(
  boss: PgBoss,
  run: Run,
  stored: JobWithMetadata<Payload>,
  handler: Handle<Payload>,
): Promise<Outcome> {
  const attempt = { queue: stored.name, attempt: stored.retryCount + 1 };
  return run.traceJob(attempt, () => attemptJob(boss, run, stored, handler));
}

async function attemptJob<Payload>(
  boss: PgBoss,
  { log, recordJob }: Run,
  { id, name, data, retryCount, retryLimit }: JobWithMetadata<Payload>,
  handler: Handle<Payload>,
): Promise<Outcome> {
  const job = { id, payload: data, attempt: retryCount + 1 };
  try {
    await handler(job);
    recordJob(name, 'done');
  } catch (error) {
    findSpan()?.fail((error as Error).constructor.name);
    const isLast = retryCount >= retryLimit;
    const fields = { jobId: id, queue: name, attempt: job.attempt };
    if (!isLast) {
      recordJob(name, 'retried');
      log.warn({ ...fields, err: error }, 'job failed, will be tried again');
      return { id, status: 'failed', output: { failed: true } };
    }
    recordJob(name, 'given up');
    // Each of them needs the operator, also in an outage.
    log.error({ ...fields, reason: serializeError(error)?.message }, 'job given up');
    if (keepsGivenUp(name)) return { id, status: 'failed', output: { failed: true } };
  }
  await boss.deleteJob(name, { id, retryCount });
  return { id, status: 'completed' };
}
