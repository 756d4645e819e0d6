import type { AuditEntry } from '#contract/audit.ts';
import { describeAnswer, describeOperation } from './refusal-words.ts';
import { toWords } from './to-words.ts';

const entityNouns: Readonly<Record<string, string>> = {
  user: 'User',
  company: 'Company',
  notificationSettings: 'Notification settings',
  account: 'Account',
  request: 'Request',
  intakeKey: 'Intake key',
  reportedSkill: 'Reported skill',
  companyLimit: 'Account limit',
  skillLimit: 'Limit of a skill',
  supportLimit: 'Support limits',
  invoice: 'Invoice',
  announcement: 'Announcement',
};

/** Actions that read as a sentence of their own. */
const sentences: Readonly<Record<string, string>> = {
  'account.two-factor-on': 'Two-factor sign-in turned on',
  'account.two-factor-off': 'Two-factor sign-in turned off',
  'account.recovery-codes-renewed': 'New recovery codes made',
  'account.password-reset': 'Password set anew by a mailed code',
  'account.new-password': 'First password replaced',
  'companies.sign-up': 'Company signed up',
  'companies.sign-up-again': 'Sign-up repeated',
  'intakeKeys.rename': 'Intake key named differently',
  'announcements.create': 'Announcement written',
  'mails.unsubscribe': 'Unsubscribed from mails',
  'reportedSkills.map': 'Reported skill mapped',
};

/** What happened, by the last part of an action such as `users.update`. */
const verbs: Readonly<Record<string, string>> = {
  create: 'created',
  update: 'changed',
  delete: 'deleted',
  approve: 'approved',
  issue: 'issued',
  rotate: 'rotated',
  revoke: 'revoked',
  refuse: 'refused',
  'verify-contact': 'proved a new address',
};

/** As the forms show them; whatever stands not here follows by its name. The database does not keep an order. */
const fieldOrder = [
  'firstName',
  'lastName',
  'email',
  'company',
  'sapId',
  'roles',
  'companyName',
  'vatNumber',
  'country',
  'address_1',
  'address_2',
  'region',
  'city',
  'zip',
  'primaryContact',
  'secondaryContact',
];

function compareFields(a: string, b: string): number {
  const [placeOfA, placeOfB] = [fieldOrder.indexOf(a), fieldOrder.indexOf(b)];
  if (placeOfA === -1 || placeOfB === -1) return placeOfB - placeOfA || a.localeCompare(b, 'en');
  return placeOfA - placeOfB;
}

/** Field names that would not read well by themselves. */
const fieldLabels: Readonly<Record<string, string>> = {
  firstName: 'First Name',
  lastName: 'Last Name',
  email: 'E-mail',
  sapId: 'SAP Login ID',
  vatNumber: 'VAT number',
  zip: 'ZIP',
  roles: 'Role',
  address_1: 'Address',
  address_2: 'Address, second line',
  hint: 'Ends with',
  previousUntil: 'Previous key good until',
  revokedAt: 'Revoked',
  skillName: 'Skill',
  skillId: 'Skill ID',
};

/** Whose record it is; of a refused request, what was tried. */
export function describeSubject({ entity, entityLabel }: Pick<AuditEntry, 'entity' | 'entityLabel'>): string {
  return entity === 'request' ? describeOperation(entityLabel) : entityLabel;
}

/** 'User changed'; an action without a word of its own is shown as it is called. */
export function describeAction({ action, entity }: Pick<AuditEntry, 'action' | 'entity'>): string {
  const name = action.split('.').at(-1) ?? action;
  return sentences[action] ?? `${entityNouns[entity] ?? toWords(entity)} ${verbs[name] ?? toWords(name).toLowerCase()}`;
}

/** Fields whose values say nothing to a person, with what is said instead. */
const fieldNotes: Readonly<Record<string, (before: unknown, after: unknown) => string>> = {
  answer: (_before, after) => describeAnswer(String(after)),
  // The values are keys of files.
  logo: (before, after) => {
    if (isEmpty(before)) return 'added';
    return isEmpty(after) ? 'removed' : 'changed';
  },
};

export interface FieldChange {
  label: string;
  /** Stands in place of both values. */
  note?: string | undefined;
  /** Undefined where there was no record before, or is none after. */
  before: string | undefined;
  after: string | undefined;
}

/** The fields that differ, in the order of their form. Nested fields are named by their path. */
export function listChanges({ before, after }: Pick<AuditEntry, 'before' | 'after'>): FieldChange[] {
  const old = before && flatten(before);
  const current = after && flatten(after);
  const names = new Set([...Object.keys(old ?? {}), ...Object.keys(current ?? {})]);
  return [...names]
    .sort(compareFields)
    .filter((name) => !old || !current || toText(old[name]) !== toText(current[name]))
    .map((name) => toChange(name, old, current));
}

type Fields = Readonly<Record<string, unknown>> | null;

function toChange(name: string, old: Fields, current: Fields): FieldChange {
  const label = toFieldLabel(name);
  const note = fieldNotes[name]?.(old?.[name], current?.[name]);
  if (note !== undefined) return { label, note, before: undefined, after: undefined };
  return { label, before: old ? toText(old[name]) : undefined, after: current ? toText(current[name]) : undefined };
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function flatten(record: object, path = ''): Record<string, unknown> {
  const entries = Object.entries(record).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(flatten(value, `${path}${name}.`))
      : [[`${path}${name}`, value] as const],
  );
  return Object.fromEntries(entries);
}

function toText(value: unknown): string {
  if (isEmpty(value)) return 'empty';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (Array.isArray(value)) return value.length === 0 ? 'empty' : value.map(toText).join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
}

function toFieldLabel(path: string): string {
  return path
    .split('.')
    .map((name) => fieldLabels[name] ?? toWords(name))
    .join(', ');
}
