import { keepPreviousData } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import type { AuditFilter } from './audit-filter.ts';

/** The log, newest first, page by page; always read anew, because every act anywhere adds to it. */
export function getAuditQuery(filter: AuditFilter) {
  return queries.audit.list.infiniteOptions({
    input: (before: string | undefined) => ({ query: { ...filter, ...(before && { before }) } }),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    throwOnError: (_error, query) => query.state.data === undefined,
  });
}
