import { logFilters } from '#features/conversation-log/contract/log-filters.ts';
import type { LogPlace, LogQuery } from '#features/conversation-log/contract/log-query.ts';
import { findSearchFault } from '#contract/conversations/search-words.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { toFilterQuery } from '#web/lib/filter-address.ts';
import type { LogFilter } from './log-search.ts';
import { splitUserIds } from './filters/log-users.ts';

/** Section 9. */
export const recordsPerPage = 20;
/** Limit of the contract for each list. */
const maxIds = 1000;

/** Query for one page of conversations. Options of several users are split into distinct ids. */
export function toLogQuery(filter: LogFilter, place?: LogPlace): LogQuery {
  const { range, users, search, technicalUsers, page } = filter;
  return {
    from: new Date(range.from).toISOString(),
    to: new Date(range.to).toISOString(),
    ...toFilterQuery(logFilters, { ...filter, users: splitUserIds(users).slice(0, maxIds) }),
    ...(isSearch(search) && { search }),
    page,
    limit: recordsPerPage,
    ...(place && { place }),
    totals: true,
    ...(technicalUsers && { technicalUsers }),
  };
}

const isSearch = (search: string) => search.trim() !== '' && findSearchFault(search) === undefined;

/** 'Showing {from} to {to} of {size} entries .' (section 9); of a search that finds more, 'more than {size}'. */
export function describePage(page: number, shown: number, size: number, hasMore = false): string {
  const from = shown === 0 ? 0 : (page - 1) * recordsPerPage + 1;
  const to = shown === 0 ? 0 : from + shown - 1;
  return `Showing ${from} to ${to} of ${hasMore ? `more than ${formatCount(size)}` : size} entries .`;
}

export function countPages(size: number): number {
  return Math.ceil(size / recordsPerPage);
}
