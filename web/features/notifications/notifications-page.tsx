import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonForm } from '../../ui/forms/skeleton-form.tsx';
import { NotificationsForm } from './notifications-form.tsx';
import { notificationSettingsQuery } from './notifications.queries.ts';

/** `/settings/notifications`, for SuperAdmins. */
export function NotificationsPage() {
  return (
    <>
      <PageHeader
        title="Platform and spending notifications"
        purpose="Choose what your company is told about by e-mail."
      />
      <Suspense fallback={<SkeletonForm fieldCount={6} label="Loading the notification settings" />}>
        <LoadedForm />
      </Suspense>
    </>
  );
}

function LoadedForm() {
  const { data } = useSuspenseQuery(notificationSettingsQuery);
  return <NotificationsForm settings={data} />;
}
