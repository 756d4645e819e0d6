import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../database/open-database.ts';
import { createSharedCalls } from '../../lib/concurrency/shared-calls.ts';
import { listenForMetrics } from '../../http/metrics/metrics-server.ts';
import type { Clock } from '../../outside/clock.ts';
import { noMetrics, type Metrics } from '../../outside/metrics/metrics.ts';
import { createPrometheusMetrics } from '../../outside/metrics/prometheus-metrics.ts';
import { createStoredFacts } from './stored-facts.ts';
import { getState } from './waiting-facts.repository.ts';

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
  const metrics = createPrometheusMetrics({ version, commit: commit ?? '', node: process.versions.node }, now);
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

/** Shorter than a scrape waits. */
const longestMs = 5000;

/** A database that goes away meanwhile takes its own series alone, and so does one that is too busy to answer. */
async function readFacts(database: Database, readStored: ReturnType<typeof createStoredFacts>, now: Date) {
  // First, because the others use some.
  const connections = database.connections.list();
  // By the connections of short statements: calls that wait for one of their own pool say nothing of the database.
  const asked = getState(database.actors).then(() => true);
  const isDatabaseUp = (await untilLate(asked)) ?? false;
  const read = () => untilLate(database.inSystem('metrics.read', (tx) => readStored(tx, now)));
  return { now, isDatabaseUp, connections, stored: isDatabaseUp ? await read() : undefined };
}

/** The answer, or undefined where it fails or does not come in time. */
async function untilLate<T>(answer: Promise<T>): Promise<T | undefined> {
  const late = new AbortController();
  const waiting = sleep(longestMs, undefined, { signal: late.signal, ref: false }).catch(() => undefined);
  try {
    return await Promise.race([answer.catch(() => undefined), waiting]);
  } finally {
    late.abort();
  }
}
