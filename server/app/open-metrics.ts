import type { Config } from '../config/config.ts';
import type { Database } from '../database/open-database.ts';
import { listLatestBackups } from '#features/company/server/operations/operations.repository.ts';
import { createSharedCalls } from '../lib/concurrency/shared-calls.ts';
import { listenForMetrics } from '../http/metrics/metrics-server.ts';
import type { Clock } from '../outside/clock.ts';
import { listQueueStates } from '../outside/jobs/job-states.repository.ts';
import { noMetrics, type Metrics, type ScrapedFacts, type StoredFacts } from '../outside/metrics/metrics.ts';
import { createPrometheusMetrics } from '../outside/metrics/prometheus-metrics.ts';

export interface OpenMetrics {
  readonly metrics: Metrics;
  /** Undefined where METRICS_PORT is not set. */
  readonly port: number | undefined;
  close(): Promise<void>;
}

/** Counts, and serves the counts where METRICS_PORT is set, also while the database is away. */
export async function openMetrics(
  { metrics: address, http, version: { version, commit } }: Pick<Config, 'metrics' | 'http' | 'version'>,
  database: Database,
  { now }: Clock,
): Promise<OpenMetrics> {
  if (!address) return { metrics: noMetrics, port: undefined, close: () => Promise.resolve() };
  const metrics = createPrometheusMetrics({ version, commit: commit ?? '', node: process.versions.node });
  // Scrapes at one time share what they read.
  const share = createSharedCalls(() => readFacts(database, now()));
  metrics.watch(() => share('facts'));
  const server = await listenForMetrics(metrics, { ...address, publicUrl: http.publicUrl });
  return { metrics, ...server };
}

/** A database that goes away meanwhile takes its own series alone. */
async function readFacts(database: Database, now: Date): Promise<ScrapedFacts> {
  // First, because the others use some.
  const connections = database.connections.list();
  const isDatabaseUp = await database.isReady();
  const stored = isDatabaseUp ? await readStored(database).catch(() => undefined) : undefined;
  return { now, isDatabaseUp, connections, stored };
}

async function readStored(database: Database): Promise<StoredFacts> {
  const [jobs, latest] = await Promise.all([listQueueStates(database.actors), listLatestBackups(database.actors)]);
  const backup = latest.findLast(({ file }) => file !== null);
  const last = latest.at(-1);
  return {
    jobs,
    ...(backup && { backup }),
    ...(last && { isLastBackupGood: last.file !== null && last.error === null }),
  };
}
