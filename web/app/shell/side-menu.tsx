import type { CapabilityHolder } from '#contract/capabilities.ts';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useFile } from '../../features/company/company.queries.ts';
import { settings } from '../../lib/settings.ts';
import { paths } from '../../paths.ts';
import { ChevronDownIcon } from '../../ui/drawings/icons.tsx';
import { BlobImage } from '../../ui/blob-image.tsx';
import { LogoMark } from '../../ui/drawings/logo-mark.tsx';
import { findCurrentMenuPath, getFirstSegment, getVisibleMenu } from './menu.ts';
import type { MenuEntry } from './menu.ts';
import styles from './side-menu.module.css';

/** The menu at the left. On narrow screens a rail of icons, which widens while it is pointed at or has the focus. */
export function SideMenu({ holder, logo }: { holder: CapabilityHolder; logo: string | null }) {
  const pathname = useLocation({ select: (location) => location.pathname });
  const current = findCurrentMenuPath(pathname);
  return (
    <nav aria-label="Main menu" className={styles.side}>
      <Link to={paths.dashboard()} className={styles.brand}>
        <Brand logo={logo} />
      </Link>
      <div className={styles.nav}>
        <ul className={styles.list}>
          {getVisibleMenu(holder).map((entry) => (
            <li key={entry.label}>
              {entry.group ? (
                <MenuGroup entry={entry} current={current} pathname={pathname} />
              ) : (
                <Link
                  to={entry.path}
                  className={styles.entry}
                  activeProps={{}}
                  activeOptions={{ exact: true }}
                  aria-current={entry.path === current ? 'page' : undefined}
                >
                  <entry.icon />
                  <span className={styles.label}>{entry.label}</span>
                </Link>
              )}
            </li>
          ))}
        </ul>
      </div>
      <footer className={styles.footer}>
        <span className={styles.label}>Built and supported by {settings.brand.provider}</span>
      </footer>
    </nav>
  );
}

/** The logo of the company; the product's mark without one, and until it is loaded. */
function Brand({ logo }: { logo: string | null }) {
  const { data } = useFile(logo);
  if (data) {
    return (
      <>
        <span className={styles.mark}>
          <LogoMark />
        </span>
        <span className={styles.logo}>
          <BlobImage blob={data} alt={settings.brand.product} />
        </span>
      </>
    );
  }
  return (
    <>
      <LogoMark />
      <span className={styles.label}>{settings.brand.product}</span>
    </>
  );
}

interface MenuGroupProps {
  entry: MenuEntry;
  current: string | undefined;
  pathname: string;
}

function MenuGroup({ entry, current, pathname }: MenuGroupProps) {
  const inside = entry.group?.firstSegment === getFirstSegment(pathname);
  const [toggled, setToggled] = useState<{ opened: boolean; inside: boolean }>();
  // A choice by hand counts until the path enters or leaves the group.
  const opened = toggled && toggled.inside === inside ? toggled.opened : inside;
  const head = (
    <>
      <entry.icon />
      <span className={styles.label}>{entry.label}</span>
      <span className={styles.chevron} data-opened={opened}>
        <ChevronDownIcon size={16} />
      </span>
    </>
  );
  const toggle = () => setToggled({ opened: !opened, inside });
  return (
    <>
      {entry.path && !inside ? (
        <Link
          to={entry.path}
          className={styles.entry}
          activeProps={{}}
          activeOptions={{ exact: true }}
          aria-expanded={opened}
        >
          {head}
        </Link>
      ) : (
        <button type="button" className={styles.entry} aria-expanded={opened} onClick={toggle}>
          {head}
        </button>
      )}
      {opened && (
        <ul className={styles.sublist}>
          {entry.group?.links.map((link) => (
            <li key={link.path}>
              <Link
                to={link.path}
                className={styles.entry}
                activeProps={{}}
                activeOptions={{ exact: true }}
                aria-current={link.path === current ? 'page' : undefined}
              >
                <span className={styles.label}>{link.label}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
