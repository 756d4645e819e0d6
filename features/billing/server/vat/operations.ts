import type { companyVatContract } from '#features/billing/contract/vat-decisions.ts';
import { announce } from '#server/database/changes/announce-change.ts';
import type { Operations } from '#server/portal/operations.ts';
import { checkVatNumber, decideVat, getCompanyVat } from './vat-decisions.service.ts';

export const companyVatOperations: Operations<typeof companyVatContract> = {
  get: (portal, { actor }) => getCompanyVat(portal, actor),
  decide: (portal, call, { body }) => announce(portal, call, decideVat(portal, call, body)),
  check: (portal, call) => announce(portal, call, checkVatNumber(portal, call)),
};
