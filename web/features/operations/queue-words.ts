import type { QueueName } from '#contract/operations.ts';

export const queueWords: Readonly<Record<QueueName, string>> = {
  'mail.send': 'E-mails to send',
  'company.export': 'Exports of companies',
  'company.erasure': 'Deletions and erasures',
  'company.import': 'Imports of logs',
  'rows.write': 'Prepared files',
  notifications: 'Notifications',
  intakeKeyAlerts: 'Alerts of intake keys',
  integrationTests: 'Tests of integrations',
  housekeeping: 'Housekeeping',
  auditChain: 'Audit chain',
  retention: 'Retention',
  backup: 'Backup',
};
