import { Link, Outlet, useMatches } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useCurrentUser } from '../../api/current-user.ts';
import { paths } from '../../paths.ts';
import '../../theme/mantine-shell.css';
import { NoticeBar } from '../../ui/feedback/notice-bar.tsx';
import { CompanySwitcher } from './company-switcher.tsx';
import { canOpen } from '../routes/guard.ts';
import { NotFoundPage } from '../routes/not-found-page.tsx';
import { PageTabs } from './page-tabs.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import styles from './shell.module.css';
import { SideMenu } from './side-menu.tsx';
import { useCompanyChoice } from '../session/use-company-choice.ts';
import { useLogOut } from '../session/use-log-out.ts';
import { usePreloadedPages } from '../routes/use-preloaded-pages.ts';

/** The signed-in frame: side menu, top bar, and the page, or the not-found page where the roles do not open it. */
export function Shell() {
  const user = useCurrentUser();
  const logOut = useLogOut();
  const { companies, canSeeAll, choose } = useCompanyChoice(user);
  const matches = useMatches();
  const tabs = matches.at(-1)?.staticData.tabs;
  usePreloadedPages(user);
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <div className={styles.side}>
        <SideMenu holder={user} />
      </div>
      <div className={styles.body}>
        <header className={styles.bar}>
          <CompanySwitcher
            companies={companies}
            currentId={user.companyId}
            currentName={user.companyName}
            canSeeAll={canSeeAll}
            onSwitch={(companyId) => void choose(companyId)}
          />
          <ProfileMenu holder={user} fullName={`${user.firstName} ${user.lastName}`} onLogOut={logOut} />
        </header>
        {user.pendingEmail && (
          <NoticeBar tone="amber" action={<Link to={paths.verifyAccount()}>Verify it now</Link>}>
            Your new address {user.pendingEmail} is not verified yet.
          </NoticeBar>
        )}
        <main id="content" tabIndex={-1} className={styles.page}>
          {canOpen(user, matches) ? (
            <>
              {tabs && <PageTabs set={tabs} holder={user} />}
              <Suspense>
                <Outlet />
              </Suspense>
            </>
          ) : (
            <NotFoundPage />
          )}
        </main>
      </div>
    </div>
  );
}
