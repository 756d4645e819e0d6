import { can, type Capability, type CapabilityHolder } from '#contract/capabilities.ts';
import type { ReactNode } from 'react';
import type { IconProps } from '../ui/drawings/first-icons.tsx';
import {
  AssistantsIcon,
  AuditIcon,
  BillingIcon,
  CompaniesIcon,
  CompanyIcon,
  ConnectionsIcon,
  ConversationsIcon,
  DashboardIcon,
  IntegrationsIcon,
  LockIcon,
  OperationsIcon,
  PaymentsIcon,
  SkillsIcon,
  StoreIcon,
  TutorialIcon,
  UsageIcon,
  UsersIcon,
} from '../ui/drawings/icons.tsx';
import { paths } from '../paths.ts';

/** The rights whose lack a page says itself, instead of not being found. */
export type WithheldCapability = 'transcripts.read-own' | 'company.read' | 'billing.read';

/** A page by its address, with the right that opens it. */
interface Place {
  readonly label: string;
  readonly path: string;
  readonly capability?: Capability;
  /** Other words by which one looks for the page. */
  readonly keywords?: string;
  /** Without the right the page says so, because every role has it by default. */
  readonly isWithheld?: true;
}

/** One of the pages that share a title. */
export interface Tab extends Place {
  /** The same page at another address. */
  readonly alias?: string;
  /** Only for those without this capability, whose holders have the same on another tab. */
  readonly unless?: Capability;
  /** Its address has further parts, the order of its table, which the other tabs lead back to. */
  readonly hasOrder?: boolean;
}

/** An entry of the menu with the pages that stand below it, or a set of pages outside of the menu. */
export interface Area extends Place {
  readonly tabs?: readonly Tab[];
  /** One of these is enough to see the entry. By default the capability, or those of the tabs. */
  readonly capabilities?: readonly Capability[];
  /** Further addresses whose pages belong to it, with all below them. */
  readonly contains?: readonly string[];
  /** Parameters of the address that go along from tab to tab. */
  readonly keeps?: readonly string[];
}

export type TabbedArea = Pick<Area, 'label' | 'tabs' | 'keeps'>;

export interface MenuArea extends Omit<Area, 'path'> {
  readonly icon: (props: IconProps) => ReactNode;
  /** A group without a path only opens and closes. */
  readonly path?: string;
  /** A group opens while the path's first segment is this one. */
  readonly group?: { readonly firstSegment: string; readonly links: readonly Place[] };
}

const billing = { capability: 'billing.read', isWithheld: true } as const;
const integrations = { capability: 'integrations.open-pages' } as const;
const catalogue = { label: 'Catalogue', path: paths.catalogue(), capability: 'integrations.manage' } as const;
const intake = { capability: 'intake.manage' } as const;
const skills = { capability: 'skills.manage' } as const;
const provider = { capability: 'companies.manage' } as const;

/** The side menu of section 2.1, in its order and words. */
const specified: readonly MenuArea[] = [
  {
    label: 'Dashboard',
    path: paths.dashboard(),
    icon: DashboardIcon,
    contains: [paths.analytics()],
    keeps: ['from', 'to', 'technicalUsers', 'compare'],
    tabs: [
      { label: 'Overview', path: paths.dashboard(), alias: paths.analytics() },
      { label: 'Quality', path: paths.quality() },
    ],
  },
  { label: 'Dashboard Old', path: paths.tutorial(), icon: TutorialIcon, capability: 'tutorial.read' },
  {
    label: 'User management',
    path: paths.users(),
    icon: UsersIcon,
    tabs: [
      { label: 'Users', path: paths.users(), capability: 'users.manage' },
      { label: 'Roles and rights', path: paths.rights(), capability: 'rights.manage' },
      { label: 'Single sign-on', path: paths.singleSignOnSettings(), capability: 'single-sign-on.manage' },
    ],
  },
  {
    label: 'Company Profile',
    path: paths.company(),
    icon: CompanyIcon,
    capabilities: ['company.read', 'notifications.manage'],
    contains: [paths.reports()],
    tabs: [
      { label: 'Profile', path: paths.company(), capability: 'company.read', isWithheld: true },
      {
        label: 'Contacts and e-mails',
        path: paths.notifications(),
        capability: 'notifications.manage',
        keywords: 'notifications',
      },
      { label: 'E-mail reports', path: paths.reports(), unless: 'notifications.manage' },
    ],
  },
  {
    label: 'Usage Dashboard',
    path: paths.usage(),
    icon: UsageIcon,
    contains: [paths.usageLimits()],
    keeps: ['period', 'by', 'type'],
    tabs: [
      { label: 'Month', path: paths.usage(), hasOrder: true, ...billing },
      { label: 'Support', path: paths.usageSupport(), ...billing },
      // Others find what there is on the first tab.
      { label: 'Own cost', path: paths.ownCost(), capability: 'limits.manage' },
    ],
  },
  {
    label: 'Billing',
    path: paths.billing(),
    icon: BillingIcon,
    keywords: 'invoices, statement of account, VAT, overdue',
    ...billing,
  },
  {
    label: 'Integrations',
    path: paths.integrations(),
    icon: IntegrationsIcon,
    tabs: [{ label: 'Systems', path: paths.integrations(), alias: paths.connections(), ...integrations }, catalogue],
  },
  {
    label: 'Integrations OLD',
    path: paths.connections(),
    icon: ConnectionsIcon,
    ...integrations,
    group: {
      firstSegment: 'connections',
      links: [{ label: 'Connections', path: paths.connections() }, catalogue],
    },
  },
  { label: 'Skills', path: paths.skills(), icon: SkillsIcon, ...skills },
  {
    label: 'Skills Old',
    icon: StoreIcon,
    ...skills,
    group: {
      firstSegment: 'skills',
      links: [
        { label: 'Skill Store', path: paths.skills(), ...skills },
        { label: 'Skills management', path: paths.skillsManagement(), ...skills },
      ],
    },
  },
];

/** Entries that the specification does not know stand below its entries, so that these can still be compared line by line. */
const further: readonly MenuArea[] = [
  {
    label: 'Conversations',
    path: paths.logs(),
    icon: ConversationsIcon,
    capability: 'transcripts.read-own',
    isWithheld: true,
    keywords: 'log',
  },
  {
    label: 'Assistants',
    path: paths.intakeKeys(),
    icon: AssistantsIcon,
    tabs: [
      { label: 'Keys', path: paths.intakeKeys(), ...intake },
      { label: 'Mapping', path: paths.reportedNames(), ...intake },
      { label: 'Imports', path: paths.logImports(), ...intake },
    ],
  },
  {
    label: 'Privacy',
    path: paths.masking(),
    icon: LockIcon,
    tabs: [
      { label: 'Masking', path: paths.masking(), capability: 'masking.manage' },
      { label: 'Retention', path: paths.retention(), capability: 'privacy.manage' },
      { label: 'Requests and exports', path: paths.privacy(), capability: 'company.export' },
    ],
  },
  { label: 'Audit log', path: paths.audit(), icon: AuditIcon, capability: 'audit.read' },
];

const ofProvider: readonly MenuArea[] = [
  {
    label: 'Companies',
    path: paths.companies(),
    icon: CompaniesIcon,
    tabs: [
      { label: 'Companies', path: paths.companies(), ...provider },
      { label: 'To bill', path: paths.companiesSupport(), ...provider },
      { label: 'Announcements', path: paths.announcements(), ...provider },
    ],
  },
  {
    label: 'Payments',
    path: paths.payments(),
    icon: PaymentsIcon,
    tabs: [
      { label: 'Payments', path: paths.payments(), keywords: 'overdue invoices', ...provider },
      { label: 'Bank statements', path: paths.bankStatements(), ...provider },
      { label: 'Payment reminders', path: paths.reminders(), keywords: 'overdue', ...provider },
    ],
  },
  {
    label: 'Accounting',
    path: paths.accounting(),
    icon: BillingIcon,
    tabs: [
      { label: 'Journal', path: paths.accounting(), keywords: 'VAT', ...provider },
      { label: 'Revenue', path: paths.revenue(), ...provider },
    ],
  },
  {
    label: 'Operations',
    path: paths.operations(),
    icon: OperationsIcon,
    tabs: [
      { label: 'Health', path: paths.operations(), ...provider },
      { label: 'Jobs and backups', path: paths.jobs(), ...provider },
      { label: 'Page views', path: paths.pageViews(), ...provider },
    ],
  },
];

/** The pages of the signed-in person, which the profile menu opens. */
const account: Area = {
  label: 'Account',
  path: paths.profile(),
  tabs: [
    { label: 'Profile', path: paths.profile() },
    { label: 'Security', path: paths.security() },
    { label: 'My files', path: paths.downloads() },
  ],
};

/** The blocks of the menu, from top to bottom. */
export const menuBlocks: readonly (readonly MenuArea[])[] = [specified, further, ofProvider];

export const menuAreas = menuBlocks.flat();

/** The areas whose pages share a title and have tabs. */
const tabbedAreas: readonly TabbedArea[] = [...menuAreas, account];

const places = new Map(
  menuAreas
    .flatMap(({ tabs = [], group, ...area }): Place[] => {
      const own = area.path === undefined ? [] : [{ ...area, path: area.path }];
      const aliases = tabs.flatMap((tab) => (tab.alias === undefined ? [] : [{ ...tab, path: tab.alias }]));
      return [...own, ...(group?.links ?? []), ...tabs, ...aliases];
    })
    .filter(({ capability }) => capability !== undefined)
    .map((place) => [place.path, place]),
);

interface PlaceFacts {
  capability?: Capability;
  withheld?: WithheldCapability;
}

/** Facts that the catalogue has of the page at a path: the right that opens it, and whether the page says its lack itself. */
export function getPlaceFacts(path: string): PlaceFacts {
  const { capability, isWithheld } = places.get(path) ?? {};
  if (capability === undefined) return {};
  return isWithheld ? { withheld: capability as WithheldCapability } : { capability };
}

export const canOpenPlace = (holder: CapabilityHolder, { capability, unless }: Pick<Tab, 'capability' | 'unless'>) =>
  (!capability || can(holder, capability)) && (!unless || !can(holder, unless));

/** The tabs of an area that a person may open. */
export const getVisibleTabs = (holder: CapabilityHolder, { tabs = [] }: Pick<Area, 'tabs'>): Tab[] =>
  tabs.filter((tab) => canOpenPlace(holder, tab));

/** The area of which the page at a path is a tab, and that tab. */
export function findTab(path: string): { area: TabbedArea; tab: Tab } | undefined {
  for (const area of tabbedAreas) {
    const tab = area.tabs?.find((each) => each.path === path || each.alias === path);
    if (tab) return { area, tab };
  }
  return undefined;
}
