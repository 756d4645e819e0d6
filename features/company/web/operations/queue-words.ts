import type { QueueName } from '#features/company/contract/operations.ts';
import { ofTaskQueues, taskKinds } from '#contract/tasks/task-kinds.ts';

export const queueWords: Readonly<Record<QueueName, string>> = {
  'mail.send': 'E-mails to send',
  ...ofTaskQueues((kind) => taskKinds[kind].queue),
  'company.export': 'Exports of companies, of an older version',
  'company.erasure': 'Deletions and erasures',
  'company.import': 'Imports of logs',
  'rows.write': 'Prepared files, of an older version',
  'vat.check': 'Questions about VAT numbers',
  notifications: 'Notifications',
  intakeKeyAlerts: 'Alerts of intake keys',
  integrationTests: 'Tests of integrations',
  housekeeping: 'Housekeeping',
  auditChain: 'Audit chain',
  retention: 'Retention',
  backup: 'Backup',
};
