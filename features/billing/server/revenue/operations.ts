import type { revenueContract } from '#features/billing/contract/revenue/revenue.ts';
import type { Operations } from '#server/portal/operations.ts';
import { getRevenue } from './revenue.service.ts';

export const revenueOperations: Operations<typeof revenueContract> = {
  list: (portal) => getRevenue(portal),
};
