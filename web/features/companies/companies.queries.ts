import { useMutation } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { listQueryOptions, useCachedList } from '../../api/record-queries.ts';

/** Every company of the portal. */
export const companiesQuery = queries.companies.list.queryOptions(listQueryOptions);

/** Approves a company that signed up. Its row takes the answer; a failure loads the list again. */
export function useApproveCompany() {
  const { change, reload } = useCachedList(companiesQuery);
  return useMutation(
    queries.companies.approve.mutationOptions({
      onSuccess: (approved) =>
        change((companies) => companies.map((company) => (company.id === approved.id ? approved : company))),
      onError: reload,
    }),
  );
}
