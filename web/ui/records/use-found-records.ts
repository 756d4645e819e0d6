import { useDeferredValue, useMemo } from 'react';
import type { Column } from './columns.ts';
import { findRecords, sortRecords, toSearchable } from './find-records.ts';
import type { SortOrder } from './find-records.ts';

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
export function useFoundRecords<Row, Context>(options: FoundRecordsOptions<Row, Context>) {
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
