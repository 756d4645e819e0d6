import { useQuery } from '@tanstack/react-query';
import { ReportsSection } from '#features/mail/web/reports/reports-list-page.tsx';
import { SentMails } from '#features/mail/web/sent-mails.tsx';
import { NotificationsPage } from '#features/mail/web/notifications/notifications-page.tsx';
import { notificationSettingsQuery } from '#features/mail/web/notifications/notifications.queries.ts';

/** `/settings/notifications`: notification settings, e-mail reports, and the e-mails already sent. */
export function NotificationsWithMails() {
  // The mails render together with the form, so that the layout does not shift.
  const { data: settings } = useQuery(notificationSettingsQuery);
  return (
    <>
      <NotificationsPage />
      {settings && <ReportsSection />}
      {settings && <SentMails />}
    </>
  );
}
