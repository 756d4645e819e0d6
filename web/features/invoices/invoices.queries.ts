import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Invoice } from '#contract/billing/invoices.ts';
import { ApiProblem } from '../../api/api-problem.ts';
import { queries } from '../../api/queries.ts';

/** The company's invoices, newest first. What is already on screen survives a failed reload. */
export const invoicesQuery = queries.invoices.list.queryOptions({
  throwOnError: (_error, query) => query.state.data === undefined,
});

/** One invoice with its lines and how it is paid. */
export const getInvoiceQuery = (id: string) => queries.invoices.get.queryOptions({ input: { params: { _id: id } } });

/** The same for the form: always read anew and never behind the person's back, because the form stands on its version. */
export function getEditedInvoiceQuery(id: string) {
  const input = { params: { _id: id } };
  return queries.invoices.get.queryOptions({
    input,
    queryKey: [...queries.invoices.get.queryKey({ input }), 'form'] as never,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: (error) => !isUnknownInvoice(error),
  });
}

export function isUnknownInvoice(error: unknown): boolean {
  return error instanceof ApiProblem && (error.is('record.not-found') || error.is('request.invalid'));
}

function useReloadInvoices() {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: queries.invoices.key() });
}

export function useCreateInvoice() {
  return useMutation(queries.invoices.create.mutationOptions({ onSuccess: useReloadInvoices() }));
}

export function useSaveInvoice() {
  return useMutation(queries.invoices.update.mutationOptions({ onSuccess: useReloadInvoices() }));
}

/** The list on screen loses it at once and is then read again. */
export function useDeleteInvoice() {
  const queryClient = useQueryClient();
  return useMutation(
    queries.invoices.delete.mutationOptions({
      onSuccess: (_answer, { params }) => {
        queryClient.setQueryData(invoicesQuery.queryKey, (invoices?: Invoice[]) =>
          invoices?.filter(({ _id }) => _id !== params.id),
        );
      },
      onSettled: () => void queryClient.invalidateQueries({ queryKey: invoicesQuery.queryKey }),
    }),
  );
}

/** Fetches the PDF, with the identity token that an address can not carry. */
export function useInvoicePdf() {
  return useMutation(queries.invoices.getPdf.mutationOptions({ gcTime: 0 }));
}
