import {
  rightNames,
  rights,
  type RightLevel,
  type RightName,
  type RightsTable,
} from '#features/people/contract/role-rights.ts';
import { roles, type Role } from '#contract/roles.ts';

interface RightWords {
  readonly label: string;
  /** Scope of the right, and its bounds. */
  readonly explanation: string;
  readonly levels: Readonly<Partial<Record<RightLevel, string>>>;
}

export const rightWords: Readonly<Record<RightName, RightWords>> = {
  transcripts: {
    label: 'Transcripts',
    explanation:
      'Conversations in the logs, with their messages and images. “Own” works only if your assistant reports e-mail addresses. Figures stay visible to all: skills, tools, reasons of failures, and who uses them.',
    levels: { none: 'None', own: 'Own', all: 'All' },
  },
  unmasking: {
    label: 'Unmasking',
    explanation: 'Show the masked values of one conversation for 15 minutes, with a reason in the audit log.',
    levels: { none: 'No access', allow: 'Allowed' },
  },
  company: {
    label: 'Company data',
    explanation: 'Address, contact persons, time zone and logo.',
    levels: { none: 'No access', read: 'Read', change: 'Change' },
  },
  vatNumber: {
    label: 'VAT number',
    explanation: 'In the company profile. Invoices always show it.',
    levels: { none: 'No access', read: 'Read', change: 'Change' },
  },
  people: {
    label: 'People',
    explanation:
      'Create, change and delete users. Only roles without further rights can be granted. “Read (API)” shows company, SAP Login ID and roles of colleagues; name and e-mail address are shown to everyone.',
    levels: { none: 'No access', read: 'Read (API)', change: 'Manage' },
  },
  billing: {
    label: 'Billing and limits',
    explanation:
      'Usage, costs, invoices, support and limits. Cost and limit of each person are shown to those who may change limits or read people; others see their own. Billed requests name who made them.',
    levels: { none: 'No access', read: 'Read', change: 'Change' },
  },
  integrations: {
    label: 'Integrations',
    explanation:
      'Connections to enterprise systems and AI services. “Read (API)” hides the pages. Credentials depend on the role.',
    levels: { none: 'No access', api: 'Read (API)', read: 'Read', change: 'Manage' },
  },
  skills: {
    label: 'Skills',
    explanation: 'The skill store and skills of your company.',
    levels: { none: 'No access', change: 'Manage' },
  },
  audit: {
    label: 'Audit log',
    explanation: 'Who changed what, and when.',
    levels: { none: 'No access', read: 'Read' },
  },
};

export const describeLevel = (right: RightName, level: RightLevel) => rightWords[right].levels[level] ?? level;

/** The cells in which two tables differ, named by right and role. */
export function listDifferences(theirs: RightsTable, mine: RightsTable) {
  return listCells()
    .filter(({ right, role }) => theirs[right][role] !== mine[right][role])
    .map(({ right, role }) => ({
      label: `${rightWords[right].label}, ${role}`,
      theirs: describeLevel(right, theirs[right][role]),
      yours: describeLevel(right, mine[right][role]),
    }));
}

export const listCells = () => rightNames.flatMap((right) => roles.map((role) => ({ right, role })));

export const isDefault = (table: RightsTable, right: RightName, role: Role) =>
  table[right][role] === rights[right].defaults[role];
