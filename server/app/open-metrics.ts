import type { Config } from '../config/config.ts';
import type { Database } from '../database/open-database.ts';
import { listenForMetrics } from '../http/metrics-server.ts';
import { listQueueStates } from '../outside/jobs/job-states.repository.ts';
import { noMetrics } from '../outside/metrics/metrics.ts';
import type { Metrics } from '../outside/metrics/metrics.ts';
import { createPrometheusMetrics } from '../outside/metrics/prometheus-metrics.ts';

export interface OpenMetrics {
  readonly metrics: Metrics;
  /** Undefined where METRICS_PORT is not set. */
  readonly port: number | undefined;
  close(): Promise<void>;
}

/** Counts, and serves the counts where METRICS_PORT is set, also while the database is away. */
export async function openMetrics(
  { metrics: address }: Pick<Config, 'metrics'>,
  database: Database,
): Promise<OpenMetrics> {
  if (!address) return { metrics: noMetrics, port: undefined, close: () => Promise.resolve() };
  const metrics = createPrometheusMetrics();
  metrics.watch({
    isDatabaseUp: database.isReady,
    countConnections: database.connections.list,
    countJobs: async () => ((await database.isReady()) ? listQueueStates(database.actors) : []),
  });
  const server = await listenForMetrics(metrics, address);
  return { metrics, ...server };
}
