import type { AuditEntry } from '#contract/audit.ts';

const entityNouns: Readonly<Record<string, string>> = {
  user: 'User',
  company: 'Company',
  notificationSettings: 'Notification settings',
  account: 'Account',
  request: 'Request',
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
};

/** What happened, by the last part of an action such as `users.update`. */
const verbs: Readonly<Record<string, string>> = {
  create: 'created',
  update: 'changed',
  delete: 'deleted',
  approve: 'approved',
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
};

/** 'User changed'; an action without a word of its own is shown as it is called. */
export function describeAction({ action, entity }: Pick<AuditEntry, 'action' | 'entity'>): string {
  const name = action.split('.').at(-1) ?? action;
  return sentences[action] ?? `${entityNouns[entity] ?? toWords(entity)} ${verbs[name] ?? toWords(name).toLowerCase()}`;
}

export interface FieldChange {
  label: string;
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
    .map((name) => ({
      label: toFieldLabel(name),
      before: old ? toText(old[name]) : undefined,
      after: current ? toText(current[name]) : undefined,
    }))
    .filter((change) => change.before !== change.after);
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
  if (value === undefined || value === null || value === '') return 'empty';
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

/** 'accountLimit' → 'Account limit', 'sign-up' → 'Sign up'. */
function toWords(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_]/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
