import { useState } from 'react';
import { useCurrentUser } from '#web/api/current-user.ts';
import { useIdempotentCall } from '#web/api/use-idempotent-call.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { newReport } from './report-form-values.ts';
import { ReportForm, useReportForm } from './report-form.tsx';
import { useCreateReport } from './reports.queries.ts';

/** 'Create report', `/settings/reports/addNew`. */
export function NewReportPage() {
  const user = useCurrentUser();
  const createReport = useCreateReport();
  const send = useIdempotentCall();
  const [record] = useState(() => newReport(user));
  const state = useReportForm({
    record,
    save: async (body) => {
      await send((headers) => createReport.mutateAsync({ body, headers }));
      showToast('The report has been created.');
      return { ...record, ...body };
    },
  });
  return (
    <>
      <PageHeader title="Create report" purpose="The figures of the last week or month, by e-mail." />
      <ReportForm state={state} saveLabel="Create report" />
    </>
  );
}
