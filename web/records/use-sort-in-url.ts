import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Column } from '../ui/records/columns.ts';
import { sortRecords } from '../ui/records/find-records.ts';
import { parseSortOrder, toggleSort } from './list-address.ts';

interface SortOptions<Row, Context> {
  /** Undefined while they are loading. */
  readonly records: readonly Row[] | undefined;
  readonly columns: readonly Column<Row, Context>[];
}

/** The order of a list without a search, kept in its address (`?sortBy=&order=`) beside what else stands there. */
export function useSortInUrl<Row, Context>({ records, columns }: SortOptions<Row, Context>) {
  const navigate = useNavigate();
  const address: object = useSearch({ strict: false });
  const { sortBy, order } = parseSortOrder(address, columns);
  const rows = useMemo(
    () => records && sortRecords(records, columns, { sortBy, order }),
    [records, columns, sortBy, order],
  );
  const onSort = (column: string) => {
    const search = { ...address, ...toggleSort({ sortBy, order }, column) };
    void navigate({ to: '.', search, replace: true, resetScroll: false });
  };
  return { rows, sort: { sortBy, order, onSort } };
}
