import { Outlet } from '@tanstack/react-router';
import { OfflineBanner } from '../ui/offline-banner.tsx';
import { ToastHost } from '../ui/toast.tsx';
import { Popups } from './popups.tsx';
import { UpdateBanner } from './update-banner.tsx';
import { usePageFocus } from './use-page-focus.ts';
import { usePageViews } from './use-page-views.ts';
import { useSessionChanges } from './use-session-changes.ts';

/** What stands around every screen, signed in or not. */
export function RootLayout() {
  usePageFocus();
  usePageViews();
  useSessionChanges();
  return (
    <>
      <OfflineBanner />
      <UpdateBanner />
      <Outlet />
      <Popups />
      <ToastHost />
    </>
  );
}
