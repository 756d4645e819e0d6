import { can, type Capability, type CapabilityHolder } from '#contract/capabilities.ts';
import type { ReactNode } from 'react';
import type { IconProps } from '../../ui/drawings/first-icons.tsx';
import {
  BillingIcon,
  CompanyIcon,
  ConnectionsIcon,
  DashboardIcon,
  IntegrationsIcon,
  SkillsIcon,
  StoreIcon,
  TutorialIcon,
  UsageIcon,
  UsersIcon,
} from '../../ui/drawings/icons.tsx';
import { paths } from '../../paths.ts';

export interface MenuLink {
  label: string;
  path: string;
  capability?: Capability;
}

export interface MenuEntry {
  label: string;
  icon: (props: IconProps) => ReactNode;
  /** A group without a path only opens and closes. */
  path?: string;
  /** One of these is enough. */
  capability?: Capability | readonly Capability[];
  /** A group opens while the path's first segment is this one. */
  group?: { firstSegment: string; links: readonly MenuLink[] };
}

/** The pages of the company are the tabs of its profile. */
const companyPages = [
  'company.read',
  'notifications.manage',
  'rights.manage',
  'single-sign-on.manage',
  'audit.read',
] as const;

/** The side menu of section 2.1, in its order. */
const menu: readonly MenuEntry[] = [
  { label: 'Dashboard', path: paths.dashboard(), icon: DashboardIcon },
  { label: 'Dashboard Old', path: paths.tutorial(), icon: TutorialIcon, capability: 'tutorial.read' },
  { label: 'User management', path: paths.users(), icon: UsersIcon, capability: 'users.manage' },
  { label: 'Company Profile', path: paths.company(), icon: CompanyIcon, capability: companyPages },
  { label: 'Usage Dashboard', path: paths.usage(), icon: UsageIcon, capability: 'billing.read' },
  { label: 'Billing', path: paths.billing(), icon: BillingIcon, capability: 'billing.read' },
  { label: 'Integrations', path: paths.integrations(), icon: IntegrationsIcon, capability: 'integrations.open-pages' },
  {
    label: 'Integrations OLD',
    path: paths.connections(),
    icon: ConnectionsIcon,
    capability: 'integrations.open-pages',
    group: {
      firstSegment: 'connections',
      links: [
        { label: 'Connections', path: paths.connections() },
        { label: 'Catalogue', path: paths.catalogue(), capability: 'integrations.manage' },
      ],
    },
  },
  { label: 'Skills', path: paths.skills(), icon: SkillsIcon, capability: 'skills.manage' },
  {
    label: 'Skills Old',
    icon: StoreIcon,
    capability: 'skills.manage',
    group: {
      firstSegment: 'skills',
      links: [
        { label: 'Skill Store', path: paths.skills() },
        { label: 'Skills management', path: paths.skillsManagement() },
      ],
    },
  },
];

export function getVisibleMenu(holder: CapabilityHolder): MenuEntry[] {
  const isVisible = ({ capability = [] }: Pick<MenuEntry, 'capability'>) => {
    const needed = typeof capability === 'string' ? [capability] : capability;
    return needed.length === 0 || needed.some((each) => can(holder, each));
  };
  return menu.filter(isVisible).map(({ group, ...entry }) => ({
    ...entry,
    ...(group && { group: { ...group, links: group.links.filter(isVisible) } }),
  }));
}

const menuPaths = menu.flatMap((entry) => [entry.path, ...(entry.group?.links.map((link) => link.path) ?? [])]);

const companyPaths: readonly string[] = [
  paths.notifications(),
  paths.rights(),
  paths.masking(),
  paths.singleSignOnSettings(),
  paths.privacy(),
  paths.audit(),
];

/** The longest menu path that contains a page. The analytics pages belong to the dashboard, tabs to the first of them. */
export function findCurrentMenuPath(pathname: string): string | undefined {
  if (pathname === '/analytics' || pathname.startsWith('/analytics/')) return paths.dashboard();
  if (companyPaths.includes(pathname)) return paths.company();
  return menuPaths
    .filter((path) => path !== undefined)
    .filter((path) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`)))
    .reduce<string | undefined>((longest, path) => (path.length > (longest?.length ?? 0) ? path : longest), undefined);
}

/** Whether an entry outside the groups has this path. */
export function isEntryPath(path: string | undefined): boolean {
  return menu.some((entry) => !entry.group && entry.path === path);
}

export function getFirstSegment(pathname: string): string {
  return pathname.split('/')[1] ?? '';
}
