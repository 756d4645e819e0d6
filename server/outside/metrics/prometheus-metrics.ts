import { Registry, collectDefaultMetrics } from 'prom-client';
import type { QueueName } from '#features/company/contract/operations.ts';
import type { ScrapedName } from '#contract/metrics/metrics.ts';
import type { Metrics, ScrapedFacts } from './metrics.ts';
import { registerMetrics, type RegisteredMetrics } from './registered-metrics.ts';
import { scrapedGauges } from './scraped-gauges.ts';

export interface PrometheusMetrics extends Metrics {
  /** Adds what is read at each scrape; before the first one. */
  watch(readFacts: () => Promise<Omit<ScrapedFacts, 'oldestReportSeconds'>>): void;
  /** The text format of Prometheus, with the process's own metrics (CPU, memory, delay of the event loop). */
  render(): Promise<string>;
  readonly contentType: string;
}

/** Metrics of this process, in a registry of their own, so that several portals of one process keep apart. */
export function createPrometheusMetrics(
  build: Readonly<Record<'version' | 'commit' | 'node', string>>,
  now: () => Date,
): PrometheusMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registered = registerMetrics(registry);
  registered.set('steward_build_info', build, 1);
  const reports = createReportsInProgress(now);
  let readFacts: Parameters<PrometheusMetrics['watch']>[0] | undefined;
  return {
    beginIntake: reports.begin,
    ...createRecorders(registered),
    watch: (read) => {
      readFacts = read;
    },
    async render() {
      const read = await readFacts?.();
      if (read) replaceGauges(registered, { ...read, oldestReportSeconds: reports.getOldestSeconds() });
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}

function replaceGauges({ replace }: RegisteredMetrics, facts: ScrapedFacts): void {
  for (const [name, read] of Object.entries(scrapedGauges)) replace(name as ScrapedName, read(facts));
}

/** Arrivals of reports that are not answered yet. */
function createReportsInProgress(now: () => Date) {
  const arrivals = new Set<{ readonly at: Date }>();
  return {
    begin() {
      const arrival = { at: now() };
      arrivals.add(arrival);
      return () => void arrivals.delete(arrival);
    },
    /** The first of a set is its oldest. */
    getOldestSeconds() {
      const [oldest] = arrivals;
      return oldest ? (now().getTime() - oldest.at.getTime()) / 1000 : 0;
    },
  };
}

function createRecorders({ count, set, observe }: RegisteredMetrics): Omit<Metrics, 'beginIntake'> {
  for (const reason of ['loop', 'disk'] as const) set('steward_under_pressure', { reason }, 0);
  return {
    recordRequest({ operation = 'none', status, isInMaintenance, seconds }) {
      count('steward_http_requests_total', { operation, status: isInMaintenance ? 'maintenance' : String(status) });
      observe('steward_http_request_duration_seconds', { operation }, seconds);
    },
    recordIntake({ channel, accepted, rejected, seconds }) {
      count('steward_intake_items_total', { channel, result: 'accepted' }, accepted);
      count('steward_intake_items_total', { channel, result: 'rejected' }, rejected);
      observe('steward_intake_durable_seconds', { channel }, seconds);
    },
    recordDecision: (decision) => count('steward_budget_decisions_total', { decision }),
    recordJob: (queue, outcome) => count('steward_jobs_total', { queue: queue as QueueName, outcome }),
    recordMail: (outcome) => count('steward_mails_total', { outcome }),
    recordShed: (kind, reason) => count('steward_shed_calls_total', { kind, reason }),
    recordFreeDisk(bytes, reserveBytes) {
      set('steward_disk_free_bytes', {}, bytes);
      set('steward_disk_reserve_bytes', {}, reserveBytes);
    },
    recordPressure: (reason, isPresent) => set('steward_under_pressure', { reason }, isPresent ? 1 : 0),
    recordMaintenance: (isPresent) => set('steward_maintenance', {}, isPresent ? 1 : 0),
    recordArchive: (part, at) => set('steward_archive_timestamp_seconds', { part }, at.getTime() / 1000),
    count,
  };
}
