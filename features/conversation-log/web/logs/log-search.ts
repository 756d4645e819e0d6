import { logFilters } from '#features/conversation-log/contract/log-filters.ts';
import { maxSearchLength, toSearch } from '#contract/conversations/search-words.ts';
import { isChosen, parseFilters, parseInteger, writeFilters, type FilterState } from '#web/lib/filter-address.ts';
import { parseDateRange, toDateRangeSearch, type DateRange } from '#web/records/range/date-range.ts';

/** The filters of the conversation list. The option of several users with one name is all their ids, joined by `::`. */
export interface LogFilter extends FilterState<typeof logFilters> {
  readonly range: DateRange;
  /** Words of messages, as they were typed; empty for none. */
  readonly search: string;
  readonly technicalUsers: boolean;
  /** From 1. */
  readonly page: number;
}

/** Time zone of the company, present instant and rights of the user. */
export interface LogScope {
  timeZone: string;
  now: number;
  canSeeTechnicalUsers: boolean;
}

/** Parses the parameters of the address and drops invalid ones. */
export function parseLogFilter(search: object, { timeZone, now, canSeeTechnicalUsers }: LogScope): LogFilter {
  const { search: words, technicalUsers, page } = search as Record<string, unknown>;
  const filters = parseFilters(logFilters, search);
  return {
    range: parseDateRange(search, timeZone, now),
    ...filters,
    // One control shows both of them, and one any failure or the reasons.
    ...((filters.weekday === undefined || filters.hour === undefined) && { weekday: undefined, hour: undefined }),
    ...(filters.failed && { failures: [] }),
    search: parseWords(words),
    technicalUsers: canSeeTechnicalUsers && String(technicalUsers) === 'true',
    page: parseInteger(page, 1, 1_000_000) ?? 1,
  };
}

/** `{}` for the whole present month, so that its address stays bare. */
export function toLogSearch(filter: LogFilter, { timeZone, now }: LogScope): Record<string, unknown> {
  const { range, search, technicalUsers, page } = filter;
  return {
    ...toDateRangeSearch(range, timeZone, now),
    ...writeFilters(logFilters, filter),
    ...(search !== '' && { search }),
    ...(technicalUsers && { technicalUsers: true }),
    ...(page > 1 && { page }),
  };
}

/** Whether anything but the range narrows the list down. */
export const isFiltered = ({
  range: _range,
  technicalUsers: _technical,
  page: _page,
  ...filters
}: LogFilter): boolean => Object.values(filters).some(isChosen);

/** Section 4: changing any filter resets the page to 1; a page applies only if it is greater than 0. */
export function changeLogFilter(filter: LogFilter, changed: Partial<LogFilter>): LogFilter {
  const { page = 1 } = changed;
  return { ...filter, ...changed, page: page > 0 ? page : filter.page };
}

/** Id of the conversation that is open over the list. */
export function parseRecordId(search: object): string | undefined {
  const { record } = search as Record<string, unknown>;
  // The router parses ?record=1 to a number.
  return typeof record === 'string' || typeof record === 'number' ? String(record) : undefined;
}

/** Id of the message that is shown in it. */
export function parseMessageId(search: object): string | undefined {
  const { message } = search as Record<string, unknown>;
  return typeof message === 'string' ? message : undefined;
}

/** The router parses ?search=4500 to a number. Longer texts are no search. */
function parseWords(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? toSearch(String(value)) : '';
  return text.length <= maxSearchLength ? text : '';
}
