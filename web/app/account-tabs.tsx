import { can } from '#contract/capabilities.ts';
import type { RoleHolder } from '#contract/capabilities.ts';
import { Link } from '@tanstack/react-router';
import { paths } from '../paths.ts';
import styles from './account-tabs.module.css';

const tabs = [
  { label: 'Profile', path: paths.profile() },
  { label: 'Security', path: paths.security() },
  { label: 'Notifications', path: paths.notifications(), capability: 'notifications.manage' },
  { label: 'Audit log', path: paths.audit(), capability: 'audit.read' },
] as const;

/** The pages of one's own account, above each of them. */
export function AccountTabs({ holder }: { holder: RoleHolder }) {
  const visible = tabs.filter((tab) => !('capability' in tab) || can(holder, tab.capability));
  return (
    <nav aria-label="Account" className={styles.tabs}>
      {visible.map((tab) => (
        <Link key={tab.path} to={tab.path} activeOptions={{ exact: true, includeSearch: false }}>
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
