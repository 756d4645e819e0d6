import type { Config } from '../config/config.ts';
import type { Database } from '../database/open-database.ts';
import { listLatestBackups } from '#features/company/server/operations/operations.repository.ts';
import { createSharedCalls } from '../lib/concurrency/shared-calls.ts';
import { listenForMetrics } from '../http/metrics/metrics-server.ts';
import type { Clock } from '../outside/clock.ts';
import { listQueueStates } from '../outside/jobs/job-states.repository.ts';
import { noMetrics, type Metrics } from '../outside/metrics/metrics.ts';
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
  // Several series of one scrape ask for it; a database that goes away takes them alone.
  const shareBackup = createSharedCalls(() => findBackup(database).catch(() => ({})));
  metrics.watch({
    isDatabaseUp: database.isReady,
    countConnections: database.connections.list,
    countJobs: async () => ((await database.isReady()) ? listQueueStates(database.actors) : []),
    findBackup: () => shareBackup('last'),
    now,
  });
  const server = await listenForMetrics(metrics, { ...address, publicUrl: http.publicUrl });
  return { metrics, ...server };
}

async function findBackup({ inSystem }: Database) {
  const latest = await inSystem('operations.get', listLatestBackups);
  const made = latest.findLast(({ file }) => file !== null);
  const last = latest.at(-1);
  return { ...(made && { made }), ...(last && { isLastGood: last.file !== null && last.error === null }) };
}
