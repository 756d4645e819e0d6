import { isUuid } from '#contract/uuid.ts';
import { parseSearchText, type ListAddress } from '../../records/list-address.ts';

/** The labels of the contract's `auditEntities` in the filter. */
export const entityLabels = {
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
  supportLimit: 'Support limits',
  supportRequest: 'Support requests',
  invoice: 'Invoices',
  jobQueue: 'Job queues',
  announcement: 'Announcements',
  mailReport: 'E-mail reports',
  integration: 'Integrations',
  skill: 'Skills',
  conversation: 'Transcripts',
  auditLog: 'Audit log',
} as const;

type AuditEntity = keyof typeof entityLabels;

interface AuditAddress extends ListAddress {
  readonly entity?: AuditEntity | undefined;
  /** The entries of one record. */
  readonly entityId?: string | undefined;
  /** A part of the author's name or address. */
  readonly actor?: string | undefined;
  /** Days of the company's zone, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));

/** Reads the parameters of the address; what means nothing is left out. */
export function parseAuditAddress(raw: object): AuditAddress {
  const { entity, entityId, actor, from, to } = raw as Record<string, unknown>;
  const known = (Object.keys(entityLabels) as AuditEntity[]).find((each) => each === entity);
  return {
    ...parseSearchText(raw),
    ...(known && { entity: known }),
    ...(typeof entityId === 'string' && isUuid(entityId) && { entityId }),
    ...(typeof actor === 'string' && actor !== '' && { actor: actor.slice(0, 200) }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  };
}
