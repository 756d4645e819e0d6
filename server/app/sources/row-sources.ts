import type { Actor } from '../../lib/request/actor.ts';
import type { Uses } from '../../portal/portal.ts';
import { listCompanies } from '#features/company/server/companies/companies.service.ts';
import { listCompanyFigures } from '#features/company/server/companies/company-figures.service.ts';
import { toCompanyRows } from '#features/company/server/companies/company-rows.ts';
import { createConversationRows } from '#features/conversation-log/server/conversation-rows.service.ts';
import { createMessageRows } from '#features/conversation-log/server/message-rows.service.ts';
import { listTopUsers } from '#features/dashboard/server/stats.service.ts';
import { toTopUserRows } from '#features/dashboard/server/top-user-rows.ts';
import { openAuditRows } from '#features/protection/server/audit/export.service.ts';
import type { RowSources } from '#features/protection/server/exports/row-sources.ts';
import { toInvoiceRows } from '#features/billing/server/invoices/rows/invoice-rows.ts';
import { listAllInvoiceRows } from '#features/billing/server/invoices/rows/all-invoices.service.ts';
import { getRevenue, toRevenueRows } from '#features/billing/server/revenue/revenue.service.ts';
import { listInvoiceRows } from '#features/billing/server/invoices/invoices.service.ts';
import { findIssuedVat } from '#features/billing/server/invoices/vat.ts';
import { toStatementRows } from '#features/receivables/server/statement/statement-rows.ts';
import { getStatement } from '#features/receivables/server/statement/statement.service.ts';
import { toJournalRows } from '#features/receivables/server/journal/journal-rows.ts';
import { listJournal } from '#features/receivables/server/journal/journal.service.ts';
import { matchesIntegration } from '#features/integrations/contract/integration-filters.ts';
import { toIntegrationRows } from '#features/integrations/server/integration-rows.ts';
import { listIntegrations } from '#features/integrations/server/integrations.service.ts';
import { matchesSkill } from '#features/skills/contract/skill-filters.ts';
import { toSkillRows } from '#features/skills/server/figures/skill-rows.ts';
import { getStoreFigures } from '#features/skills/server/figures/store-figures.service.ts';
import { listStore } from '#features/skills/server/skills.service.ts';
import { toUserRows } from '#features/people/server/users/user-rows.ts';
import { listUsers } from '#features/people/server/users/users.service.ts';
import { createRequestRows } from '#features/money/server/usage/request-rows.service.ts';
import { toCostRows } from '#features/money/server/usage/costs/cost-rows.ts';
import { getMonthlyCosts } from '#features/money/server/usage/costs/costs.service.ts';
import { getFocusRows } from '#features/money/server/usage/focus/focus-rows.service.ts';
import { toUsageRows } from '#features/money/server/usage/usage-rows.ts';
import { getUsage } from '#features/money/server/usage/usage.service.ts';

/** Sources of the rows of each kind of files. Short lists are those of their page. */
export function createRowSources(
  portal: Uses<'database' | 'workers' | 'clock' | 'brandProvider' | 'provider'>,
): RowSources {
  const { database, workers, clock, brandProvider, provider } = portal;
  return {
    conversations: createConversationRows(workers),
    messages: createMessageRows(workers),
    usage: async (_, actor, { period }) => toUsageRows(await getUsage({ database, clock }, actor, period)),
    costs: async (_, actor, query) =>
      toCostRows(query.by, await getMonthlyCosts({ database, workers, clock }, actor, { ...query, limit: null })),
    focus: (_, actor, { period }) => getFocusRows({ database, clock, brandProvider }, actor, period),
    requests: createRequestRows(workers),
    invoices: async (_, actor, filter) => toInvoiceRows(await listInvoiceRows({ database, clock }, actor, filter)),
    allInvoices: async (_, actor, filter) =>
      toInvoiceRows(await listAllInvoiceRows({ database, clock }, actor, filter)),
    accountStatement: async (_, actor, days) => toStatementRows(await getStatement({ database }, actor, days)),
    journal: async (_, actor, days) => toJournalRows(await listJournal({ database }, actor, days, findIssuedVat)),
    revenue: async (_tx, _actor, filter) => toRevenueRows(await getRevenue({ database, clock, provider }), filter),
    topUsers: async (_, actor, { technicalUsers, ...range }) => {
      const query = { ...range, technicalUsers: technicalUsers ? ('true' as const) : ('false' as const) };
      return toTopUserRows(await listTopUsers({ database, workers, clock }, actor, query));
    },
    users: async (_, actor, { search, users, ...narrowing }) => {
      const query = { ...narrowing, stringValue: search };
      const listed = await listUsers({ database, workers, clock }, actor, query);
      return toUserRows(actor, users ? listed.filter(({ id }) => users.includes(id)) : listed);
    },
    companies: (_, actor, filter) => readCompanies({ database, clock }, actor, filter),
    integrations: async (_, actor, filter) => {
      const listed = await listIntegrations({ database, brandProvider }, actor);
      const found = listed.filter((each) => matchesIntegration(each, filter, brandProvider));
      return toIntegrationRows(actor, found, brandProvider);
    },
    skills: async (_, actor, filter) => {
      const store = await listStore({ database, brandProvider, clock }, actor);
      const found = store.filter((skill) => matchesSkill(skill, filter));
      return toSkillRows(actor, found, await getStoreFigures({ database, clock }, actor));
    },
    audit: openAuditRows,
  };
}

const readCompanies = async (
  portal: Uses<'database' | 'clock'>,
  actor: Actor,
  { companies }: { readonly companies?: readonly string[] | undefined },
) =>
  toCompanyRows(
    actor,
    (await listCompanies(portal)).filter(({ id }) => companies?.includes(id) ?? true),
    await listCompanyFigures(portal),
  );
