import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Company } from '#features/company/contract/company.ts';
import { currentUserQuery } from '#web/api/current-user.ts';
import { queries } from '#web/api/queries.ts';
import { listQueryOptions } from '#web/api/record-queries.ts';
import { useCall } from '#web/api/use-call.ts';

/** Loaded on entering the settings area; the form waits for a newer one where that is older than 15 seconds. */
export const companyQuery = queries.company.get.queryOptions({ ...listQueryOptions, staleTime: 15_000 });

/** The current user is loaded anew, because the shell shows the logo and name. */
const shown = { answers: companyQuery, changes: [currentUserQuery], afterFailure: [] };

export const useUpdateCompany = () => useCall(queries.company.update, shown);
export const useUpdateLogo = () => useCall(queries.company.updateLogo, shown);
export const useDeleteLogo = () => useCall(queries.company.deleteLogo, shown);

export function useReloadCompany(): () => Promise<Company> {
  const queryClient = useQueryClient();
  return () => queryClient.fetchQuery({ ...companyQuery, staleTime: 0 });
}

/** The bytes of a file, cached for ever, because the bytes of a key never change. */
export function useFile(key: string | null) {
  return useQuery(
    queries.files.get.queryOptions({
      input: key === null ? skipToken : { params: { key } },
      staleTime: Infinity,
    }),
  );
}
