import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Company } from '#contract/company.ts';
import { currentUserQuery } from '../../api/current-user.ts';
import { queries } from '../../api/queries.ts';
import { listQueryOptions } from '../../api/record-queries.ts';

/** Loaded on entering the settings area; the form waits for a newer one where that is older than 15 seconds. */
export const companyQuery = queries.company.get.queryOptions({ ...listQueryOptions, staleTime: 15_000 });

/** Caches the company of an answer, and loads the current user anew, because the shell shows the logo and name. */
function useCacheCompany() {
  const queryClient = useQueryClient();
  return (company: Company) => {
    queryClient.setQueryData(companyQuery.queryKey, company);
    void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });
  };
}

export function useUpdateCompany() {
  return useMutation(queries.company.update.mutationOptions({ onSuccess: useCacheCompany() }));
}

export function useReloadCompany(): () => Promise<Company> {
  const queryClient = useQueryClient();
  return () => queryClient.fetchQuery({ ...companyQuery, staleTime: 0 });
}

export function useUpdateLogo() {
  return useMutation(queries.company.updateLogo.mutationOptions({ onSuccess: useCacheCompany() }));
}

export function useDeleteLogo() {
  return useMutation(queries.company.deleteLogo.mutationOptions({ onSuccess: useCacheCompany() }));
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
