import type { SortOrder } from '../ui/records/find-records.ts';

/** Search parameters of a list: the search text, and the order where it is not the server's own. */
export interface ListAddress extends SortOrder {
  readonly search?: string | undefined;
}

export const searchMaxLength = 200;

/** The search text of an address, at most `searchMaxLength` characters. */
export function parseSearchText(raw: object): { search?: string } {
  const { search } = raw as Record<string, unknown>;
  // The router parses ?search=2020 to a number.
  const text = typeof search === 'string' || typeof search === 'number' ? String(search) : '';
  return text === '' ? {} : { search: text.slice(0, searchMaxLength) };
}

/** The order of an address; a column that the table can not be sorted by is left out. */
export function parseSortOrder(raw: object, columns: readonly { key: string; sort?: unknown }[]): SortOrder {
  const { sortBy, order } = raw as Record<string, unknown>;
  const column = columns.find(({ key, sort }) => key === sortBy && sort !== undefined);
  return { ...(column && { sortBy: column.key }), ...(column && order === 'descending' && { order }) };
}

/** The order after a click on a column head: ascending, and descending where it was ascending already. */
export function toggleSort({ sortBy, order }: SortOrder, column: string): SortOrder {
  const isAscending = sortBy === column && order === undefined;
  return { sortBy: column, order: isAscending ? 'descending' : undefined };
}
