import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { MailReportForm } from '#contract/mails/mail-reports.ts';
import { queries } from '../../../api/queries.ts';
import { editedRecordOptions, listQueryOptions, useCachedList } from '../../../api/record-queries.ts';

/** The reports that the person sees, by name. */
export const reportsQuery = queries.mailReports.list.queryOptions(listQueryOptions);

export const getReportQuery = (id: string) =>
  queries.mailReports.get.queryOptions({ input: { params: { id } }, ...editedRecordOptions });

function useReloadReports() {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: queries.mailReports.list.key() });
}

export function useCreateReport() {
  return useMutation(queries.mailReports.create.mutationOptions({ onSuccess: useReloadReports() }));
}

export function useUpdateReport() {
  return useMutation(queries.mailReports.update.mutationOptions({ onSuccess: useReloadReports() }));
}

/** The list on screen loses the report at once and is then loaded again. */
export function useDeleteReport() {
  const { change } = useCachedList(reportsQuery);
  return useMutation(
    queries.mailReports.delete.mutationOptions({
      onSuccess: (_answer, { params }) => change((reports) => reports.filter(({ id }) => id !== params.id)),
      onSettled: useReloadReports(),
    }),
  );
}

/** The mail of a form as it would be sent now, made anew for each preview. */
export const getReportPreviewQuery = (body: MailReportForm) =>
  queries.mailReports.preview.queryOptions({ input: { body }, gcTime: 0, staleTime: 60_000 });

export function useTestReport() {
  return useMutation(queries.mailReports.test.mutationOptions());
}
