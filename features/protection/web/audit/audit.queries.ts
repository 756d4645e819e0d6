import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AuditVerification } from '#features/protection/contract/audit.ts';
import { auditFilters } from '#features/protection/contract/audit-filters.ts';
import { queries } from '#web/api/queries.ts';
import { listQueryOptions } from '#web/api/record-queries.ts';
import { useCall } from '#web/api/use-call.ts';
import { parseFilters } from '#web/lib/filter-address.ts';

export const parseAuditAddress = (address: object) => parseFilters(auditFilters, address);
export type AuditAddress = ReturnType<typeof parseAuditAddress>;

/** The log, newest first, page by page. It is never fresh, because every change in the company adds to it. */
export function getAuditQuery(filter: AuditAddress) {
  return queries.audit.list.infiniteOptions({
    input: (before: string | undefined) => ({ query: { ...filter, ...(before && { before }) } }),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    ...listQueryOptions,
  });
}

/** Never fresh, as the log. */
export const chainQuery = queries.audit.getChain.queryOptions({ staleTime: 0, throwOnError: false });

/** Downloads by a call, because a link can not carry the identity token. */
export const useDownloadCheckpoints = () => useCall(queries.audit.getCheckpoints);

/** Loads the log again. */
export function useAuditChanged() {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: queries.audit.key() });
}

/** Verifies the log part by part; `part` is the latest answer, of which the last one says the outcome. */
export function useVerifyAudit() {
  const queryClient = useQueryClient();
  const [part, setPart] = useState<AuditVerification>();
  const verifyPart = useCall(queries.audit.verify);
  const verification = useMutation({
    mutationFn: async () => {
      setPart(undefined);
      for (let progress: string | null | undefined; progress !== null;) {
        const answer: AuditVerification = await verifyPart.mutateAsync({ body: progress ? { progress } : {} });
        setPart(answer);
        ({ progress } = answer);
      }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: queries.audit.key() }),
  });
  const { error, isPending, mutate } = verification;
  return { part, error, isPending, start: () => mutate() };
}
