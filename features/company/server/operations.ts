import type { companyContract } from '#features/company/contract/company.ts';
import { getCompany, updateCompany } from './company.service.ts';
import { closeFirstSteps } from './first-steps/first-steps.service.ts';
import { deleteLogo, updateLogo } from './logo.service.ts';
import type { Operations } from '#server/portal/operations.ts';

export const companyOperations: Operations<typeof companyContract> = {
  get: (portal, { actor }) => getCompany(portal, actor),
  update: (portal, call, { body }) => updateCompany(portal, call, body),
  updateLogo: (portal, call, { body }) => updateLogo(portal, call, body),
  deleteLogo: (portal, call) => deleteLogo(portal, call),
  closeFirstSteps: (portal, call) => closeFirstSteps(portal, call),
};
