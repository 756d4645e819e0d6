import { useMutation } from '@tanstack/react-query';
import type { ListedCompany } from '#contract/companies.ts';
import { queries } from '../../api/queries.ts';
import { listQueryOptions, useCachedList } from '../../api/record-queries.ts';

/** Every company of the portal. */
export const companiesQuery = queries.companies.list.queryOptions(listQueryOptions);

/** A changed company's row takes the answer; a failure loads the list again. */
function useChangedRow() {
  const { change, reload } = useCachedList(companiesQuery);
  const onSuccess = (changed: ListedCompany) =>
    change((companies) => companies.map((company) => (company.id === changed.id ? changed : company)));
  return { onSuccess, onError: reload };
}

/** Approves a company that signed up. */
export function useApproveCompany() {
  return useMutation(queries.companies.approve.mutationOptions(useChangedRow()));
}

export function useSuspendCompany() {
  return useMutation(queries.companies.suspend.mutationOptions(useChangedRow()));
}

/** Ends a suspension, also one that is only planned. */
export function useReactivateCompany() {
  return useMutation(queries.companies.reactivate.mutationOptions(useChangedRow()));
}

/** The deleted companies, and for how long a deletion waits. */
export const deletionsQuery = queries.companyDeletions.list.queryOptions({ throwOnError: false });

export function useScheduleDeletion() {
  return useMutation(queries.companies.scheduleDeletion.mutationOptions(useChangedRow()));
}

export function useCancelDeletion() {
  return useMutation(queries.companies.cancelDeletion.mutationOptions(useChangedRow()));
}

/** Downloads by a call, because a link can not carry the identity token. */
export function useDownloadCertificate() {
  return useMutation(queries.companyDeletions.getCertificate.mutationOptions({ gcTime: 0 }));
}

export function useDownloadKeptInvoice() {
  return useMutation(queries.companyDeletions.getInvoice.mutationOptions({ gcTime: 0 }));
}
