import { queueNames } from '#features/company/contract/operations.ts';
import type { MetricFacts } from './metric-facts.ts';

const pool =
  'what holds the connections: calls (`app`, `system`, `actors`, `worker-N` of a distributed database), `identity`, `jobs`, `jobs-listener`, and `changes`, which listens for live updates once someone watches';

/** The database, jobs and mails. */
export const workMetrics = {
  steward_database_up: {
    type: 'gauge',
    unit: 'flag',
    source: 'scrape',
    help: '1 where the database answered at this scrape',
    healthy: [['', '1+0']],
    panel: {
      row: 'Overview',
      title: 'Database answers',
      lines: { '{{instance}}': 'steward_database_up' },
    },
    alerts: {
      StewardDatabaseDown: {
        when: 'steward_database_up == 0',
        for: '1m',
        severity: 'page',
        summary: 'The database does not answer a portal.',
        todo: 'Look at the database server and the network between them; the log of the portal says once a minute what it is answered. Nothing has to be restarted: the portal is ready within seconds of its return.',
        broken: { steward_database_up: [['', '0+0']] },
      },
    },
  },
  steward_database_connections: {
    type: 'gauge',
    unit: 'items',
    source: 'scrape',
    help: 'Connections of a pool; waiting: calls that wait for one',
    labels: { pool, state: ['used', 'idle', 'waiting'] },
    healthy: [
      ['pool="app",state="used"', '3+0'],
      ['pool="app",state="waiting"', '0+0'],
    ],
    panel: {
      row: 'Database',
      title: 'Connections',
      lines: { '{{pool}} {{state}}': 'sum by (pool, state) (steward_database_connections)' },
    },
    alerts: {
      StewardPoolExhausted: {
        when: 'min_over_time(steward_database_connections{state="waiting"}[5m]) > 0',
        for: '1m',
        severity: 'page',
        summary: 'Calls wait for a connection of the pool {{ $labels.pool }}.',
        todo: "Look for statements that run long or wait for a lock (`select * from pg_stat_activity where state <> 'idle'`). Where there are none, the portal has more calls than its connections serve: start a second portal, and compare `max_connections` of the database with the sum of all pools.",
        broken: { steward_database_connections: [['pool="app",state="waiting"', '4+0']] },
      },
    },
  },
  steward_database_connections_limit: {
    type: 'gauge',
    unit: 'items',
    source: 'scrape',
    help: 'Connections that a pool opens at most',
    labels: { pool },
    healthy: [['pool="app"', '20']],
    panel: {
      row: 'Database',
      title: 'Used part of the pools',
      lines: {
        '{{pool}}':
          'max by (pool) (steward_database_connections{state="used"} / on (instance, pool) steward_database_connections_limit)',
      },
      unit: 'ratio',
    },
  },
  steward_facts_read: {
    type: 'gauge',
    unit: 'flag',
    source: 'scrape',
    help: '1 where what waits was read of the database at this scrape; where it was not, the series of jobs, backups and ages are absent',
    healthy: [['', '1']],
    panel: {
      row: 'Database',
      title: 'Facts of the database read',
      lines: { '{{instance}}': 'steward_facts_read' },
    },
    alerts: {
      StewardFactsUnread: {
        when: 'steward_database_up == 1 and steward_facts_read == 0',
        for: '10m',
        severity: 'ticket',
        summary: 'A portal cannot read what waits, so that alerts on jobs, backups and ages are blind.',
        todo: 'The statement of the metrics fails or takes longer than five seconds: look for locks and for a table that a change of the schema took away.',
        broken: { steward_facts_read: [['', '0']] },
      },
    },
  },
  steward_jobs_total: {
    type: 'counter',
    unit: 'items',
    source: 'code',
    help: 'Ended attempts at jobs',
    labels: { queue: queueNames, outcome: ['done', 'retried', 'given up'] },
    healthy: [
      ['queue="mail.send",outcome="done"', '0+3'],
      ['queue="mail.send",outcome="given up"', '0+0'],
    ],
    panel: {
      row: 'Jobs & mail',
      title: 'Attempts at jobs',
      lines: { '{{queue}} {{outcome}}': 'sum by (queue, outcome) (rate(steward_jobs_total[5m])) > 0' },
    },
    alerts: {
      StewardJobGivenUp: {
        when: 'sum by (queue) (increase(steward_jobs_total{outcome="given up"}[1h])) > 0',
        for: '0s',
        severity: 'ticket',
        summary: 'A job of the queue {{ $labels.queue }} failed at its last attempt.',
        todo: 'The log has its reason at level `error` (`job given up`). End the reason, then open _Operations_ and repeat the failed jobs of the queue; one that runs at fixed times comes again by itself.',
        broken: { steward_jobs_total: [['queue="mail.send",outcome="given up"', '0+1']] },
      },
    },
  },
  steward_jobs_present: {
    type: 'gauge',
    unit: 'items',
    source: 'scrape',
    help: 'Jobs of all portals that are in the database now: created, active, retry (waits for its next attempt) or failed (given up)',
    labels: { queue: queueNames, state: ['created', 'active', 'retry', 'failed'] },
    healthy: [['queue="mail.send",state="created"', '1+0']],
    panel: {
      row: 'Jobs & mail',
      title: 'Jobs',
      lines: { '{{queue}} {{state}}': 'max by (queue, state) (steward_jobs_present)' },
    },
  },
  steward_jobs_oldest_seconds: {
    type: 'gauge',
    unit: 'seconds',
    source: 'scrape',
    help: 'Age of the oldest job of a queue that waits for its first or next attempt, from when it was due at first; 0 where none does',
    labels: { queue: queueNames },
    healthy: [
      ['queue="mail.send"', '2+0'],
      ['queue="tasks.rowFile"', '0+0'],
    ],
    panel: {
      row: 'Jobs & mail',
      title: 'Oldest waiting job',
      lines: { '{{queue}}': 'max by (queue) (steward_jobs_oldest_seconds)' },
    },
    alerts: {
      StewardMailWaits: {
        when: 'max(steward_jobs_oldest_seconds{queue="mail.send"}) > 900',
        for: '0s',
        severity: 'page',
        restsInMaintenance: true,
        summary: 'A mail has not been sent for a quarter of an hour.',
        todo: 'Ask the mail server: the log names the class of its answer (`job failed, will be tried again`), and _Operations_ says whether it takes the sign-in. Mails are tried for a day and a half; those of a sign-in expire in ten minutes.',
        broken: { steward_jobs_oldest_seconds: [['queue="mail.send"', '1200+60']] },
      },
      StewardJobWaits: {
        when: 'max by (queue) (steward_jobs_oldest_seconds{queue!~"mail.send|vat.check"}) > 7200',
        for: '0s',
        severity: 'ticket',
        restsInMaintenance: true,
        summary: 'A job of the queue {{ $labels.queue }} has waited for two hours.',
        todo: 'Look at the queue in _Operations_: where it fails, the log has the reason; where none runs, no portal works at jobs, or long ones hold all places.',
        broken: { steward_jobs_oldest_seconds: [['queue="tasks.rowFile"', '7260+60']] },
      },
    },
  },
  steward_mails_total: {
    type: 'counter',
    unit: 'items',
    source: 'code',
    help: 'Attempts to hand a mail to the mail server; refused: for good, failed: is tried again',
    labels: { outcome: ['sent', 'refused', 'failed'] },
    healthy: [
      ['outcome="sent"', '0+3'],
      ['outcome="failed"', '0+0'],
      ['outcome="refused"', '0+0'],
    ],
    panel: {
      row: 'Jobs & mail',
      title: 'Mails',
      lines: { '{{outcome}}': 'sum by (outcome) (rate(steward_mails_total[5m]))' },
    },
    alerts: {
      StewardMailFails: {
        when: 'sum(increase(steward_mails_total{outcome=~"failed|refused"}[15m])) > 2 * sum(increase(steward_mails_total{outcome="sent"}[15m])) and sum(increase(steward_mails_total{outcome=~"failed|refused"}[15m])) >= 5',
        for: '0s',
        severity: 'page',
        summary: 'The mail server takes few mails or none: codes of sign-ins do not arrive.',
        todo: 'Try SMTP_URL: the server, its port, the password. The log has the number of its answer for a refused mail and the class of the failure for others. Mails that failed go out by themselves once it answers.',
        broken: {
          steward_mails_total: [
            ['outcome="sent"', '0+0'],
            ['outcome="failed"', '0+1'],
          ],
        },
      },
    },
  },
} as const satisfies Readonly<Record<string, MetricFacts>>;
