import type { CapabilityHolder } from '#contract/capabilities.ts';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { recall, remember } from '../../lib/area-memory.ts';
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
  const { path, hasOrder = false } = current;
  // The address is another tab's while that one is loading.
  const isHere = !visible.some((tab) => tab !== current && tab.path === pathname);
  useEffect(() => {
    if (hasOrder && isHere) remember(toMemory(path), pathname);
  }, [hasOrder, isHere, path, pathname]);
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
          to={getAddress(tab, pathname)}
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

const toMemory = (path: string) => `address of ${path}`;

const getAddress = ({ alias, path, hasOrder }: Tab, pathname: string): string =>
  alias === pathname ? alias : (hasOrder && recall<string>(toMemory(path))) || path;

const pickKept = (address: object, keeps: readonly string[] = []) =>
  Object.fromEntries(Object.entries(address).filter(([name]) => keeps.includes(name)));
