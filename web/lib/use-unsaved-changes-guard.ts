import { useBlocker } from '@tanstack/react-router';
import { hasUnsavedInput, useUnsavedInput } from './unsaved-input.ts';

/** The number of navigations that were cancelled because of unsaved changes. */
let stays = 0;

/**
 * Holds back a navigation to another page while there are unsaved changes; closing the tab shows the browser's own
 * question. The caller shows a dialog while `isHeld`, which calls `stay` or `leave`.
 */
export function useLeaveGuard(hasUnsavedChanges: () => boolean) {
  useUnsavedInput(hasUnsavedChanges);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && hasUnsavedChanges(),
    enableBeforeUnload: hasUnsavedInput,
    withResolver: true,
  });
  return {
    isHeld: blocker.status === 'blocked',
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
