import type { AuditEntry } from '#features/protection/contract/audit.ts';
import { describeAnswer, describeOperation, toWords } from '#features/protection/contract/denied-request-words.ts';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import { formatDateTime, formatShortDay } from '#contract/calendar/formats.ts';
import { isCalendarDay } from '#contract/calendar/zones.ts';
import type { CompanyForm } from '#features/company/contract/company.ts';
import { categories } from '#features/integrations/contract/vendor-facts.ts';
import { roles } from '#contract/roles.ts';
import type { RightLevel, RightName } from '#features/people/contract/role-rights.ts';
import { skillStateLabels } from '#features/skills/contract/skill-states.ts';
import { domains, skillAreas } from '#features/skills/contract/skill-values.ts';
import { shortUserLabels } from '#features/people/contract/user-fields.ts';
import { faultWords } from './audit-fault-words.ts';

const rightNouns: Readonly<Record<RightName, string>> = {
  transcripts: 'Transcripts',
  unmasking: 'Unmasking',
  company: 'Company data',
  vatNumber: 'VAT number',
  people: 'People',
  billing: 'Billing and limits',
  integrations: 'Integrations',
  skills: 'Skills',
  audit: 'Audit log',
};

/** The fields of rights, e.g. 'transcripts.User'. */
const rightFields: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(rightNouns).flatMap(([right, noun]) => roles.map((role) => [`${right}.${role}`, `${noun}, ${role}`])),
);

/** The fields of the company in the order of the form. */
const companyFields: Readonly<Record<Exclude<keyof CompanyForm, 'hasOtherVatNumber'>, string>> = {
  companyName: 'Company name',
  vatNumber: 'VAT number',
  country: 'Country',
  address_1: 'Address',
  address_2: 'Address, second line',
  region: 'Region',
  city: 'City',
  zip: 'ZIP',
  invoiceReference: 'PO number or customer reference',
  peppolId: 'Peppol ID for e-invoices',
  billingEmail: 'Billing e-mail',
  primaryContact: 'Primary contact',
  secondaryContact: 'Secondary contact',
  timeZone: 'Time zone',
};

/** Other fields follow in alphabetical order, because the database does not keep the order of a form. */
const fieldOrder = [...Object.keys(shortUserLabels), ...Object.keys(companyFields)];

/** Labels of the fields whose name alone would not read well. */
const fieldLabels: Readonly<Record<string, string>> = {
  ...shortUserLabels,
  ...companyFields,
  clientId: 'Client ID',
  kind: 'Kind',
  signInAddress: 'Sign-in address',
  isDemanded: 'Single sign-on required',
  breakGlass: 'Emergency access',
  usesSharedRedirect: 'Former redirect URI',
  clientSecretReplaced: 'Client secret replaced',
  hint: 'Ends with',
  invoiceId: 'Invoice ID',
  correctionReason: 'Reason',
  paidOn: 'Date of payment',
  rest: 'Not assigned',
  fileName: 'File',
  statementId: 'Statement ID',
  known: 'Known entries',
  previousUntil: 'Previous key valid until',
  revokedAt: 'Revoked',
  skillName: 'Skill',
  skillId: 'Skill ID',
  timeZoneFrom: 'Time zone applies from',
  suspendedFrom: 'Suspended from',
  address: 'IP address',
  verdict: 'Result',
  checked: 'Verified entries',
  brokenAt: 'Broken at place',
  brokenEntry: 'Broken entry',
  moreRequests: 'More requests in this minute',
  signInReplaced: 'Password replaced',
  suspensionReason: 'Reason',
  deletionReason: 'Reason',
  billedSince: 'Billed since',
  contentDays: 'Days for texts',
  sumsDays: 'Days for conversations',
  emptied: 'Conversations that lost their texts',
  emptiedBefore: 'Texts from before',
  deletedBefore: 'Conversations from before',
  deletesRequests: 'Requests of this month too',
  deletedRequests: 'Requests',
  deletionDueAt: 'Deletion on',
  uniqueId: 'Unique ID',
  conversationInfo: 'Commands',
  screenShots: 'Screenshots',
  ...rightFields,
};

function compareFields(a: string, b: string): number {
  const [placeOfA, placeOfB] = [fieldOrder.indexOf(a), fieldOrder.indexOf(b)];
  if (placeOfA === -1 || placeOfB === -1) return placeOfB - placeOfA || a.localeCompare(b, 'en');
  return placeOfA - placeOfB;
}

/** The record of an entry; for a denied request, its operation. */
export function describeSubject({ entity, entityLabel }: Pick<AuditEntry, 'entity' | 'entityLabel'>): string {
  return entity === 'request' ? describeOperation(entityLabel) : entityLabel;
}

/** Words in place of values that mean nothing to a reader. */
const fieldNotes: Readonly<Record<string, (before: unknown, after: unknown) => string>> = {
  answer: (_before, after) => describeAnswer(String(after)),
  // The values are file keys.
  logo: (before, after) => {
    if (isEmpty(before)) return 'added';
    return isEmpty(after) ? 'removed' : 'changed';
  },
  screenShots: (before, after) => `${countItems(before)} before, ${countItems(after)} now`,
};

const countItems = (value: unknown) => (Array.isArray(value) ? value.length : 0);

const rightLevels: Readonly<Record<RightLevel, string>> = {
  none: 'No access',
  own: 'Own',
  all: 'All',
  api: 'Read through the API',
  read: 'Read',
  change: 'Change',
  allow: 'Allowed',
};

const toLabels = (options: readonly { readonly key: string; readonly label: string }[]) =>
  Object.fromEntries(options.map(({ key, label }) => [key, label]));

/** The words of a page in place of stored keys, by field. */
const valueWords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...Object.fromEntries(Object.keys(rightFields).map((field) => [field, rightLevels])),
  verdict: { intact: 'Intact', ...faultWords },
  area: toLabels(skillAreas),
  domainKnowledge: toLabels(domains),
  category: toLabels(categories),
  state: skillStateLabels,
};

/** Fields in euros. */
const amountFields: ReadonlySet<string> = new Set([
  'total',
  'credited',
  'paid',
  'amount',
  'rest',
  'cost',
  'price',
  'limit',
  'pricePerRequest',
  'ownCostPerRequest',
  'baseFeePerMonth',
  'E-mail',
  'Voice',
]);

export interface FieldChange {
  label: string;
  /** Stands in place of both values. */
  note?: string | undefined;
  /** Undefined where the record was created or deleted. */
  before: string | undefined;
  after: string | undefined;
}

/** The fields that differ, without those that a created or deleted record leaves empty, in the order of their form. A nested field is named by its path. */
export function listChanges({ before, after }: Pick<AuditEntry, 'before' | 'after'>): FieldChange[] {
  const old = before && flatten(before);
  const current = after && flatten(after);
  const names = new Set([...Object.keys(old ?? {}), ...Object.keys(current ?? {})]);
  return [...names]
    .sort(compareFields)
    .filter((name) => toText(old?.[name]) !== toText(current?.[name]))
    .map((name) => toChange(name, old, current));
}

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;

/** An instant in the zone and a day of the calendar as everywhere, another value as it is. */
export function formatValue(text: string, zone: string): string {
  if (instant.test(text)) return formatDateTime(text, zone);
  return isCalendarDay(text) ? formatShortDay(text) : text;
}

type Fields = Readonly<Record<string, unknown>> | null;

function toChange(name: string, old: Fields, current: Fields): FieldChange {
  const label = toFieldLabel(name);
  const note = fieldNotes[name]?.(old?.[name], current?.[name]);
  if (note !== undefined) return { label, note, before: undefined, after: undefined };
  const describe = (value: unknown) => {
    if (amountFields.has(name) && typeof value === 'number') return formatEuroAmount(value);
    return valueWords[name]?.[String(value)] ?? toText(value);
  };
  return { label, before: old ? describe(old[name]) : undefined, after: current ? describe(current[name]) : undefined };
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
  if (isEmpty(value)) return 'Not set';
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  if (Array.isArray(value)) return value.length === 0 ? 'Not set' : value.map(toText).join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
}

function toFieldLabel(path: string): string {
  const whole = fieldLabels[path];
  if (whole !== undefined) return whole;
  return path
    .split('.')
    .map((name) => fieldLabels[name] ?? toWords(name))
    .join(', ');
}
