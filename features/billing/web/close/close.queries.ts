import { queries } from '#web/api/queries.ts';
import { useCall } from '#web/api/use-call.ts';

/** The companies with ended months that have no invoice, page by page. */
export const closesQuery = queries.closes.list.infiniteOptions({
  input: (after: string | undefined) => ({ query: after === undefined ? {} : { after } }),
  initialPageParam: undefined,
  getNextPageParam: ({ next }) => next ?? undefined,
  staleTime: 0,
  throwOnError: false,
});

/** The caller loads the list again, once after many. */
export const useIssueClose = () => useCall(queries.closes.issue);

/** Queries that issued invoices change. */
export const changedByCloses = [queries.closes, queries.companies, queries.attention, queries.invoices, queries.bill];
