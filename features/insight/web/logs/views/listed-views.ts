import { logFilters } from '#features/insight/contract/log-filters.ts';
import { parseFilters, writeFilters, type FilterState } from '#web/lib/filter-address.ts';
import type { LogFilter } from '../log-search.ts';

/** Filters of a view, as they stand in the address; the period and the search are none of it. */
export type ViewFilters = Readonly<Record<string, unknown>>;

interface LogView {
  readonly name: string;
  readonly filters: ViewFilters;
}

interface Viewer {
  readonly userId: string;
  /** Whether reviews are shown. */
  readonly mayReview: boolean;
}

/** The views that everyone has. */
export const listViews = ({ userId, mayReview }: Viewer): LogView[] => [
  { name: 'All', filters: {} },
  ...(mayReview ? [{ name: 'To review', filters: { reviews: 'open' } }] : []),
  { name: 'Failed', filters: { failed: true } },
  { name: 'Unanswered', filters: { unanswered: true } },
  { name: 'Mine', filters: { users: userId } },
];

const write = (state: FilterState<typeof logFilters>) =>
  JSON.stringify(Object.entries(writeFilters(logFilters, state)).toSorted());

/** Whether the log shows a view: all its filters and no other. */
export const isCurrentView = (filter: LogFilter, filters: ViewFilters): boolean =>
  write(filter) === write(parseFilters(logFilters, filters));
