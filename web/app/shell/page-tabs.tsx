import type { CapabilityHolder } from '#contract/capabilities.ts';
import { Link } from '@tanstack/react-router';
import { Row } from '../../ui/layout/layout.tsx';
import styles from '../../ui/controls.module.css';
import { getVisibleTabs, type Tab, type TabbedArea } from '../areas.ts';

interface PageTabsProps {
  area: TabbedArea;
  /** Marked also where its address has further parts, as the order of a table. */
  current: Tab;
  holder: CapabilityHolder;
  pathname: string;
}

/** The tabs of an area that the user may open. */
export function PageTabs({ area, current, holder, pathname }: PageTabsProps) {
  const visible = getVisibleTabs(holder, area);
  // One tab alone leads nowhere.
  if (visible.length < 2) return null;
  return (
    <Row
      aria-label={area.label}
      as="nav"
      gap={6}
      rowGap={2}
      align="stretch"
      wrap
      rule="below"
      below={6}
      className={styles.tabs}
    >
      {visible.map((tab) => (
        <Link
          key={tab.path}
          to={tab.alias === pathname ? tab.alias : tab.path}
          search={(address: object) => pickKept(address, area.keeps)}
          activeOptions={{ exact: true, includeSearch: false }}
          aria-current={tab === current ? 'page' : undefined}
        >
          <span data-text={tab.label}>{tab.label}</span>
        </Link>
      ))}
    </Row>
  );
}

const pickKept = (address: object, keeps: readonly string[] = []) =>
  Object.fromEntries(Object.entries(address).filter(([name]) => keeps.includes(name)));
