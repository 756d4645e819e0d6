import { useBlocker } from '@tanstack/react-router';

/**
 * Holds a navigation to another page back while there is something unsaved; closing the tab asks in the browser's own
 * words. The caller shows a dialog while `isHeld` and answers it with `stay` or `leave`.
 */
export function useLeaveGuard(hasUnsavedChanges: () => boolean) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && hasUnsavedChanges(),
    enableBeforeUnload: hasUnsavedChanges,
    withResolver: true,
  });
  return {
    isHeld: blocker.status === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
  };
}
