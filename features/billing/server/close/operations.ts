import type { closesContract } from '#features/billing/contract/close/closes.ts';
import { toEuros } from '#features/money/contract/money.ts';
import type { Operations } from '#server/portal/operations.ts';
import { issueClose, listCloses } from './closes.service.ts';

export const closesOperations: Operations<typeof closesContract> = {
  list: (portal, _call, { query }) => listCloses(portal, query?.after),
  issue: async (portal, call, { params, body }) => {
    const closed = await issueClose(portal, call, { id: params.id, total: body.total });
    const invoices = closed.map(({ month, invoiceId, total }) => ({
      invoiceId,
      period: month.slice(0, 7),
      total: toEuros(total),
    }));
    return { invoices };
  },
};
