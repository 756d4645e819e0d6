import type { Uses } from '../portal/portal.ts';
import { createConversationRows } from '../features/analytics/conversation-rows.service.ts';
import { createMessageRows } from '../features/analytics/message-rows.service.ts';
import { listTopUsers } from '../features/analytics/stats.service.ts';
import { toTopUserRows } from '../features/analytics/top-user-rows.ts';
import { openAuditRows } from '../features/audit/export.service.ts';
import type { RowSources } from '../features/exports/row-sources.ts';
import { toInvoiceRows } from '../features/invoices/invoice-rows.ts';
import { listInvoices } from '../features/invoices/invoices.service.ts';
import { toUserRows } from '../features/users/user-rows.ts';
import { listUsers } from '../features/users/users.service.ts';
import { createRequestRows } from '../features/usage/request-rows.service.ts';
import { toUsageRows } from '../features/usage/usage-rows.ts';
import { getUsage } from '../features/usage/usage.service.ts';

/** Sources of the rows of each kind of files. Short lists are those of their page. */
export function createRowSources({
  database,
  identity,
  workers,
  clock,
}: Uses<'database' | 'identity' | 'workers' | 'clock'>): RowSources {
  return {
    conversations: createConversationRows(workers),
    messages: createMessageRows(workers),
    usage: async (_, actor, { period }) => toUsageRows(await getUsage({ database, clock }, actor, period)),
    requests: createRequestRows(workers),
    invoices: async (_, actor) => toInvoiceRows(await listInvoices({ database, clock }, actor)),
    topUsers: async (_, actor, { technicalUsers, ...range }) => {
      const query = { ...range, technicalUsers: technicalUsers ? ('true' as const) : ('false' as const) };
      return toTopUserRows(await listTopUsers({ database, workers, clock }, actor, query));
    },
    users: async (_, actor, { search, state }) =>
      toUserRows(actor, await listUsers({ database, identity, workers }, actor, { stringValue: search, state })),
    audit: openAuditRows,
  };
}
