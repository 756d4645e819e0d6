/** What the log is narrowed to, as the address holds it. */
export interface AuditFilter {
  search?: string;
  entity?: AuditEntity;
}

/** The kinds of records with a log (contract, `auditEntities`), as the filter names them. */
export const entityLabels = {
  user: 'Users',
  company: 'Company',
  notificationSettings: 'Notification settings',
  account: 'Accounts',
  request: 'Refused requests',
  intakeKey: 'Intake keys',
  reportedSkill: 'Reported skills',
  companyLimit: 'Account limit',
  skillLimit: 'Limits of skills',
  supportLimit: 'Support limits',
  invoice: 'Invoices',
  announcement: 'Announcements',
  integration: 'Integrations',
  skill: 'Skills',
} as const;

export type AuditEntity = keyof typeof entityLabels;

export const searchMaxLength = 200;

export function findEntity(value: unknown): AuditEntity | undefined {
  return (Object.keys(entityLabels) as AuditEntity[]).find((entity) => entity === value);
}

/** Reads the parameters of the address; what means nothing is left out. */
export function readAuditFilter(raw: object): AuditFilter {
  const { search, entity } = raw as Record<string, unknown>;
  const known = findEntity(entity);
  // The router reads ?search=2020 as a number.
  const text = typeof search === 'string' || typeof search === 'number' ? String(search) : '';
  return { ...(text !== '' && { search: text.slice(0, searchMaxLength) }), ...(known && { entity: known }) };
}
