import type * as z from 'zod';
import { auditFilters } from '#contract/audit/audit-filters.ts';
import { formatDateTime, formatMonth } from '#contract/calendar/formats.ts';
import { logFilters } from '#contract/analytics/log-filters.ts';
import { listWords } from '#contract/filters/filters.ts';
import type { ConversationsFilter, RequestsFilter } from '#contract/exports/export-filters.ts';
import type { RowFile } from '#contract/exports/row-files.ts';

type LogFilter = z.infer<typeof ConversationsFilter>;

/** Lists the conditions of a file's filter in words. */
export function listFilterWords({ kind, filter }: Pick<RowFile, 'kind' | 'filter'>, zone: string): string[] {
  if (kind === 'usage' || kind === 'requests') return listUsageWords(filter);
  if (kind === 'audit') return listWords(auditFilters, filter);
  return listLogWords(filter, zone);
}

function listLogWords(filter: LogFilter, zone: string): string[] {
  const { from, to, search } = filter;
  return [
    ...(from !== undefined && to !== undefined ? [`${formatDateTime(from, zone)} – ${formatDateTime(to, zone)}`] : []),
    ...listWords(logFilters, filter),
    ...(search ? [`words: ${search}`] : []),
    ...(filter.technicalUsers ? ['with technical users'] : []),
  ];
}

function listUsageWords({ period, skill }: z.infer<typeof RequestsFilter>): string[] {
  return [
    ...(period === undefined ? ['the month of the request'] : [formatMonth(`${period}-01`)]),
    ...(skill === undefined ? [] : ['one skill']),
  ];
}
