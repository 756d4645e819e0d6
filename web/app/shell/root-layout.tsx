import { Outlet } from '@tanstack/react-router';
import { OfflineBanner } from '../../ui/feedback/offline-banner.tsx';
import { ToastHost } from '../../ui/feedback/toast.tsx';
import { Popups } from './global-dialogs.tsx';
import { UpdateBanner } from '../updates/update-banner.tsx';
import { usePageFocus } from './use-page-focus.ts';
import { usePageViews } from '../routes/use-page-views.ts';
import { useSessionChanges } from '../session/use-session-changes.ts';

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
