import '../../theme/mantine-shell.css';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useMatches, useRouter } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { can, type Capability, type CapabilityHolder } from '#contract/capabilities.ts';
import type { CurrentUser } from '#features/sign-in/contract/session-forms.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { toErrorWords } from '../../api/error-words.ts';
import { queries } from '../../api/queries.ts';
import { signOut } from '../../api/sign-out.ts';
import { useOpenCompany } from '#web/records/companies/use-open-company.ts';
import { sparesLine } from '../../lib/browser.ts';
import { leavePage } from '../../lib/use-unsaved-changes-guard.ts';
import { paths } from '../../paths.ts';
import { menuCode } from '../../ui/dropdown.tsx';
import { NoticeBar } from '../../ui/feedback/notice-bar.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { CloseIcon } from '../../ui/drawings/first-icons.tsx';
import { SideMenuIcon } from '../../ui/drawings/icons.tsx';
import { PageSetContext, type PageSet } from '../../ui/page-header.tsx';
import { findTab, getPlaceFacts } from '../areas.ts';
import { NotFoundPage } from '../routes/not-found-page.tsx';
import { WithheldPage } from '../routes/withheld-page.tsx';
import { Commands } from '../commands/commands.tsx';
import { ActingBar } from './acting-bar.tsx';
import { CompanySwitcher } from './company-switcher.tsx';
import { getVisibleMenu } from './menu.ts';
import { PageTabs } from './page-tabs.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import { Block, Columns, Row, Stack } from '../../ui/layout/layout.tsx';
import styles from './shell.module.css';
import { SideMenu } from './side-menu.tsx';
import { SuspensionBar } from './suspension-bar.tsx';

/** The signed-in frame: side menu, top bar, and the page, or the not-found page where the roles do not open it. */
export function Shell() {
  const user = useCurrentUser();
  const logOut = useLogOut();
  const { companies, canSeeAll, choose } = useCompanyChoice(user);
  const matches = useMatches();
  const pageSet = usePageSet(user, matches.at(-1)?.staticData.place);
  const { capability, withheld } = getPlaceFacts(matches.at(-1)?.staticData.place ?? '');
  const isWithheld = withheld && !can(user, withheld);
  const drawer = useMenuDrawer();
  usePreloadedPages(user);
  return (
    <Columns of={['15.5rem', 1]} className={styles.shell} data-acting={user.homeCompanyName !== null || undefined}>
      <a className={styles.skip} href="#content" data-unprinted>
        Skip to content
      </a>
      <div id="main-menu" className={styles.side} data-opened={drawer.isOpen || undefined} data-unprinted>
        <SideMenu holder={user} logo={user.companyLogo} />
      </div>
      {drawer.isOpen && (
        <button
          type="button"
          className={styles.scrim}
          tabIndex={-1}
          aria-label="Close the menu"
          onClick={drawer.close}
        />
      )}
      <Stack shrink>
        <ActingBar {...user} />
        <Row as="header" gap={6} justify="between" rule="below" fixed className={styles.bar} data-unprinted>
          <button
            type="button"
            className={styles.menuButton}
            aria-label={drawer.isOpen ? 'Close the menu' : 'Open the menu'}
            aria-expanded={drawer.isOpen}
            aria-controls="main-menu"
            onClick={drawer.toggle}
          >
            {drawer.isOpen ? <CloseIcon /> : <SideMenuIcon />}
          </button>
          <CompanySwitcher
            companies={companies}
            currentId={user.companyId}
            currentName={user.companyName}
            canSeeAll={canSeeAll}
            onSwitch={(companyId) => void choose(companyId)}
          />
          <Commands />
          <ProfileMenu holder={user} fullName={`${user.firstName} ${user.lastName}`} onLogOut={logOut} />
        </Row>
        <SuspensionBar {...user} />
        {user.pendingEmail && (
          <NoticeBar tone="amber" action={<Link to={paths.verifyAccount()}>Verify now</Link>}>
            {`Verify your new e-mail address (${user.pendingEmail}).`}
          </NoticeBar>
        )}
        <Block id="content" tabIndex={-1} as="main" full grow pad={[10, 12, 12]} className={styles.page}>
          {(!capability || can(user, capability)) && canOpen(user, matches) ? (
            <PageSetContext value={pageSet}>
              <Suspense>{isWithheld ? <WithheldPage capability={withheld} /> : <Outlet />}</Suspense>
            </PageSetContext>
          ) : (
            <NotFoundPage />
          )}
        </Block>
      </Stack>
    </Columns>
  );
}

/** The side menu of narrow screens: opened by a button, closed by Escape and on the way to a page. */
function useMenuDrawer() {
  const pathname = useLocation({ select: (location) => location.pathname });
  const [openedAt, setOpenedAt] = useState<string>();
  const isOpen = openedAt === pathname;
  const close = () => setOpenedAt(undefined);
  useEffect(() => {
    if (!isOpen) return undefined;
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setOpenedAt(undefined);
    };
    document.addEventListener('keydown', closeByKey);
    return () => document.removeEventListener('keydown', closeByKey);
  }, [isOpen]);
  return { isOpen, close, toggle: () => setOpenedAt(isOpen ? undefined : pathname) };
}

/** Title and tabs of the area, where the page is one of its tabs. */
function usePageSet(holder: CapabilityHolder, place = ''): PageSet | undefined {
  const pathname = useLocation({ select: (location) => location.pathname });
  const found = findTab(place);
  if (!found) return undefined;
  const { area, tab } = found;
  const tabs = <PageTabs area={area} current={tab} holder={holder} pathname={pathname} />;
  return { title: area.label, tab: tab.label, tabs };
}

interface GuardedMatch {
  readonly staticData: { readonly capability?: Capability };
}

/** Whether every matched route is open to this user (section 6). */
function canOpen(holder: CapabilityHolder, matches: readonly GuardedMatch[]): boolean {
  return matches.every(({ staticData }) => !staticData.capability || can(holder, staticData.capability));
}

/** Late enough not to delay the first page; a pointer on a menu entry fetches its page sooner. */
const preloadDelayMs = 4000;

/** The page that most readers open next. Others are fetched when their link is pointed at. */
const preloadedPath = paths.logs();

/** Fetches the code of the likeliest page, so that a click shows it at once, and of what may be needed without a network. */
function usePreloadedPages(holder: CapabilityHolder): void {
  const router = useRouter();
  useEffect(() => {
    if (sparesLine()) return undefined;
    const timer = setTimeout(() => {
      menuCode.approach();
      void import('./hidden-page-notice.tsx').catch(() => undefined);
      if (getVisibleMenu(holder).some(({ path }) => path === preloadedPath)) {
        void router.preloadRoute({ to: preloadedPath }).catch(() => undefined);
      }
    }, preloadDelayMs);
    return () => clearTimeout(timer);
  }, [router, holder]);
}

/** Above this number the switcher lists the user's own companies only; the companies page lists all. */
const shortListLength = 10;

/** The companies of the switcher, and the switch to one of them. */
function useCompanyChoice(user: CurrentUser) {
  const open = useOpenCompany();
  const canSeeAll = can(user, 'companies.manage');
  const { data: all } = useQuery(queries.companies.list.queryOptions({ enabled: canSeeAll, staleTime: 60_000 }));
  const companies = all && all.length <= shortListLength ? all : withCurrent(user);
  const choose = async (companyId: string) => {
    if (companyId !== user.companyId) await open(companyId);
  };
  return { companies, canSeeAll, choose };
}

/** The user's own companies, and the current one. */
function withCurrent({ companies, companyId, companyName }: CurrentUser) {
  if (companies.some(({ id }) => id === companyId)) return companies;
  return [...companies, { id: companyId, name: companyName }];
}

/**
 * Signs out and opens the log-in page, which leads to the dashboard. The current page is left first, because it may hold
 * unsaved changes: a user who stays there stays signed in.
 */
function useLogOut(): () => void {
  const router = useRouter();
  async function logOut() {
    if (!(await leavePage(() => router.navigate({ to: paths.dashboard() })))) return;
    try {
      await signOut();
      await router.navigate({ href: paths.login(), replace: true });
    } catch (error) {
      showToast(toErrorWords(error), 'error');
    }
  }
  return () => void logOut();
}
