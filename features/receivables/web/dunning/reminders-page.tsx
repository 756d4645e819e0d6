import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReminderSettings, ReminderSettingsForm } from '#features/receivables/contract/dunning/reminders.ts';
import { LoadError } from '#web/records/load-error.tsx';
import { SkeletonForm } from '#web/ui/forms/skeleton-form.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { NextRun } from './next-run.tsx';
import { RemindersForm } from './reminders-form.tsx';
import { reminderSettingsQuery } from './reminders.queries.ts';
import { StopsList } from './stops-list.tsx';

/** `/companies/reminders`, for the provider's SuperAdmins: e-mails about invoices that are due or overdue. */
export function RemindersPage() {
  const { data, error, isFetching, refetch } = useQuery(reminderSettingsQuery);
  return (
    <>
      <PageHeader
        title="Payment reminders"
        purpose="E-mails about unpaid invoices before and after their due day, to those who get the invoices of a company."
      />
      <LoadError error={data ? undefined : error} isRetrying={isFetching} onRetry={() => void refetch()} />
      {!data && !error && <SkeletonForm fieldCount={4} label="Loading the payment reminders" />}
      {data && <Reminders key={data.version} settings={data} />}
    </>
  );
}

function Reminders({ settings }: { settings: ReminderSettings }) {
  const [previewed, setPreviewed] = useState<ReminderSettingsForm>(settings);
  return (
    <>
      <RemindersForm settings={settings} onPreview={setPreviewed} />
      <NextRun settings={previewed} isSaved={previewed === settings} />
      <StopsList />
    </>
  );
}
