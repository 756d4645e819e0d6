import { can, type Capability, type CapabilityHolder } from '#contract/capabilities.ts';
import { Link, useLocation } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { Row } from '../../ui/layout/layout.tsx';
import styles from '../../ui/controls.module.css';

interface Tab {
  label: string;
  path: string;
  capability?: Capability;
  /** The same page at another address. */
  alias?: string;
}

/** Sets of tabs; the label is for screen readers. */
const tabSets = {
  account: {
    label: 'Account',
    tabs: [
      { label: 'Profile', path: paths.profile() },
      { label: 'Security', path: paths.security() },
      { label: 'E-mail reports', path: paths.reports() },
      { label: 'Prepared files', path: paths.downloads() },
    ],
  },
  company: {
    label: 'Company',
    tabs: [
      { label: 'Company profile', path: paths.company(), capability: 'company.read' },
      { label: 'Notifications', path: paths.notifications(), capability: 'notifications.manage' },
      { label: 'Roles and rights', path: paths.rights(), capability: 'rights.manage' },
      { label: 'Masking', path: paths.masking(), capability: 'masking.manage' },
      { label: 'Single sign-on', path: paths.singleSignOnSettings(), capability: 'single-sign-on.manage' },
      { label: 'Data and privacy', path: paths.privacy(), capability: 'company.export' },
      { label: 'Audit log', path: paths.audit(), capability: 'audit.read' },
    ],
  },
  integrations: {
    label: 'Integrations',
    tabs: [
      {
        label: 'Integrations',
        path: paths.integrations(),
        alias: paths.connections(),
        capability: 'integrations.open-pages',
      },
      { label: 'Intake keys', path: paths.intakeKeys(), capability: 'intake.manage' },
      { label: 'Mapping', path: paths.reportedNames(), capability: 'intake.manage' },
      { label: 'Dry run', path: paths.dryRun(), capability: 'intake.manage' },
      { label: 'Import', path: paths.logImports(), capability: 'intake.manage' },
    ],
  },
} as const satisfies Record<string, { label: string; tabs: readonly Tab[] }>;

export type TabSet = keyof typeof tabSets;

/** The tabs of a set that the user may open. */
export function PageTabs({ set, holder }: { set: TabSet; holder: CapabilityHolder }) {
  const pathname = useLocation({ select: (location) => location.pathname });
  const { label, tabs }: { label: string; tabs: readonly Tab[] } = tabSets[set];
  const visible = tabs.filter((tab) => !tab.capability || can(holder, tab.capability));
  // One tab alone leads nowhere.
  if (visible.length < 2) return null;
  return (
    <Row
      aria-label={label}
      as="nav"
      gap={6}
      rowGap={2}
      align="stretch"
      wrap
      rule="below"
      below={8}
      className={styles.tabs}
    >
      {visible.map((tab) => (
        <Link
          key={tab.path}
          to={tab.alias === pathname ? tab.alias : tab.path}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          <span data-text={tab.label}>{tab.label}</span>
        </Link>
      ))}
    </Row>
  );
}
