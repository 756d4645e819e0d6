import { useLocation } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { formatCount } from '../lib/numbers.ts';
import type { Column } from '../ui/records/columns.ts';
import { findRecords, sortRecords, toSearchable, type SortOrder } from '../ui/records/find-records.ts';
import type { RowLink } from '../ui/records/record-row.tsx';
import type { ListAddress } from './list-address.ts';
import { useSearchInUrl } from './use-search-in-url.ts';

interface RecordListOptions<Row, Context, Address extends ListAddress> {
  /** Undefined while they are loading. */
  readonly records: readonly Row[] | undefined;
  readonly columns: readonly Column<Row, Context>[];
  /** Reads the parameters of the address and leaves out what means nothing. */
  readonly parse: (raw: object) => Address;
  /** Whether the filters of the address, beside its search, leave a record in the list. */
  readonly matches?: (row: Row, address: Address) => boolean;
  /** The column whose order the records arrive in, marked while the address names none. */
  readonly usualSort?: string;
  /** 'user' */
  readonly one: string;
  /** 'users' */
  readonly many: string;
}

/**
 * A list whose search, filters and order stand in its address, and the records that they leave. `toolbar` and `table` are
 * what a `RecordToolbar` and a `RecordTable` show of it, `count` is '12 users' or '3 of 12 users', and empty until
 * they are loaded.
 */
export function useRecordList<Row, Context, Address extends ListAddress>(
  options: RecordListOptions<Row, Context, Address>,
) {
  const { columns, parse, matches, usualSort, one, many } = options;
  const { filter, settled, setText, sort, sortBy, change, clear } = useSearchInUrl({ parse, usualSort });
  const revealedKey = useLocation({ select: ({ state }) => state.changedRecord });
  const { records, found } = useFoundRecords({ records: options.records, columns, filter });
  const rows = matches ? found?.filter((row) => matches(row, filter)) : found;
  const isFiltered = isNarrowed(filter);
  const all = records === undefined ? '' : `${formatCount(records.length)} ${records.length === 1 ? one : many}`;
  return {
    filter,
    settled,
    change,
    clear,
    records,
    found: rows,
    isFiltered,
    /** Also while the records load, so that they do not move the table down; not above an empty list. */
    hasToolbar: records?.length !== 0,
    count: isFiltered && all !== '' ? `${formatCount(rows?.length ?? 0)} of ${all}` : all,
    toolbar: { search: filter.search, onSearch: setText, searchLabel: `Search ${many}` },
    table: {
      columns,
      rows,
      loadingLabel: `Loading ${many}`,
      search: filter.search,
      revealedKey,
      sort: { ...sort, onSort: sortBy },
    },
  };
}

interface FoundRecordsOptions<Row, Context> {
  /** Undefined while they are loading. */
  readonly records: readonly Row[] | undefined;
  readonly columns: readonly Column<Row, Context>[];
  readonly filter: SortOrder & { readonly search?: string | undefined };
}

/**
 * The records as a list shows them: sorted and searched by their columns. `records` follows the input in slices, because
 * a long list that has just arrived would otherwise keep a click on the menu waiting.
 */
function useFoundRecords<Row, Context>(options: FoundRecordsOptions<Row, Context>) {
  const { columns, filter } = options;
  const { search = '', sortBy, order } = filter;
  const records = useDeferredValue(options.records);
  const searchable = useMemo(
    () => records && toSearchable(sortRecords(records, columns, { sortBy, order }), columns),
    [records, columns, sortBy, order],
  );
  const found = useMemo(() => searchable && findRecords(searchable, search), [searchable, search]);
  return { records, found };
}

/** Whether a search or a filter may leave out records; the order does not. */
function isNarrowed({ sortBy: _sortBy, order: _order, ...filters }: ListAddress): boolean {
  return Object.values(filters).some((value) => value !== undefined && value.trim() !== '');
}

interface FormLinkOptions<Row> {
  /** The address of a record's form; one function outside of the component, because all rows are drawn anew for another. */
  readonly getAddress: (row: Row) => string;
  /** `openForm` of `useListNavigation`. */
  readonly openForm: (path: string, text: string) => unknown;
  /** The text in the search box. */
  readonly search: string;
  /** A click anywhere in the row opens the form too. */
  readonly isWholeRow?: boolean;
}

/** The link of each row to the form of its record. */
export function useFormLink<Row>(options: FormLinkOptions<Row>): RowLink<Row> {
  const { getAddress, openForm, search, isWholeRow = false } = options;
  const typed = useRef(search);
  // A link that changed with the text would draw every row anew for a keystroke.
  useEffect(() => void (typed.current = search), [search]);
  return useMemo(
    () => ({ getAddress, open: (row) => void openForm(getAddress(row), typed.current), isWholeRow }),
    [getAddress, openForm, isWholeRow],
  );
}
