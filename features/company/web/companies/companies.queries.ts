import { queries } from '#web/api/queries.ts';
import { listQueryOptions } from '#web/api/record-queries.ts';
import { useCall } from '#web/api/use-call.ts';

/** Every company of the portal. */
export const companiesQuery = queries.companies.list.queryOptions(listQueryOptions);

/** The sums of every company, which the list shows beside it. */
export const companyFiguresQuery = queries.companies.listFigures.queryOptions({ throwOnError: false });

const row = { rowOf: companiesQuery, afterFailure: [companiesQuery] };

/** Approves a company that signed up. */
export const useApproveCompany = () => useCall(queries.companies.approve, row);
export const useSuspendCompany = () => useCall(queries.companies.suspend, row);
export const useUpdateBilledSince = () => useCall(queries.companies.updateBilledSince, row);
/** Ends a suspension, also one that is only planned. */
export const useReactivateCompany = () => useCall(queries.companies.reactivate, row);
export const useScheduleDeletion = () => useCall(queries.companies.scheduleDeletion, row);
export const useCancelDeletion = () => useCall(queries.companies.cancelDeletion, row);

/** The deleted companies, and for how long a deletion waits. */
export const deletionsQuery = queries.companyDeletions.list.queryOptions({ throwOnError: false });

/** Downloads by a call, because a link can not carry the identity token. */
export const useDownloadCertificate = () => useCall(queries.companyDeletions.getCertificate);
export const useDownloadKeptInvoice = () => useCall(queries.companyDeletions.getInvoice);
