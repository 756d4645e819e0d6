import { PgBoss } from 'pg-boss';
import type { JobWithMetadata } from 'pg-boss';
import { jobSchema } from './job-queues.ts';
import type { JobPayloads } from './job-queues.ts';
import { toBossDatabase } from './jobs.repository.ts';
import type { Job, JobHandler, JobLog, JobName, Jobs } from './jobs.ts';

export type JobSettings = {
  /** The database's address with the system role's login. */
  url: string;
  log: JobLog;
  /** Seconds between looks at the queue that no notification asked for; default 10. Retries wait for them. */
  pollSeconds?: number;
  /** What the database shows its connections as. */
  connectionName?: string;
  /** Seconds a stop waits for running jobs; default 10. */
  stopSeconds?: number;
};

/** Jobs taken by one look, handled side by side, so that one slow mail server answer holds up few others. */
const batchSize = 10;
const parallelBatches = 2;

/** Jobs in PostgreSQL by pg-boss: two pooled connections and one that listens, all of the system role. */
export function createPgBossJobs(settings: JobSettings): Jobs {
  const { url, log, pollSeconds = 10, stopSeconds = 10, connectionName = 'steward jobs' } = settings;
  const boss = new PgBoss({ connectionString: url, application_name: connectionName, ...quietOptions });
  boss.on('error', (error) => log.error({ reason: error.message }, 'job queue'));
  boss.on('warning', (warning) => log.warn({ reason: warning.message }, 'job queue'));

  const polling = {
    notifyPollingIntervalSeconds: pollSeconds,
    pollingIntervalSeconds: Math.min(2, pollSeconds),
    burstWhenBatchFull: true,
  };

  return {
    async enqueue(executor, name, payload, options = {}) {
      const id = await boss.send(name, payload, { db: toBossDatabase(executor), ...options });
      if (id === null) throw new Error(`the job queue ${name} took no job`);
      return id;
    },
    async work(name, handler) {
      const options = {
        batchSize,
        localConcurrency: parallelBatches,
        includeMetadata: true,
        perJobResults: true,
      } as const;
      await boss.work(name, { ...options, ...polling }, (jobs: JobWithMetadata<JobPayloads[typeof name]>[]) =>
        Promise.all(jobs.map((job) => runJob(boss, log, job, handler))),
      );
    },
    async start() {
      await boss.start();
      await boss.supervise();
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: stopSeconds * 1_000 });
    },
  };
}

/**
 * An idle portal costs the database next to nothing: no schedules, no statistics, no index care (the role owns no
 * index). The look at the start and every 15 seconds takes up the jobs
 * of killed processes; what is kept no longer is removed every ten minutes.
 */
const quietOptions = {
  schema: jobSchema,
  max: 2,
  migrate: false,
  createSchema: false,
  schedule: false,
  reindex: false,
  monitorVacuum: false,
  useListenNotify: true,
  notifyHeartbeatIntervalMs: 30_000,
  superviseIntervalSeconds: 15,
  monitorIntervalSeconds: 15,
  maintenanceIntervalSeconds: 600,
  flowIntervalSeconds: 3_600,
} satisfies ConstructorParameters<typeof PgBoss>[0];

type Outcome = { id: string; status: 'completed' | 'failed'; output?: object };

/**
 * Runs one job and removes it at once when it is done or given up, so that no payload stays. The error of a failed
 * attempt is not kept with the job.
 */
async function runJob<N extends JobName>(
  boss: PgBoss,
  log: JobLog,
  stored: JobWithMetadata<JobPayloads[N]>,
  handler: JobHandler<N>,
): Promise<Outcome> {
  const { id, name, data, retryCount, retryLimit } = stored;
  const job: Job<N> = { id, payload: data, attempt: retryCount + 1 };
  try {
    await handler(job);
  } catch (error) {
    const isLast = retryCount >= retryLimit;
    const fields = { jobId: id, queue: name, attempt: job.attempt, reason: (error as Error).message };
    if (!isLast) {
      log.warn(fields, 'job failed, will be tried again');
      return { id, status: 'failed', output: { failed: true } };
    }
    log.error(fields, 'job given up');
  }
  await boss.deleteJob(name, { id, retryCount });
  return { id, status: 'completed' };
}
