import type { LogPlace, LogQuery } from '#contract/analytics/log-query.ts';
import { findSearchFault } from '#contract/analytics/search-words.ts';
import { formatCount } from '../../../lib/numbers.ts';
import { keepFilled, type LogFilter } from './log-search.ts';
import { splitUserIds } from './filters/log-users.ts';

/** Section 9. */
export const recordsPerPage = 20;
/** Limit of the contract for each list. */
const maxIds = 1000;

/** Query for one page of conversations. Options of several users are split into distinct ids. */
export function toLogQuery(filter: LogFilter, place?: LogPlace): LogQuery {
  const { range, skills, users, status, weekday, hour, failed, failures, slowerThan, technicalUsers, page } = filter;
  const { models, tools, failedTools, unanswered, ratings, reviews, tags } = filter;
  const ids = splitUserIds(users).slice(0, maxIds);
  return {
    from: new Date(range.from).toISOString(),
    to: new Date(range.to).toISOString(),
    ...(ids.length > 0 && { users: ids }),
    ...(skills.length > 0 && { skills: [...skills] }),
    ...(status.length > 0 && { status: [...status] }),
    ...(weekday !== undefined && { weekday }),
    ...(hour !== undefined && { hour }),
    ...(failed && { failed }),
    ...keepFilled({ failures, models, tools, failedTools, tags }),
    ...(unanswered && { unanswered }),
    ...(ratings.length > 0 && { ratings: [...ratings] }),
    ...(reviews.length > 0 && { reviews: [...reviews] }),
    ...(slowerThan !== undefined && { slowerThanMs: slowerThan }),
    ...(isSearch(filter.search) && { search: filter.search }),
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
