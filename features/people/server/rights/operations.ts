import type { rightsContract } from '#features/people/contract/rights.ts';
import { getRights, updateRights } from './rights.service.ts';
import type { Operations } from '#server/portal/operations.ts';

export const rightsOperations: Operations<typeof rightsContract> = {
  get: (portal, { actor }) => getRights(portal, actor),
  update: (portal, call, { body }) => updateRights(portal, call, body),
};
