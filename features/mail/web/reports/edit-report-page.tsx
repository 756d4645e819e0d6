import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { MailReport } from '#features/mail/contract/mail-reports.ts';
import { DeleteRecords } from '#web/records/delete-records.tsx';
import { RecordFormPage } from '#web/records/record-form-page.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { DangerButton } from '#web/ui/forms/danger-button.tsx';
import { useReportsNavigation } from './report-columns.tsx';
import { ReportForm, useReportForm } from './report-form.tsx';
import { getReportQuery, useDeleteReport, useUpdateReport } from './reports.queries.ts';

/** 'Edit report', `/settings/reports/{id}`. */
export function EditReportPage() {
  const { id = '' } = useParams({ strict: false });
  const { data: report, error } = useQuery(getReportQuery(id));
  return (
    <RecordFormPage
      title="Edit report"
      purpose={report && <bdi>{report.name}</bdi>}
      data={report}
      error={error}
      loadingLabel="Loading the report"
    >
      {(loaded) => <EditReportForm key={id} report={loaded} />}
    </RecordFormPage>
  );
}

function EditReportForm({ report }: { report: MailReport }) {
  const { id } = report;
  const { goToList } = useReportsNavigation();
  const updateReport = useUpdateReport();
  const deleteReport = useDeleteReport();
  const [isDeleting, setDeleting] = useState(false);
  const state = useReportForm({
    record: report,
    save: async (body, version) => {
      const saved = await updateReport.mutateAsync({ params: { id }, body: { ...body, version } });
      showToast('The report has been saved.');
      return saved;
    },
  });

  function leave() {
    state.forget();
    void goToList();
  }

  return (
    <>
      <ReportForm
        state={state}
        saveLabel="Save changes"
        aside={
          <DangerButton variant="subtle" onClick={() => setDeleting(true)}>
            Delete report
          </DangerButton>
        }
      />
      <DeleteRecords
        records={[report]}
        opened={isDeleting}
        onClose={() => setDeleting(false)}
        getWhat={() => 'report'}
        getName={({ name }) => name}
        deleteAll={() => deleteReport.mutateAsync({ params: { id } })}
        getDoneText={() => 'The report has been deleted.'}
        goneText="The report was already deleted."
        onDeleted={leave}
      />
    </>
  );
}
