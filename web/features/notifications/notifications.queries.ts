import { useMutation, useQueryClient } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';

/** Loaded anew each time the page is entered, so that the form never starts on an old version. */
export const notificationSettingsQuery = queries.notifications.get.queryOptions({ gcTime: 0 });

export function useSaveNotificationSettings() {
  const queryClient = useQueryClient();
  return useMutation(
    queries.notifications.update.mutationOptions({
      onSuccess: (answer) => queryClient.setQueryData(notificationSettingsQuery.queryKey, answer),
    }),
  );
}
