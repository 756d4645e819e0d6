import { companyFilters } from '#features/company/contract/company-filters.ts';
import { costDimensions } from '#features/money/contract/costs/cost-dimensions.ts';
import { auditFilters } from '#features/protection/contract/audit-filters.ts';
import { formatDateTime, formatMonth, formatShortDay } from '#contract/calendar/formats.ts';
import { logFilters } from '#features/conversation-log/contract/log-filters.ts';
import { listWords } from '#contract/filters/filters.ts';
import type { RowFilters } from '#features/protection/contract/export-filters.ts';
import { integrationFilters } from '#features/integrations/contract/integration-filters.ts';
import { skillFilters } from '#features/skills/contract/skill-filters.ts';
import { invoiceFilters } from '#features/billing/contract/invoices/invoice-filters.ts';
import { userFilters } from '#features/people/contract/user-filters.ts';
import type { RowFile } from '#features/protection/contract/row-files.ts';
import { getRowKind } from '#features/protection/contract/row-kinds.ts';

/** Lists the conditions of a file's filter in words. */
export function listFilterWords({ kind, filter }: Pick<RowFile, 'kind' | 'filter'>, zone: string): string[] {
  switch (getRowKind(kind).filter) {
    case 'log':
    case 'range':
      return listLogWords(filter, zone);
    case 'month':
    case 'requests':
      return listUsageWords(filter);
    case 'costs':
      return [...listWordsOfDimension(filter), ...listUsageWords(filter)];
    case 'audit':
      return listWords(auditFilters, filter);
    case 'users':
      return listWords(userFilters, filter);
    case 'companies':
      return listWords(companyFilters, filter);
    case 'integrations':
      return listWords(integrationFilters, filter);
    case 'skills':
      return listWords(skillFilters, filter);
    case 'invoices':
      return listWords(invoiceFilters, filter);
    case 'days':
      return listWordsOfDays(filter);
  }
}

function listLogWords(filter: RowFilters['log'], zone: string): string[] {
  const { from, to, search } = filter;
  return [
    ...(from !== undefined && to !== undefined ? [`${formatDateTime(from, zone)} – ${formatDateTime(to, zone)}`] : []),
    ...listWords(logFilters, filter),
    ...(search ? [`words: ${search}`] : []),
    ...(filter.technicalUsers ? ['with technical users'] : []),
  ];
}

const listWordsOfDimension = ({ by }: Partial<RowFilters['costs']>) => (by ? [costDimensions[by].label] : []);

const listWordsOfDays = ({ from, to }: Partial<RowFilters['days']>) =>
  from !== undefined && to !== undefined ? [`${formatShortDay(from)} – ${formatShortDay(to)}`] : [];

function listUsageWords({ period, skill }: RowFilters['requests']): string[] {
  return [
    ...(period === undefined ? ['the month of the request'] : [formatMonth(`${period}-01`)]),
    ...(skill === undefined ? [] : ['one skill']),
  ];
}
