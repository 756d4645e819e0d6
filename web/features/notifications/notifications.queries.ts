import { useMutation, useQueryClient } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';

/** Not cached after the page is left, so that the form never opens on an old version. */
export const notificationSettingsQuery = queries.notifications.get.queryOptions({ gcTime: 0 });

export function useUpdateNotificationSettings() {
  const queryClient = useQueryClient();
  return useMutation(
    queries.notifications.update.mutationOptions({
      onSuccess: (answer) => queryClient.setQueryData(notificationSettingsQuery.queryKey, answer),
    }),
  );
}
