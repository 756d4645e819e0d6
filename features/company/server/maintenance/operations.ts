import type { maintenanceContract } from '#features/company/contract/maintenance.ts';
import type { Operations } from '#server/portal/operations.ts';
import { disableMaintenance, enableMaintenance, getMaintenance } from './maintenance.service.ts';

export const maintenanceOperations: Operations<typeof maintenanceContract> = {
  get: async (portal) => getMaintenance(portal),
  enable: (portal, call, { body }) => enableMaintenance(portal, call, body),
  disable: (portal, call) => disableMaintenance(portal, call),
};
