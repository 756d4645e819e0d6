import type { MetricFacts } from './metric-facts.ts';

/** Backups, the audit chain and what ends or waits. */
export const upkeepMetrics = {
  steward_backup_last_success_timestamp_seconds: {
    type: 'gauge',
    unit: 'timestamp',
    source: 'scrape',
    help: 'When the last backup began that was made; absent before the first',
    healthy: [['', '-3600+0']],
    panel: {
      row: 'Backup & audit',
      title: 'Age of the last backup',
      isNumber: true,
      unit: 'seconds',
      lines: { age: 'time() - max(steward_backup_last_success_timestamp_seconds)' },
    },
    alerts: {
      StewardBackupOld: {
        when: 'time() - max(steward_backup_last_success_timestamp_seconds) > 93600',
        for: '0s',
        severity: 'page',
        summary: 'The last backup that was made is older than 26 hours.',
        todo: 'Read why the last one failed on _Operations_, end the reason (often the folder, its disk or its rights), and run `npm run backup`. Where BACKUP_AT is not set, whatever starts the command did not.',
        broken: { steward_backup_last_success_timestamp_seconds: [['', '-100000+0']] },
      },
    },
  },
  steward_backup_age_seconds: {
    type: 'gauge',
    unit: 'seconds',
    source: 'scrape',
    help: 'Time since the last backup began that was made; absent before the first',
    healthy: [['', '3600+60']],
    panel: { in: 'steward_backup_last_success_timestamp_seconds' },
  },
  steward_backup_bytes: {
    type: 'gauge',
    unit: 'bytes',
    source: 'scrape',
    help: 'Size of the last backup that was made',
    healthy: [['', '1000000+0']],
    panel: {
      row: 'Backup & audit',
      title: 'Size of the last backup',
      lines: { bytes: 'max(steward_backup_bytes)' },
    },
  },
  steward_backup_verified: {
    type: 'gauge',
    unit: 'flag',
    source: 'scrape',
    help: '1 where the last backup that was made was restored and fits; also 0 while it is being verified',
    healthy: [['', '1+0']],
    panel: {
      row: 'Backup & audit',
      title: 'Last backup verified, and without a fault',
      isNumber: true,
      lines: { verified: 'min(steward_backup_verified)', 'without a fault': 'min(steward_backup_last_result)' },
    },
    alerts: {
      StewardBackupUnverified: {
        when: 'max(steward_backup_verified) == 0',
        for: '2h',
        severity: 'ticket',
        summary: 'The last backup was not verified, or did not fit.',
        todo: '_Operations_ says what differs. Run `npm run backup` again, which verifies; keep the backups before until one fits. With BACKUP_VERIFY=0 none is verified.',
        broken: { steward_backup_verified: [['', '0+0']] },
      },
    },
  },
  steward_backup_last_result: {
    type: 'gauge',
    unit: 'flag',
    source: 'scrape',
    help: '1 where the last backup that was tried was made without a fault, else 0; also 0 while it is being verified',
    healthy: [['', '1+0']],
    panel: { in: 'steward_backup_verified' },
    alerts: {
      StewardBackupFailed: {
        when: 'max(steward_backup_last_result) == 0',
        for: '1h',
        severity: 'ticket',
        summary: 'The last backup that was tried failed.',
        todo: '_Operations_ and the log (`the backup failed`) have the reason. It is tried again after 5, 10 and 20 minutes, then the next day: end the reason and run `npm run backup`.',
        broken: { steward_backup_last_result: [['', '0+0']] },
      },
    },
  },
} as const satisfies Readonly<Record<string, MetricFacts>>;
