import { keepPreviousData } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { listQueryOptions } from '../../api/record-queries.ts';
import type { parseAuditAddress } from './audit-filter.ts';

/** The log, newest first, page by page. It is never fresh, because every change in the company adds to it. */
export function getAuditQuery(filter: ReturnType<typeof parseAuditAddress>) {
  return queries.audit.list.infiniteOptions({
    input: (before: string | undefined) => ({ query: { ...filter, ...(before && { before }) } }),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    ...listQueryOptions,
  });
}
