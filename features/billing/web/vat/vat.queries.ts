import { queries } from '#web/api/queries.ts';
import { useCall } from '#web/api/use-call.ts';

/** How VAT is charged to the company, and why. */
export const companyVatQuery = queries.companyVat.get.queryOptions();

const changes = [queries.companyVat, queries.bill, queries.attention];

export const useDecideVat = () => useCall(queries.companyVat.decide, { changes });
export const useCheckVatNumber = () => useCall(queries.companyVat.check, { changes: [queries.companyVat] });
