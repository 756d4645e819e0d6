import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Tenant } from '#contract/companies.ts';
import { queries } from '../../api/queries.ts';

/** Every company of the portal. */
export const companiesQuery = queries.companies.list.queryOptions({
  throwOnError: (_error, query) => query.state.data === undefined,
});

/** Admits a company that signed up; its row changes as the answer says. */
export function useApproveCompany() {
  const queryClient = useQueryClient();
  return useMutation(
    queries.companies.approve.mutationOptions({
      onSuccess: (approved) => {
        queryClient.setQueryData(companiesQuery.queryKey, (tenants?: Tenant[]) =>
          tenants?.map((tenant) => (tenant.id === approved.id ? approved : tenant)),
        );
      },
      onError: () => queryClient.invalidateQueries({ queryKey: companiesQuery.queryKey }),
    }),
  );
}
