import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queries } from '#web/api/queries.ts';

const attentionPages = queries.attention.listCompanies.infiniteOptions({
  input: (after: string | undefined) => ({ query: after === undefined ? {} : { after } }),
  initialPageParam: undefined,
  getNextPageParam: ({ next }) => next ?? undefined,
  throwOnError: false,
});

/** The companies in which something needs the provider: those of the first page at once, and of the others one page after the other. */
export function useCompaniesAttention(isEnabled = true) {
  const { data, error, isFetching, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    ...attentionPages,
    enabled: isEnabled,
  });
  const isNextDue = isEnabled && hasNextPage && !isFetching && !error;
  useEffect(() => {
    if (isNextDue) void fetchNextPage();
  }, [isNextDue, fetchNextPage]);
  return {
    companies: data?.pages.flatMap(({ companies }) => companies),
    error,
    isFetching,
    isAsking: hasNextPage && !error,
    retry: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
  };
}
