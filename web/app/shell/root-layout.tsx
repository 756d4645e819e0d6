import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { chooseCompany } from '../../api/chosen-company.ts';
import { maintenanceStore } from '../../api/session/maintenance.ts';
import { hiddenPageStore, isPageHidden } from '../../api/session/page-person.ts';
import { onSessionChange } from '../../api/session/session-changes.ts';
import { arrivalNotices, rememberStep } from '#features/sign-in/web/auth/sign-in/remembered-step.ts';
import { useStore } from '../../lib/create-store.ts';
import { settings } from '../../lib/settings.ts';
import { paths } from '../../paths.ts';
import { externalLinkStore } from '../../ui/feedback/external-link-store.ts';
import { OfflineBanner } from '../../ui/feedback/offline-banner.tsx';
import { ToastHost } from '../../ui/feedback/toast.tsx';
import type { AreaVisits } from '../routes/area-visits.ts';
import { UpdateBanner } from '../updates/update-banner.tsx';
import { usePageFocus } from './use-page-focus.ts';

/** The frame of every page, signed in or not. */
export function RootLayout() {
  usePageFocus();
  usePageViews();
  useSessionChanges();
  return (
    <>
      <OfflineBanner />
      <UpdateBanner />
      <MaintenanceLine />
      <Outlet />
      <GlobalDialogs />
      <ToastHost />
    </>
  );
}

const MaintenanceBanner = lazy(async () => {
  const { MaintenanceBanner: component } = await import('#features/company/web/maintenance/maintenance-banner.tsx');
  return { default: component };
});

/** Fetched when an answer of the API says that there is a maintenance. */
function MaintenanceLine() {
  const announced = useStore(maintenanceStore);
  return <Suspense>{announced !== undefined && <MaintenanceBanner key={announced} announced={announced} />}</Suspense>;
}

const ExternalLinkDialog = lazy(async () => {
  const { ExternalLinkDialog: component } = await import('../../ui/feedback/external-link-dialog.tsx');
  return { default: component };
});

const HiddenPageNotice = lazy(async () => {
  const { HiddenPageNotice: component } = await import('./hidden-page-notice.tsx');
  return { default: component };
});

/** Dialogs that any page may open. Their code is fetched when the first one opens. */
function GlobalDialogs() {
  const href = useStore(externalLinkStore);
  const isHidden = useStore(hiddenPageStore) !== undefined;
  return (
    <Suspense>
      {href !== undefined && <ExternalLinkDialog product={settings.brand.product} />}
      {isHidden && <HiddenPageNotice />}
    </Suspense>
  );
}

/** Counts page views by the route's pattern, without ids, search or user. */
function usePageViews(): void {
  const router = useRouter();
  useEffect(() => {
    let last: string | undefined;
    return router.subscribe('onResolved', ({ pathChanged }) => {
      const path = router.state.matches.at(-1)?.fullPath;
      if (path === undefined || (!pathChanged && last === path)) return;
      last = path;
      sendPageView(path);
    });
  }, [router]);
}

function sendPageView(path: string): void {
  if (settings.pageViewsUrl === '') return;
  fetch(new URL(settings.pageViewsUrl, location.origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ path }),
    credentials: 'omit',
    keepalive: true,
  }).catch(() => undefined);
}

/** Leaves the shell and clears all cached data when the session ends, in any tab. */
function useSessionChanges(): void {
  const router = useRouter();
  const queryClient = useQueryClient();
  useEffect(() => {
    const isInside = () => router.state.matches.some((match) => match.routeId === '/shell');
    async function leaveShell() {
      const href = paths.login(router.state.location.href);
      if (isInside()) await router.navigate({ href, replace: true, ignoreBlocker: true });
      queryClient.clear();
    }
    return onSessionChange((change, from) => {
      if (change === 'signed-in' || isPageHidden()) return;
      const isOwnSignOut = change === 'signed-out' && from === 'this-tab';
      if (!isOwnSignOut && isInside()) rememberStep({ state: 'signIn', notice: arrivalNotices[change] });
      chooseCompany(undefined);
      // Offline the session's state is unknown; the next denied request leads here again.
      leaveShell().catch(() => undefined);
    });
  }, [router, queryClient]);
}

interface RouterContext {
  queryClient: QueryClient;
  areaVisits: AreaVisits;
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({ component: RootLayout });
