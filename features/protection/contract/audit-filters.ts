import { formatShortDay } from '#contract/calendar/formats.ts';
import { choice, day, id, text } from '#contract/filters/filters.ts';

/** Kinds of records whose changes are in the audit log, with the labels of its filter. */
export const auditEntities = {
  user: 'Users',
  company: 'Company',
  notificationSettings: 'Notification settings',
  roleRights: 'Roles and rights',
  masking: 'Masking',
  retention: 'Retention',
  singleSignOn: 'Single sign-on',
  account: 'Accounts',
  request: 'Denied requests',
  intakeKey: 'Intake keys',
  logImport: 'Imports of logs',
  reportedSkill: 'Reported skills',
  reportedUser: 'Reported users',
  mappedAttribute: 'Mapped attributes',
  companyLimit: 'Account limit',
  skillLimit: 'Skill limits',
  ownerLimit: 'Limits of persons, departments and keys',
  supportLimit: 'Support limits',
  supportRequest: 'Support requests',
  invoice: 'Invoices',
  bankStatement: 'Bank statements',
  bankEntry: 'Bank entries',
  journal: 'Journal',
  reminderSettings: 'Payment reminders',
  reminderStop: 'Stops of payment reminders',
  companyNote: 'Notes about companies',
  jobQueue: 'Job queues',
  maintenance: 'Maintenance',
  announcement: 'Announcements',
  mailReport: 'E-mail reports',
  logView: 'Shared views',
  integration: 'Integrations',
  skill: 'Skills',
  conversation: 'Transcripts',
  auditLog: 'Audit log',
} as const;

/** The filters of the audit log. `features/protection/server/audit/audit.repository.ts` holds the SQL of each. */
export const auditFilters = {
  /** The first and the last day, in the company's zone. */
  from: day((value) => `from ${formatShortDay(value)}`),
  to: day((value) => `to ${formatShortDay(value)}`),
  entity: choice({ noun: 'record type', values: auditEntities }),
  /** The entries of one record. */
  entityId: id('one record'),
  /** A part of the author's name or address, of that time or of now. */
  actor: text({ maxLength: 200, toWord: (value) => `author: ${value}` }),
  /**
   * A part of what an entry shows: the author with name, address and company, the record, the words of the action, values before
   * and after; or the first characters of a request id, at least eight.
   */
  search: text({ maxLength: 200, toWord: (value) => `search: ${value}` }),
};
