import type { attentionContract } from '#features/dashboard/contract/attention.ts';
import type { Operations } from '#server/portal/operations.ts';
import { getAttention, listCompaniesAttention } from './attention.service.ts';

export const attentionOperations: Operations<typeof attentionContract> = {
  list: (portal, { actor }) => getAttention(portal, actor),
  listCompanies: (portal, _call, { query }) => listCompaniesAttention(portal, query?.after),
};
