import { useMutation, useQueryClient } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { editedRecordOptions, listQueryOptions, useCachedList } from '../../api/record-queries.ts';

/** The company's invoices, newest first. */
export const invoicesQuery = queries.invoices.list.queryOptions(listQueryOptions);

/** One invoice with its lines and its payment. */
export const getInvoiceQuery = (id: string) => queries.invoices.get.queryOptions({ input: { params: { _id: id } } });

/** The same for the form, with a key of its own because it is never loaded again while the form is open. */
export function getEditedInvoiceQuery(id: string) {
  const input = { params: { _id: id } };
  const queryKey = [...queries.invoices.get.queryKey({ input }), 'form'] as never;
  return queries.invoices.get.queryOptions({ input, queryKey, ...editedRecordOptions });
}

function useReloadInvoices() {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: queries.invoices.key() });
}

export function useCreateInvoice() {
  return useMutation(queries.invoices.create.mutationOptions({ onSuccess: useReloadInvoices() }));
}

export function useUpdateInvoice() {
  return useMutation(queries.invoices.update.mutationOptions({ onSuccess: useReloadInvoices() }));
}

/** The list on screen loses the invoice at once and is then loaded again. */
export function useDeleteInvoice() {
  const { change } = useCachedList(invoicesQuery);
  return useMutation(
    queries.invoices.delete.mutationOptions({
      onSuccess: (_answer, { params }) => change((invoices) => invoices.filter(({ _id }) => _id !== params.id)),
      onSettled: useReloadInvoices(),
    }),
  );
}

/** The deleted invoices of closed months. */
export const deletedInvoicesQuery = queries.invoices.listDeleted.queryOptions();

export function useIssueAgain() {
  return useMutation(queries.invoices.issueAgain.mutationOptions({ onSettled: useReloadInvoices() }));
}

/** Downloads the PDF by a call, because a link can not carry the identity token. */
export function useInvoicePdf() {
  return useMutation(queries.invoices.getPdf.mutationOptions({ gcTime: 0 }));
}
