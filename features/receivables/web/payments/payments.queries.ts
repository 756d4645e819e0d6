import { keepPreviousData } from '@tanstack/react-query';
import { entryFilters } from '#features/receivables/contract/payments/entry-words.ts';
import { queries } from '#web/api/queries.ts';
import { listQueryOptions } from '#web/api/record-queries.ts';
import { useCall } from '#web/api/use-call.ts';
import { parseFilters } from '#web/lib/filter-address.ts';

export const parsePaymentsAddress = (address: object) => parseFilters(entryFilters, address);
type PaymentsAddress = ReturnType<typeof parsePaymentsAddress>;

/** The entries of a state, newest first, page by page, with the counts of all states. */
export const getEntriesQuery = ({ state, search }: PaymentsAddress) =>
  queries.payments.list.infiniteOptions({
    input: (before: string | undefined) => ({
      query: { ...(state && { state }), ...(search && { search }), ...(before && { before }) },
    }),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    ...listQueryOptions,
  });

/** The latest statements. */
export const statementsQuery = queries.payments.listStatements.queryOptions(listQueryOptions);

/** The invoices or payments that an entry may be assigned to. */
export const getCandidatesQuery = (id: string, search: string) =>
  queries.payments.listCandidates.queryOptions({
    input: { params: { id }, query: search === '' ? {} : { search } },
    placeholderData: keepPreviousData,
    staleTime: 0,
    throwOnError: false,
  });

/** Payments change what companies owe, also the one that is acted in. */
const changes = [queries.payments, queries.companies.listFigures, queries.invoices, queries.attention];

/** Changes nothing. */
export const usePreviewStatement = () => useCall(queries.payments.previewStatement);
export const useReadStatement = () => useCall(queries.payments.readStatement, { changes });
export const useUndoStatement = () => useCall(queries.payments.undoStatement, { changes });
export const useAssignEntry = () => useCall(queries.payments.assign, { changes });
export const useSetAside = () => useCall(queries.payments.setAside, { changes });
export const useUndoEntry = () => useCall(queries.payments.undo, { changes });
