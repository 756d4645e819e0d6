import { useQuery } from '@tanstack/react-query';
import { can } from '#contract/capabilities.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { queries } from '#web/api/queries.ts';
import { useCall } from '#web/api/use-call.ts';

// Not kept after the page is left, because the form of the settings never opens on an old version.
const settingsQuery = queries.notifications.get.queryOptions({ gcTime: 0 });

/**
 * The e-mails at 50, 80 and 100 % of each limit, which are two of the notification settings. `areOff` is false for those who may
 * not change them, and until they are loaded.
 */
export function useLimitMails() {
  const isAllowed = can(useCurrentUser(), 'notifications.manage');
  const { data } = useQuery({ ...settingsQuery, enabled: isAllowed });
  // The answer is shown at once: the page must not say a moment longer that no one is notified.
  const update = useCall(queries.notifications.update, { answers: settingsQuery, changes: [queries.attention] });
  const areOff = data !== undefined && !(data.limits.accountLimit && data.limits.budgetWarning);
  return {
    areOff,
    /** Turns both on, unless they are. */
    turnOn: async () => {
      if (!areOff) return;
      const { updates, limits, version } = data;
      await update.mutateAsync({
        body: { updates, limits: { ...limits, accountLimit: true, budgetWarning: true }, version },
      });
    },
    isBusy: update.isPending,
  };
}
