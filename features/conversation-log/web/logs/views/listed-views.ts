import { logFilters } from '#features/conversation-log/contract/log-filters.ts';
import type { LogView, LogViewCount } from '#features/conversation-log/contract/log-views.ts';
import { listFixedViews, mostCounted, type FixedView } from '#features/conversation-log/contract/view-values.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { toFilterQuery, writeFilters, parseFilters, type FilterState } from '#web/lib/filter-address.ts';
import type { LogFilter } from '../log-search.ts';
import { toViewSearch } from './views.queries.ts';

/** A view of the log as a link. */
export interface ListedView {
  /** Key of a fixed view, id of a saved one. */
  readonly key: string;
  readonly name: string;
  /** Its part of the address: neither period nor search. */
  readonly search: Readonly<Record<string, unknown>>;
  readonly saved?: LogView;
}

const toListed = ({ key, name, filters }: FixedView): ListedView => ({
  key,
  name,
  search: writeFilters(logFilters, filters as FilterState<typeof logFilters>),
});

/** The fixed views, then the saved ones. */
export const listViews = (
  viewer: Parameters<typeof listFixedViews>[0],
  saved: readonly LogView[],
): { readonly fixed: ListedView[]; readonly saved: ListedView[] } => ({
  fixed: listFixedViews(viewer).map(toListed),
  saved: saved.map((view) => ({ key: view.id, name: view.name, search: toViewSearch(view), saved: view })),
});

const write = (state: FilterState<typeof logFilters>) =>
  JSON.stringify(Object.entries(writeFilters(logFilters, state)).toSorted());

/** Whether the log shows a view: all its filters and no other; one that has lost a filter only where the address names it. */
export const isCurrentView = (filter: LogFilter, { search }: ListedView, named: unknown): boolean =>
  (search.view === undefined || search.view === named) && write(filter) === write(parseFilters(logFilters, search));

/** The present filters as a view keeps them. */
export const toViewFilters = (filter: LogFilter) => toFilterQuery(logFilters, filter);

/** '12', '12+' where there may be more; undefined where none was found among those that were looked at. */
export function describeCount(counted: LogViewCount | undefined): string | undefined {
  if (!counted || (counted.count === 0 && counted.isMore)) return undefined;
  return `${formatCount(Math.min(counted.count, mostCounted))}${counted.isMore ? '+' : ''}`;
}

/** Who shared a view of another person; undefined for an own one. */
export function describeOwner({ isOwn, isShared, owner }: LogView): string | undefined {
  if (isOwn) return isShared ? 'Shared by you' : undefined;
  return `Shared by ${owner ?? 'a former user'}`;
}
