import { useQuery } from '@tanstack/react-query';
import { SentMails } from '../../features/mails/sent-mails.tsx';
import { NotificationsPage } from '../../features/notifications/notifications-page.tsx';
import { notificationSettingsQuery } from '../../features/notifications/notifications.queries.ts';

/** `/settings/notifications`: what the company wants to be told, and below it what it was told. */
export function NotificationsScreen() {
  // What stands below comes with the form, so that nothing is pushed down.
  const { data: settings } = useQuery(notificationSettingsQuery);
  return (
    <>
      <NotificationsPage />
      {settings && <SentMails />}
    </>
  );
}
