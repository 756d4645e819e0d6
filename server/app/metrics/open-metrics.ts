import type { Config } from '../../config/config.ts';
import type { Database } from '../../database/open-database.ts';
import { createSharedCalls } from '../../lib/concurrency/shared-calls.ts';
import { listenForMetrics } from '../../http/metrics/metrics-server.ts';
import type { Clock } from '../../outside/clock.ts';
import { noMetrics, type Metrics } from '../../outside/metrics/metrics.ts';
import { createPrometheusMetrics } from '../../outside/metrics/prometheus-metrics.ts';
import { createStoredFacts } from './stored-facts.ts';

export interface OpenMetrics {
  readonly metrics: Metrics;
  /** Undefined where METRICS_PORT is not set. */
  readonly port: number | undefined;
  close(): Promise<void>;
}

/** Counts, and serves the counts where METRICS_PORT is set, also while the database is away. */
export async function openMetrics(
  {
    metrics: address,
    http,
    backup,
    version: { version, commit },
  }: Pick<Config, 'metrics' | 'http' | 'backup' | 'version'>,
  database: Database,
  { now }: Clock,
): Promise<OpenMetrics> {
  if (!address) return { metrics: noMetrics, port: undefined, close: () => Promise.resolve() };
  const metrics = createPrometheusMetrics({ version, commit: commit ?? '', node: process.versions.node });
  // Scrapes at one time share what they read.
  const readStored = createStoredFacts();
  const isBackupScheduled = backup.at !== undefined;
  const share = createSharedCalls(async () => ({
    ...(await readFacts(database, readStored, now())),
    isBackupScheduled,
  }));
  metrics.watch(() => share('facts'));
  const server = await listenForMetrics(metrics, { ...address, publicUrl: http.publicUrl });
  return { metrics, ...server };
}

/** A database that goes away meanwhile takes its own series alone. */
async function readFacts(database: Database, readStored: ReturnType<typeof createStoredFacts>, now: Date) {
  // First, because the others use some.
  const connections = database.connections.list();
  const isDatabaseUp = await database.isReady();
  const read = () => database.inSystem('metrics.read', (tx) => readStored(tx, now));
  return { now, isDatabaseUp, connections, stored: isDatabaseUp ? await read().catch(() => undefined) : undefined };
}
