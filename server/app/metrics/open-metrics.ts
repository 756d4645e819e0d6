import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../database/open-database.ts';
import { createSharedCalls } from '../../lib/concurrency/shared-calls.ts';
import { listenForMetrics } from '../../http/metrics/metrics-server.ts';
import type { Clock } from '../../outside/clock.ts';
import { noMetrics, type Metrics, type StoredFacts } from '../../outside/metrics/metrics.ts';
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
  longestMs = patienceMs,
): Promise<OpenMetrics> {
  if (!address) return { metrics: noMetrics, port: undefined, close: () => Promise.resolve() };
  const metrics = createPrometheusMetrics({ version, commit: commit ?? '', node: process.versions.node }, now);
  // Scrapes at one time share what they read.
  const readStored = createStoredFacts();
  const ofBackups = { isBackupScheduled: backup.at !== undefined, areBackupsVerified: backup.isVerified };
  // A statement goes on after its scrape has given up: the next one waits for its end, so that two never run beside each other.
  const readOnce = createSharedCalls(() => database.inSystem('metrics.read', (tx) => readStored(tx, now())));
  const share = createSharedCalls(async () => ({
    ...(await readFacts(database, () => readOnce('stored'), { now: now(), longestMs })),
    ...ofBackups,
  }));
  metrics.watch(() => share('facts'));
  const server = await listenForMetrics(metrics, { ...address, publicUrl: http.publicUrl });
  return { metrics, ...server };
}

/** Shorter than a scrape waits. */
const patienceMs = 5000;

interface Scrape {
  readonly now: Date;
  readonly longestMs: number;
}

/** A database that goes away meanwhile takes its own series alone, and so does one that is too busy to answer. */
async function readFacts(database: Database, readStored: () => Promise<StoredFacts>, { now, longestMs }: Scrape) {
  // First, because the others use some.
  const connections = database.connections.list();
  // By the connections of short statements: calls that wait for one of their own pool say nothing of the database.
  const asked = getState(database.actors).then(() => true);
  const isDatabaseUp = (await untilLate(asked, longestMs)) ?? false;
  return {
    now,
    isDatabaseUp,
    connections,
    stored: isDatabaseUp ? await untilLate(readStored(), longestMs) : undefined,
  };
}

/** The answer, or undefined where it fails or does not come in time. */
async function untilLate<T>(answer: Promise<T>, longestMs: number): Promise<T | undefined> {
  const late = new AbortController();
  const waiting = sleep(longestMs, undefined, { signal: late.signal, ref: false }).catch(() => undefined);
  try {
    return await Promise.race([answer.catch(() => undefined), waiting]);
  } finally {
    late.abort();
  }
}
