import type { MailReportForm } from '#features/mail/contract/mail-reports.ts';
import { queries } from '#web/api/queries.ts';
import { editedRecordOptions, listQueryOptions, useCachedList } from '#web/api/record-queries.ts';
import { useCall } from '#web/api/use-call.ts';

/** The reports that the person sees, by name. */
export const reportsQuery = queries.mailReports.list.queryOptions(listQueryOptions);

export const getReportQuery = (id: string) =>
  queries.mailReports.get.queryOptions({ input: { params: { id } }, ...editedRecordOptions });

const changes = [queries.mailReports.list];

export const useCreateReport = () => useCall(queries.mailReports.create, { changes });
export const useUpdateReport = () => useCall(queries.mailReports.update, { changes });

/** The list on screen loses the report at once. */
export function useDeleteReport() {
  const { change } = useCachedList(reportsQuery);
  return useCall(queries.mailReports.delete, {
    changes,
    onSuccess: (_answer, { params }) => change((reports) => reports.filter(({ id }) => id !== params.id)),
  });
}

/** The mail of a form as it would be sent now, made anew for each preview. */
export const getReportPreviewQuery = (body: MailReportForm) =>
  queries.mailReports.preview.queryOptions({ input: { body }, gcTime: 0, staleTime: 60_000 });

export const useTestReport = () => useCall(queries.mailReports.test);
