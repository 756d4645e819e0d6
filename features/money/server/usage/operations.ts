import type { ownCostsContract } from '#features/money/contract/own-costs.ts';
import type { costsContract } from '#features/money/contract/costs/costs.ts';
import type { usageContract } from '#features/money/contract/usage.ts';
import { announce } from '#server/database/changes/announce-change.ts';
import { updateCompanyLimit, updateSkillLimit } from './limits.service.ts';
import { listUsageEvents } from './usage-events.service.ts';
import { getSupport, updateSupportLimits } from './support.service.ts';
import { getUsage } from './usage.service.ts';
import { getCosts, getMonthlyCosts } from './costs/costs.service.ts';
import { getPersonalCosts } from './costs/personal-costs.service.ts';
import { createOwnCostRate, getOwnCosts, listOwnCostRates } from './own-costs/own-costs.service.ts';
import type { Operations } from '#server/portal/operations.ts';

export const usageOperations: Operations<typeof usageContract> = {
  get: (portal, { actor }, { query }) => getUsage(portal, actor, query?.period),
  listEvents: (portal, { actor }, { params, query }) =>
    listUsageEvents(portal, actor, { skillId: params.id, ...query }),
  updateLimit: (portal, call, { body }) => announce(portal, call, updateCompanyLimit(portal, call, body)),
  updateSkillLimit: (portal, call, { params, body }) =>
    announce(portal, call, updateSkillLimit(portal, call, { id: params.id, ...body })),
  getSupport: (portal, { actor }) => getSupport(portal, actor),
  updateSupportLimits: (portal, call, { body }) => announce(portal, call, updateSupportLimits(portal, call, body)),
};

export const costsOperations: Operations<typeof costsContract> = {
  list: (portal, { actor }, { query }) => getCosts(portal, actor, query),
  listMonths: (portal, { actor }, { query }) => getMonthlyCosts(portal, actor, query),
  getPersonal: (portal, { actor }, input) => getPersonalCosts(portal, actor, input.query?.period),
};

export const ownCostsOperations: Operations<typeof ownCostsContract> = {
  get: (portal, { actor }, { query }) => getOwnCosts(portal, actor, query?.period),
  listRates: (portal, { actor }, { params }) => listOwnCostRates(portal, actor, params._id),
  createRate: (portal, call, { params, body }) =>
    announce(portal, call, createOwnCostRate(portal, call, { id: params._id, ...body })),
};
