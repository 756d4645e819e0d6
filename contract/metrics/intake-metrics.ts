import { rejectReasons } from '#features/intake/contract/key-reports.ts';
import type { MetricFacts } from './metric-facts.ts';

const channel = ['intake', 'otlp'] as const;

/** Reports of assistants, and the pressure under which they are refused. */
export const intakeMetrics = {
  steward_intake_items_total: {
    type: 'counter',
    unit: 'items',
    source: 'code',
    help: 'Items that assistants reported: conversations, messages and statuses, or spans and log records',
    labels: { channel, result: ['accepted', 'rejected'] },
    healthy: [
      ['channel="intake",result="accepted"', '0+600'],
      ['channel="intake",result="rejected"', '0+6'],
    ],
    panel: {
      row: 'Intake',
      title: 'Reported items',
      lines: { '{{channel}} {{result}}': 'sum by (channel, result) (rate(steward_intake_items_total[5m]))' },
    },
    alerts: {
      StewardIntakeRejects: {
        when: 'sum(rate(steward_intake_items_total{result="rejected"}[30m])) / sum(rate(steward_intake_items_total[30m])) > 0.2 and sum(increase(steward_intake_items_total[30m])) > 100',
        for: '15m',
        severity: 'ticket',
        summary: 'More than a fifth of what assistants report is rejected.',
        todo: 'Open _Needs attention_ of the provider: it names the companies whose keys fail; the report of a key names the reason. Often an assistant was changed: its operator has to correct what it sends.',
        broken: { steward_intake_items_total: [['channel="intake",result="rejected"', '0+600']] },
      },
    },
  },
  steward_intake_durable_seconds: {
    type: 'histogram',
    unit: 'seconds',
    source: 'code',
    help: 'Time from the arrival of a batch or export until its rows are durable',
    labels: { channel },
    healthy: [],
    panel: {
      row: 'Intake',
      title: 'Time until reports are durable',
      lines: {
        median: 'histogram_quantile(0.5, sum by (le) (rate(steward_intake_durable_seconds_bucket[5m])))',
        '99 of 100': 'histogram_quantile(0.99, sum by (le) (rate(steward_intake_durable_seconds_bucket[5m])))',
      },
    },
  },
  steward_intake_refused_total: {
    type: 'counter',
    unit: 'calls',
    source: 'code',
    help: 'Reports that were refused as a whole; `failed` is a fault of the portal, `busy` asks to repeat, the others are faults of the report',
    labels: { reason: rejectReasons },
    healthy: [
      ['reason="busy"', '0+0'],
      ['reason="failed"', '0+0'],
      ['reason="malformed"', '0+1'],
    ],
    panel: {
      row: 'Intake',
      title: 'Refused reports',
      lines: { '{{reason}}': 'sum by (reason) (rate(steward_intake_refused_total[5m]))' },
    },
    alerts: {
      StewardIntakeFails: {
        when: 'sum(increase(steward_intake_refused_total{reason="failed"}[10m])) > 0',
        for: '0s',
        severity: 'page',
        summary: 'The portal could not store reports of assistants.',
        todo: 'Search the log for lines of level `error` of the operations intakeCreateBatch and otlpCreateTraces. Assistants repeat what was refused, for as long as their own memory lasts.',
        broken: { steward_intake_refused_total: [['reason="failed"', '0+1']] },
      },
      StewardIntakeBusy: {
        when: 'sum(rate(steward_intake_refused_total{reason="busy"}[10m])) > 0.1',
        for: '10m',
        severity: 'ticket',
        summary: 'Reports are refused because too much comes at a time.',
        todo: 'Compare _Processor_, _Connections_ and _Time until reports are durable_. Where one company sends most of it, its limit of bytes keeps the others free (INTAKE_MIB_PER_MINUTE); else start a second portal, or a faster database.',
        broken: { steward_intake_refused_total: [['reason="busy"', '0+60']] },
      },
    },
  },
  steward_intake_lag_seconds: {
    type: 'gauge',
    unit: 'seconds',
    source: 'scrape',
    help: 'Age of the oldest report in a stage: not stored and answered by this portal yet (`store`), spans that are due to become a conversation (`derive`), conversations that the search does not know (`index`); 0 where none waits',
    labels: { stage: ['store', 'derive', 'index'] },
    healthy: [
      ['stage="store"', '0.1'],
      ['stage="derive"', '0'],
      ['stage="index"', '2'],
    ],
    panel: {
      row: 'Intake',
      title: 'Intake lag',
      lines: { '{{stage}}': 'max by (stage) (steward_intake_lag_seconds)' },
    },
    alerts: {
      StewardIntakeStalls: {
        when: 'max by (instance) (steward_intake_lag_seconds{stage="store"}) > 30',
        for: '1m',
        severity: 'page',
        summary: 'A report has waited for more than 30 seconds to be stored.',
        todo: "The database holds it up: look for statements that wait for a lock (`select * from pg_stat_activity where wait_event_type = 'Lock'`), for a full disk and for a slow one.",
        broken: { steward_intake_lag_seconds: [['stage="store"', '40+60']] },
      },
      StewardDeriveLags: {
        when: 'max(steward_intake_lag_seconds{stage="derive"}) > 300',
        for: '5m',
        severity: 'ticket',
        summary: 'Spans have waited for more than five minutes to become conversations.',
        todo: 'Search the log for `spans` at level `warn`. A portal takes up what another one left within a minute; where the processor is busy, start a second portal.',
        broken: { steward_intake_lag_seconds: [['stage="derive"', '400+60']] },
      },
      StewardIndexLags: {
        when: 'max(steward_intake_lag_seconds{stage="index"}) > 900',
        for: '5m',
        severity: 'ticket',
        summary: 'The search does not know conversations of the last quarter of an hour.',
        todo: 'Search the log for `conversations not indexed for the search`. Without it the portals are too busy: the index takes what the intake leaves of the processor. What is reported is stored and billed meanwhile.',
        broken: { steward_intake_lag_seconds: [['stage="index"', '1000+60']] },
      },
    },
  },
  steward_shed_calls_total: {
    type: 'counter',
    unit: 'calls',
    source: 'code',
    help: 'Calls that were refused because they can wait, by kind of work and reason',
    labels: { kind: ['intake', 'upload', 'page-view'], reason: ['loop', 'disk'] },
    healthy: [['kind="intake",reason="loop"', '0+0']],
    panel: {
      row: 'Intake',
      title: 'Refused under pressure',
      lines: { '{{kind}} {{reason}}': 'sum by (kind, reason) (rate(steward_shed_calls_total[5m]))' },
    },
  },
  steward_under_pressure: {
    type: 'gauge',
    unit: 'flag',
    source: 'code',
    help: '1 while calls that can wait are refused: the event loop is later than MAX_LOOP_DELAY_MS, or less than DISK_RESERVE_MIB is free',
    labels: { reason: ['loop', 'disk'] },
    healthy: [
      ['reason="loop"', '0+0'],
      ['reason="disk"', '0+0'],
    ],
    panel: {
      row: 'Overview',
      title: 'Under pressure',
      lines: {
        '{{instance}} {{reason}}': 'steward_under_pressure',
        '{{instance}} maintenance': 'steward_maintenance',
      },
    },
    alerts: {
      StewardOverloaded: {
        when: 'avg_over_time(steward_under_pressure{reason="loop"}[5m]) > 0.5',
        for: '5m',
        severity: 'page',
        summary: 'A portal is overloaded and refuses reports and uploads.',
        todo: 'Start a second portal on the same database, or give this one a faster processor. Reports are answered 503 with `Retry-After`, so that assistants repeat them; sign-in and decisions go on.',
        broken: { steward_under_pressure: [['reason="loop"', '1+0']] },
      },
      StewardDiskFull: {
        when: 'steward_under_pressure{reason="disk"} == 1',
        for: '1m',
        severity: 'page',
        summary: 'The disk is full: reports and uploads are refused.',
        todo: 'Free space on the disk of DATA_DIR, or enlarge it: the portal recovers by itself within seconds. Older backups in its folder are the usual place. With DATABASE_URL look at the disk of that server.',
        broken: { steward_under_pressure: [['reason="disk"', '1+0']] },
      },
    },
  },
  steward_maintenance: {
    type: 'gauge',
    unit: 'flag',
    source: 'code',
    help: '1 during a maintenance: changes and reports are answered 503, reads and sign-in go on, and jobs rest',
    healthy: [['', '0+0']],
    panel: { in: 'steward_under_pressure' },
    alerts: {
      StewardMaintenanceLong: {
        when: 'min(steward_maintenance) == 1',
        for: '4h',
        severity: 'ticket',
        summary: 'The installation has been in maintenance for four hours.',
        todo: 'End it by `npm run maintenance -- off`, or on _Operations_, if its work is done: assistants keep their reports until then. A longer one is silenced.',
        broken: { steward_maintenance: [['', '1+0']] },
      },
    },
  },
  steward_disk_free_bytes: {
    type: 'gauge',
    unit: 'bytes',
    source: 'code',
    help: 'Free bytes on the disk of the data folder, without the reserve',
    healthy: [['', '50000000000+0']],
    panel: {
      row: 'Overview',
      title: 'Free disk',
      lines: { '{{instance}}': 'steward_disk_free_bytes', reserve: 'steward_disk_reserve_bytes' },
    },
    alerts: {
      StewardDiskShort: {
        when: 'steward_disk_free_bytes < 2 * steward_disk_reserve_bytes',
        for: '5m',
        severity: 'page',
        summary: 'The disk is short of space: uploads are refused, and reports soon.',
        todo: 'Free space on the disk of DATA_DIR, or enlarge it, before less than the reserve is left.',
        broken: { steward_disk_free_bytes: [['', '900000000+0']] },
      },
      StewardDiskFills: {
        when: 'predict_linear(steward_disk_free_bytes[3h], 86400) < steward_disk_reserve_bytes and steward_disk_free_bytes >= 2 * steward_disk_reserve_bytes',
        for: '30m',
        severity: 'ticket',
        summary: 'The disk is full within a day if it goes on like this.',
        todo: 'Find out what grows: _Operations_ shows the size of the database, BACKUP_KEEP how many backups are kept, and _Retention_ of each company for how long its conversations.',
        broken: { steward_disk_free_bytes: [['', '50000000000-60000000']] },
      },
    },
  },
  steward_disk_reserve_bytes: {
    type: 'gauge',
    unit: 'bytes',
    source: 'code',
    help: 'Reserve of the disk (DISK_RESERVE_MIB), which is kept for sign-in, reads and decisions; absent where it is 0',
    healthy: [['', '536870912+0']],
    panel: { in: 'steward_disk_free_bytes' },
  },
} as const satisfies Readonly<Record<string, MetricFacts>>;
