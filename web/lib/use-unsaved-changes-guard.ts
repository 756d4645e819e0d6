import { useBlocker } from '@tanstack/react-router';

/** How often somebody has stayed for the sake of something unsaved. */
let stays = 0;

/**
 * Holds a navigation to another page back while there is something unsaved; closing the tab asks in the browser's own
 * words. The caller shows a dialog while `isHeld` and answers it with `stay` or `leave`; `nextPath` is where it was to go.
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
 * Navigates and answers whether the page has been left. Held back for good, a navigation of the router only ends with the
 * next one, so that where it has led to by then says nothing.
 */
export async function leavePage(navigate: () => Promise<void>): Promise<boolean> {
  const staysBefore = stays;
  await navigate();
  return stays === staysBefore;
}
