import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics, type Metric } from 'prom-client';
import type { BackupFacts, MetricReaders, Metrics } from './metrics.ts';

/** In seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface PrometheusMetrics extends Metrics {
  /** Adds what is read at each scrape; before the first one. */
  watch(readers: MetricReaders): void;
  /** The text format of Prometheus, with the process's own metrics (CPU, memory, delay of the event loop). */
  render(): Promise<string>;
  readonly contentType: string;
}

/** Metrics of this process, in a registry of their own, so that several portals of one process keep apart. */
export function createPrometheusMetrics(
  build: Readonly<Record<'version' | 'commit' | 'node', string>>,
): PrometheusMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const labelNames = Object.keys(build);
  const info = { name: 'steward_build_info', help: '1, with the version and the commit that run', labelNames };
  new Gauge({ ...info, registers: [registry] }).set(build, 1);
  return {
    ...createCallMetrics([registry]),
    ...createWorkMetrics([registry]),
    ...createPressureMetrics([registry]),
    watch: (readers) => toGauges(readers).forEach((gauge) => registry.registerMetric(gauge)),
    render: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

function createCallMetrics(registers: Registry[]): Pick<Metrics, 'recordRequest' | 'recordDecision'> {
  const requests = new Counter({
    name: 'steward_http_requests_total',
    help: 'Answered calls of the API',
    labelNames: ['operation', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'steward_http_request_duration_seconds',
    help: 'Time to answer a call of the API',
    labelNames: ['operation'],
    buckets,
    registers,
  });
  const decisions = new Counter({
    name: 'steward_budget_decisions_total',
    help: 'Answers to assistants that asked whether a skill may run',
    labelNames: ['decision'],
    registers,
  });
  return {
    recordRequest({ operation = 'none', status, seconds: taken }) {
      requests.inc({ operation, status });
      seconds.observe({ operation }, taken);
    },
    recordDecision: (decision) => decisions.inc({ decision }),
  };
}

function createWorkMetrics(registers: Registry[]): Pick<Metrics, 'recordIntake' | 'recordJob' | 'recordMail'> {
  const items = new Counter({
    name: 'steward_intake_items_total',
    help: 'Items that assistants reported: conversations, messages and statuses, or spans and log records',
    labelNames: ['channel', 'result'],
    registers,
  });
  const seconds = new Histogram({
    name: 'steward_intake_durable_seconds',
    help: 'Time from the arrival of a batch or export until its rows are durable',
    labelNames: ['channel'],
    buckets,
    registers,
  });
  const jobs = new Counter({
    name: 'steward_jobs_total',
    help: 'Ended attempts at jobs',
    labelNames: ['queue', 'outcome'],
    registers,
  });
  const mails = new Counter({
    name: 'steward_mails_total',
    help: 'Attempts to hand a mail to the mail server',
    labelNames: ['outcome'],
    registers,
  });
  return {
    recordIntake({ channel, accepted, rejected, seconds: taken }) {
      items.inc({ channel, result: 'accepted' }, accepted);
      items.inc({ channel, result: 'rejected' }, rejected);
      seconds.observe({ channel }, taken);
    },
    recordJob: (queue, outcome) => jobs.inc({ queue, outcome }),
    recordMail: (outcome) => mails.inc({ outcome }),
  };
}

function createPressureMetrics(
  registers: Registry[],
): Pick<Metrics, 'recordShed' | 'recordPressure' | 'recordFreeDisk'> {
  const shed = new Counter({
    name: 'steward_shed_calls_total',
    help: 'Calls that were refused because they can wait, by kind of work and reason',
    labelNames: ['kind', 'reason'],
    registers,
  });
  const pressure = new Gauge({
    name: 'steward_under_pressure',
    help: '1 while calls that can wait are refused for this reason',
    labelNames: ['reason'],
    registers,
  });
  for (const reason of ['loop', 'disk']) pressure.set({ reason }, 0);
  const free = new Gauge({
    name: 'steward_disk_free_bytes',
    help: 'Free bytes on the disk of the data folder, without the reserve',
    registers,
  });
  return {
    recordShed: (kind, reason) => shed.inc({ kind, reason }),
    recordFreeDisk: (bytes) => free.set(bytes),
    recordPressure: (reason, isPresent) => pressure.set({ reason }, isPresent ? 1 : 0),
  };
}

/** Gauges that ask at each scrape; the connections first, because the others use some. */
function toGauges(readers: MetricReaders): Metric[] {
  return [...toDatabaseGauges(readers), ...toBackupGauges(readers)];
}

function toDatabaseGauges({ isDatabaseUp, countConnections, countJobs }: MetricReaders): Metric[] {
  return [
    new Gauge({
      name: 'steward_database_connections',
      help: 'Connections of a pool; waiting: calls that wait for one',
      labelNames: ['pool', 'state'],
      registers: [],
      collect() {
        for (const { pool, ...states } of countConnections()) {
          for (const [state, count] of Object.entries(states)) this.set({ pool, state }, count);
        }
      },
    }),
    new Gauge({
      name: 'steward_database_up',
      help: '1 where the database answered at this scrape',
      registers: [],
      async collect() {
        this.set((await isDatabaseUp()) ? 1 : 0);
      },
    }),
    new Gauge({
      name: 'steward_jobs_present',
      help: 'Jobs of all portals that are in the database now',
      labelNames: ['queue', 'state'],
      registers: [],
      async collect() {
        this.reset();
        for (const { queue, state, count } of await countJobs()) this.set({ queue, state }, count);
      },
    }),
  ];
}

/** Gauges of the last backup that has a file. */
const backupGauges: Readonly<Record<string, readonly [help: string, read: (made: BackupFacts, now: Date) => number]>> =
  {
    last_success_timestamp_seconds: [
      'When the last backup began that was made',
      ({ startedAt }) => startedAt.getTime() / 1000,
    ],
    age_seconds: [
      'Time since the last backup began that was made',
      ({ startedAt }, now) => (now.getTime() - startedAt.getTime()) / 1000,
    ],
    bytes: ['Size of the last backup that was made', ({ bytes }) => bytes ?? 0],
    verified: ['1 where the last backup that was made was restored and fits', ({ isVerified }) => (isVerified ? 1 : 0)],
  };

/** No series before the first backup, because none is not one that is old. */
function toBackupGauges({ findBackup, now }: MetricReaders): Metric[] {
  const made = Object.entries(backupGauges).map(
    ([name, [help, read]]) =>
      new Gauge({
        name: `steward_backup_${name}`,
        help,
        registers: [],
        async collect() {
          this.remove();
          const { made: last } = await findBackup();
          if (last) this.set(read(last, now()));
        },
      }),
  );
  const tried = new Gauge({
    name: 'steward_backup_last_result',
    help: '1 where the last backup that was tried was made without a fault, else 0',
    registers: [],
    async collect() {
      this.remove();
      const { isLastGood } = await findBackup();
      if (isLastGood !== undefined) this.set(isLastGood ? 1 : 0);
    },
  });
  return [...made, tried];
}
