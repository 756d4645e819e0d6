import { parseSearchText } from '../../records/list-address.ts';
import type { ListAddress } from '../../records/list-address.ts';

/** The labels of the contract's `auditEntities` in the filter. */
export const entityLabels = {
  user: 'Users',
  company: 'Company',
  notificationSettings: 'Notification settings',
  roleRights: 'Roles and rights',
  account: 'Accounts',
  request: 'Denied requests',
  intakeKey: 'Intake keys',
  reportedSkill: 'Reported skills',
  companyLimit: 'Account limit',
  skillLimit: 'Skill limits',
  supportLimit: 'Support limits',
  invoice: 'Invoices',
  announcement: 'Announcements',
  integration: 'Integrations',
  skill: 'Skills',
} as const;

type AuditEntity = keyof typeof entityLabels;

interface AuditAddress extends ListAddress {
  readonly entity?: AuditEntity | undefined;
}

/** Reads the parameters of the address; what means nothing is left out. */
export function parseAuditAddress(raw: object): AuditAddress {
  const { entity } = raw as Record<string, unknown>;
  const known = (Object.keys(entityLabels) as AuditEntity[]).find((each) => each === entity);
  return { ...parseSearchText(raw), ...(known && { entity: known }) };
}
