import { queries } from '#web/api/queries.ts';
import { editedRecordOptions, listQueryOptions, useCachedList } from '#web/api/record-queries.ts';
import { useCall } from '#web/api/use-call.ts';

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

const changes = [queries.invoices, queries.bill];

export const useCreateInvoice = () => useCall(queries.invoices.create, { changes });
export const useUpdateInvoice = () => useCall(queries.invoices.update, { changes, afterFailure: [] });

/** The list on screen loses the invoice at once. */
export function useDeleteInvoice() {
  const { change } = useCachedList(invoicesQuery);
  return useCall(queries.invoices.delete, {
    changes,
    onSuccess: (_answer, { params }) => change((invoices) => invoices.filter(({ _id }) => _id !== params.id)),
  });
}

export const useCreditInvoice = () => useCall(queries.invoices.credit, { changes });

/** The months whose invoice was credited and is to be issued again. */
export const monthsToIssueQuery = queries.invoices.listMonthsToIssue.queryOptions();

export const useIssueAgain = () => useCall(queries.invoices.issueAgain, { changes });

/** Sends the paper again by e-mail. */
export const useSendInvoice = () => useCall(queries.mails.sendInvoice, { changes: [queries.mails] });

/** Downloads the PDF by a call, because a link can not carry the identity token. */
export const useInvoicePdf = () => useCall(queries.invoices.getPdf);
export const useInvoiceXml = () => useCall(queries.invoices.getXml);
