import type { RowKindFacts } from './row-kind-facts.ts';

const transcripts = ['transcripts.read-own', 'transcripts.read-all', 'analytics.include-technical-users'] as const;

const defineRowKinds = <const Kinds extends Readonly<Record<string, RowKindFacts>>>(kinds: Kinds) => kinds;

export const rowKinds = defineRowKinds({
  conversations: {
    label: 'Conversations',
    filter: 'log',
    fileName: 'conversations',
    summary: 'Download the conversations that match the filters of the log, newest first',
    problems: ['search.too-common'],
    needed: 'transcripts.read-own',
    capabilities: [...transcripts, 'logs.see-api-calls'],
    entity: 'conversation',
    isMasked: true,
    namesUsers: true,
  },
  messages: {
    label: 'Messages',
    filter: 'log',
    fileName: 'messages',
    summary:
      'Download the masked messages of the conversations that match the filters of the log, newest conversation first',
    problems: ['search.too-common'],
    needed: 'transcripts.read-own',
    capabilities: transcripts,
    entity: 'conversation',
    isMasked: true,
    namesUsers: true,
  },
  usage: {
    label: 'Usage',
    filter: 'month',
    fileName: 'usage',
    summary: 'Download requests and cost of each skill in a month, by default the present one',
    needed: 'billing.read',
    capabilities: [],
    entity: 'company',
    isMasked: false,
    namesUsers: false,
  },
  costs: {
    label: 'Costs by owner',
    filter: 'costs',
    fileName: 'costs',
    summary:
      'Download what departments, cost centres, persons, keys, models or skills cost in a month and in each of the twelve before, the most expensive first',
    needed: 'billing.read',
    capabilities: ['users.read-profiles', 'limits.manage'],
    entity: 'company',
    isMasked: true,
    namesUsers: true,
  },
  focus: {
    label: 'Usage in FOCUS columns',
    filter: 'month',
    fileName: 'usage-focus',
    summary:
      'Download the usage of a month by skill, price, department and cost centre in the columns of the FinOps FOCUS specification 1.2',
    needed: 'billing.read',
    capabilities: [],
    entity: 'company',
    isMasked: false,
    namesUsers: false,
  },
  requests: {
    label: 'Billed requests',
    filter: 'requests',
    fileName: 'requests',
    summary: 'Download the billed requests of a month, newest first',
    problems: ['record.not-found'],
    needed: 'billing.read',
    capabilities: transcripts,
    entity: 'company',
    isMasked: true,
    namesUsers: true,
  },
  invoices: {
    label: 'Invoices',
    filter: 'invoices',
    fileName: 'invoices',
    summary: 'Download the invoices of the list that match the filter; totals include VAT',
    needed: 'billing.read',
    capabilities: [],
    entity: 'invoice',
    isMasked: false,
    namesUsers: false,
  },
  allInvoices: {
    label: 'Invoices of all companies',
    filter: 'invoices',
    fileName: 'invoices-of-all-companies',
    summary:
      'Download the invoices and credit notes of all companies that match the filter, with what is open, for the provider’s SuperAdmins at home',
    problems: ['exports.at-home'],
    needed: 'companies.manage',
    capabilities: [],
    entity: 'invoice',
    isMasked: false,
    namesUsers: false,
    isOfProvider: true,
  },
  accountStatement: {
    label: 'Statement of account',
    filter: 'days',
    fileName: 'account-statement',
    summary: 'Download the opening balance, invoices, credit notes, payments and closing balance of some days',
    needed: 'billing.read',
    capabilities: [],
    entity: 'company',
    isMasked: false,
    namesUsers: false,
  },
  journal: {
    label: 'Journal',
    filter: 'days',
    fileName: 'journal',
    summary:
      'Download the postings of the invoices and credit notes that were issued to all companies on some days, for the provider’s SuperAdmins at home',
    problems: ['exports.at-home'],
    needed: 'companies.manage',
    capabilities: [],
    entity: 'journal',
    isMasked: false,
    namesUsers: false,
    isOfProvider: true,
  },
  revenue: {
    label: 'Revenue',
    filter: 'companies',
    fileName: 'revenue',
    summary: 'Download the revenue of the last 24 months by company and month, for the provider’s SuperAdmins at home',
    problems: ['exports.at-home'],
    needed: 'companies.manage',
    capabilities: [],
    entity: 'company',
    isMasked: false,
    namesUsers: false,
    isOfProvider: true,
  },
  topUsers: {
    label: 'Top users',
    filter: 'range',
    fileName: 'top-users',
    summary: 'Download the users of the assistant by number of messages',
    problems: ['request.range-too-long'],
    needed: undefined,
    capabilities: ['analytics.include-technical-users'],
    entity: 'company',
    isMasked: true,
    namesUsers: true,
  },
  users: {
    label: 'Users',
    filter: 'users',
    fileName: 'users',
    summary: 'Download the users of the company that match the filter, by name, with the fields that the caller sees',
    problems: ['access.refused'],
    needed: undefined,
    capabilities: ['users.manage', 'users.read-profiles'],
    entity: 'user',
    isMasked: false,
    namesUsers: true,
  },
  companies: {
    label: 'Companies',
    filter: 'companies',
    fileName: 'companies',
    summary: 'Download the companies with what each spends and owes, by name, for the provider’s SuperAdmins at home',
    problems: ['exports.at-home'],
    needed: 'companies.manage',
    capabilities: [],
    entity: 'company',
    isMasked: false,
    namesUsers: false,
    isOfProvider: true,
  },
  integrations: {
    label: 'Integrations',
    filter: 'integrations',
    fileName: 'integrations',
    summary: 'Download the integrations of the company that match the filter, by name, without what signs in to them',
    needed: 'integrations.read',
    capabilities: [],
    entity: 'integration',
    isMasked: false,
    namesUsers: false,
  },
  skills: {
    label: 'Skills',
    filter: 'skills',
    fileName: 'skills',
    summary: 'Download the skills of the store that match the filter, by name, with the month so far',
    needed: 'skills.manage',
    capabilities: ['billing.read', 'skills.set-prices'],
    entity: 'skill',
    isMasked: false,
    namesUsers: false,
  },
  audit: {
    label: 'Audit log',
    filter: 'audit',
    fileName: 'audit-log',
    needed: 'audit.read',
    capabilities: ['company.read', 'company.see-vat-number'],
    entity: 'auditLog',
    isMasked: false,
    namesUsers: false,
  },
});

type RowKinds = typeof rowKinds;
export type RowKind = keyof RowKinds;

/** The kinds with an endpoint among the downloads. */
export type DownloadedKind = { [Kind in RowKind]: RowKinds[Kind] extends { summary: string } ? Kind : never }[RowKind];

export const rowKindNames = Object.keys(rowKinds) as RowKind[];

/** The facts of a kind, with those that not every kind has. */
export const getRowKind = (kind: RowKind): RowKindFacts => rowKinds[kind];

/** The kinds whose rows name users of the company. */
export const kindsWithUsers = rowKindNames.filter((kind) => rowKinds[kind].namesUsers);

/** The kinds that have an endpoint among the downloads. */
export const downloadedKinds = rowKindNames.filter(
  (kind): kind is DownloadedKind => getRowKind(kind).summary !== undefined,
);

/** The name of a kind's endpoint, e.g. `listTopUsers`. */
export const toListName = <Kind extends RowKind>(kind: Kind) =>
  `list${kind.charAt(0).toUpperCase()}${kind.slice(1)}` as `list${Capitalize<Kind>}`;
