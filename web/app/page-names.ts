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

const join = (title: string | undefined, label: string) =>
  title === undefined || title === label ? label : `${title}: ${label}`;

/** The names of the page at an address: of its title and itself, one where they are equal; undefined where none is known. */
export function findPageName(path: string): string | undefined {
  const found = findTab(path);
  if (found) return join(found.area.label, found.tab.label);
  const linked = linkedPages.find((page) => page.path === path);
  if (linked) return join(linked.detail, linked.label);
  const entry = menuAreas.find((area) => area.path === path);
  if (entry) return entry.label;
  const area = menuAreas.find(({ group }) => group?.links.some((link) => link.path === path));
  return area && join(area.label, area.group?.links.find((link) => link.path === path)?.label ?? '');
}
