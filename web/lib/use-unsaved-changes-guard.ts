import { useBlocker } from '@tanstack/react-router';

/** The number of navigations that were cancelled because of unsaved changes. */
let stays = 0;

/**
 * Holds back a navigation to another page while there are unsaved changes; closing the tab shows the browser's own
 * question. The caller shows a dialog while `isHeld`, which calls `stay` or `leave`; `nextPath` is the target.
 */
export function useLeaveGuard(hasUnsavedChanges: () => boolean) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && hasUnsavedChanges(),
    enableBeforeUnload: hasUnsavedChanges,
    withResolver: true,
  });
  return {
    isHeld: blocker.status === 'blocked',
    nextPath: blocker.next?.pathname,
    stay: () => {
      stays += 1;
      blocker.reset?.();
    },
    leave: () => blocker.proceed?.(),
  };
}

/**
 * Navigates, and answers whether the page has been left. The path does not show it, because the router ends a blocked
 * navigation only with the next one.
 */
export async function leavePage(navigate: () => Promise<void>): Promise<boolean> {
  const staysBefore = stays;
  await navigate();
  return stays === staysBefore;
}
