import type { Capability } from '#contract/capabilities.ts';
import { paths } from '../paths.ts';
import { findTab, menuAreas } from './areas.ts';

interface LinkedPage {
  readonly label: string;
  readonly path: string;
  /** Title of the page that leads to it. */
  readonly detail?: string;
  readonly capability?: Capability;
}

/** Pages without an entry or a tab, which links of other pages lead to. */
export const linkedPages: readonly LinkedPage[] = [
  { label: 'Limits', path: paths.usageLimits(), detail: 'Usage Dashboard', capability: 'billing.read' },
  { label: 'Test a payload', path: paths.dryRun(), detail: 'Assistants', capability: 'intake.manage' },
  { label: 'Agreed prices', path: paths.agreedPrices(), detail: 'Skills', capability: 'skills.set-prices' },
  { label: 'Documentation', path: paths.documentation() },
  { label: 'Contact us', path: paths.contacts() },
];

/** Pages that nothing but a page or an e-mail leads to, by their pattern: forms, those of one record, and those outside of the menu. */
const otherPages: Readonly<Record<string, Pick<LinkedPage, 'label' | 'detail'>>> = {
  '/users/newUser': { detail: 'User management', label: 'Create new user' },
  '/users/addUser': { detail: 'User management', label: 'Create new user' },
  '/users/invite': { detail: 'User management', label: 'Invite users' },
  '/users/$id': { detail: 'User management', label: 'Edit user' },
  '/settings/reports/addNew': { detail: 'E-mail reports', label: 'Create report' },
  '/settings/reports/$id': { detail: 'E-mail reports', label: 'Edit report' },
  '/settings/usage/limits/request': { detail: 'Usage Dashboard', label: 'Request for more of a limit' },
  '/settings/billing/addNew': { detail: 'Billing', label: 'Add invoice' },
  '/settings/billing/$id': { detail: 'Billing', label: 'Update invoice' },
  '/integrations/intake/imports/$id': { detail: 'Assistants', label: 'One import' },
  '/integrations/intake/$id': { detail: 'Assistants', label: 'One key' },
  '/connections/catalogue/$provider': { detail: 'Integrations', label: 'One provider of the catalogue' },
  '/connections/$provider/$service/$id': { detail: 'Integrations', label: 'One integration' },
  '/skills/management/addNew': { detail: 'Skills Old', label: 'Create new Skill' },
  '/skills/management/$id': { detail: 'Skills Old', label: 'Edit skill' },
  '/skills/$id': { detail: 'Skills', label: 'One skill' },
  '/analytics/top-users': { detail: 'Dashboard', label: 'Top users' },
  '/analytics/top-skills': { detail: 'Dashboard', label: 'Top skills' },
  '/legalInformation': { label: 'Terms of service' },
  '/login': { label: 'Sign in' },
  '/single-sign-on': { detail: 'Sign in', label: 'Single sign-on' },
  '/choose-company': { detail: 'Sign in', label: 'Choose your company' },
  '/two-factor': { detail: 'Sign in', label: 'Two-factor authentication' },
  '/two-factor/app': { detail: 'Sign in', label: 'Set up two-factor authentication by an app' },
  '/two-factor/setup': { detail: 'Sign in', label: 'Set up two-factor authentication' },
  '/forgot-password': { detail: 'Sign in', label: 'Reset your password' },
  '/new-password': { detail: 'Sign in', label: 'Create new password' },
  '/sign-up': { label: 'Sign up' },
  '/verify-account': { detail: 'Sign up', label: 'Verify your account' },
  '/unsubscribe': { label: 'Unsubscribe' },
  '/skill-approval': { detail: 'Skills', label: 'Approval by e-mail' },
};

const join = (title: string | undefined, label: string) =>
  title === undefined || title === label ? label : `${title}: ${label}`;

/** The names of the page at an address: of its title and itself, one where they are equal; undefined for an address of no page. */
export function findPageName(path: string): string | undefined {
  const found = findTab(path);
  if (found) return join(found.area.label, found.tab.label);
  const linked = linkedPages.find((page) => page.path === path);
  const other = linked ?? otherPages[path];
  if (other) return join(other.detail, other.label);
  const entry = menuAreas.find((area) => area.path === path);
  if (entry) return entry.label;
  const area = menuAreas.find(({ group }) => group?.links.some((link) => link.path === path));
  return area && join(area.label, area.group?.links.find((link) => link.path === path)?.label ?? '');
}
