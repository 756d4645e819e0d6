import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ListedCompany } from '#contract/companies.ts';
import { queries } from '../../api/queries.ts';
import { listQueryOptions } from '../../api/record-queries.ts';

/** Every company of the portal. */
export const companiesQuery = queries.companies.list.queryOptions(listQueryOptions);

/** Approves a company that signed up. Its row takes the answer; a failure loads the list again. */
export function useApproveCompany() {
  const queryClient = useQueryClient();
  return useMutation(
    queries.companies.approve.mutationOptions({
      onSuccess: (approved) => {
        queryClient.setQueryData(companiesQuery.queryKey, (companies?: ListedCompany[]) =>
          companies?.map((company) => (company.id === approved.id ? approved : company)),
        );
      },
      onError: () => queryClient.invalidateQueries({ queryKey: companiesQuery.queryKey }),
    }),
  );
}
