import type { CapabilityHolder } from '#contract/capabilities.ts';
import { Link, useLinkProps, useLocation } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useFile } from '#features/company/web/company.queries.ts';
import { settings } from '../../lib/settings.ts';
import { paths } from '../../paths.ts';
import { ChevronDownIcon } from '../../ui/drawings/icons.tsx';
import { BlobImage } from '../../ui/blob-image.tsx';
import { LogoMark } from '../../ui/drawings/logo-mark.tsx';
import { findCurrentMenuPath, getFirstSegment, getMenuBlocks, isEntryPath, type MenuEntry } from './menu.ts';
import { Block, Row, Stack } from '../../ui/layout/layout.tsx';
import styles from './shell.module.css';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set where an entry of a group of the menu was chosen. */
    isFromMenuGroup?: boolean;
  }
}

/** The menu at the left. On narrow screens a rail of icons, which widens while it is pointed at or has the focus. */
export function SideMenu({ holder, logo }: { holder: CapabilityHolder; logo: string | null }) {
  const pathname = useLocation({ select: (location) => location.pathname });
  const { current, isFromGroup } = useCurrentEntry(pathname);
  return (
    <Stack aria-label="Main menu" as="nav" className={styles.sideMenuSide}>
      <Link to={paths.dashboard()} className={styles.brand}>
        <Brand logo={logo} />
      </Link>
      <Block pad={[5, 3]} grow className={styles.nav}>
        {getMenuBlocks(holder).map((entries) => (
          <Stack key={entries[0]?.label} as="ul" gap="hair" className={styles.block}>
            {entries.map((entry) => (
              <li key={entry.label}>
                {entry.group ? (
                  <MenuGroup entry={entry} current={isFromGroup ? current : undefined} pathname={pathname} />
                ) : (
                  <MenuLink path={entry.path} isCurrent={entry.home === current && !isFromGroup}>
                    <entry.icon />
                    <span className={styles.label}>{entry.label}</span>
                  </MenuLink>
                )}
              </li>
            ))}
          </Stack>
        ))}
      </Block>
      <Block as="footer" size="xs" tone="faint" breaks="never" fixed pad={[4, 6, 5]}>
        <span className={styles.label}>{`Built and supported by ${settings.brand.provider}`}</span>
      </Block>
    </Stack>
  );
}

/**
 * The marked entry, always one. Pages of two entries belong to the one that was chosen: forms of integrations below
 * "Integrations" stay there, although their addresses are those of "Integrations OLD".
 */
function useCurrentEntry(pathname: string): { current: string | undefined; isFromGroup: boolean } {
  const wasFromGroup = useLocation({ select: ({ state }) => state.isFromMenuGroup ?? false });
  const [isBelowIntegrations, setBelowIntegrations] = useState(false);
  const found = findCurrentMenuPath(pathname);
  const isConnections = getFirstSegment(pathname) === 'connections';
  const isBelow = found === paths.integrations() || (isConnections && isBelowIntegrations && !wasFromGroup);
  if (isBelow !== isBelowIntegrations) setBelowIntegrations(isBelow);
  const current = isBelow ? paths.integrations() : found;
  return { current, isFromGroup: wasFromGroup || !isEntryPath(current) };
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
        <Row as="span" pad={1} align="stretch" className={styles.logo}>
          <BlobImage blob={data} alt={settings.brand.product} />
        </Row>
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

interface MenuLinkProps {
  path: string | undefined;
  isCurrent: boolean;
  isInGroup?: boolean;
  'aria-expanded'?: boolean;
  children: ReactNode;
}

/** Marked as `isCurrent` says. The router's `Link` would mark every link to the open page. */
function MenuLink({ path, isCurrent, isInGroup = false, children, ...rest }: MenuLinkProps) {
  const link = useLinkProps({ to: path ?? '.', ...(isInGroup && { state: { isFromMenuGroup: true } }) });
  return (
    <a {...link} {...rest} className={styles.entry} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </a>
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
      <Stack as="span" push className={styles.chevron} data-opened={opened}>
        <ChevronDownIcon size={16} />
      </Stack>
    </>
  );
  const toggle = () => setToggled({ opened: !opened, inside });
  return (
    <>
      {entry.path && !inside ? (
        <MenuLink path={entry.path} isInGroup isCurrent={false} aria-expanded={opened}>
          {head}
        </MenuLink>
      ) : (
        <button type="button" className={styles.entry} aria-expanded={opened} onClick={toggle}>
          {head}
        </button>
      )}
      {opened && (
        <Stack as="ul" gap="hair" className={styles.sublist}>
          {entry.group?.links.map((link) => (
            <li key={link.path}>
              <MenuLink path={link.path} isInGroup isCurrent={link.path === current}>
                <span className={styles.label}>{link.label}</span>
              </MenuLink>
            </li>
          ))}
        </Stack>
      )}
    </>
  );
}
