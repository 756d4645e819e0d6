import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { User } from '#contract/users.ts';
import { paths } from '../../paths.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { SortHeader } from '../../ui/sort-header.tsx';
import type { Selection, SelectionChange } from './selection.ts';
import { useUsersArea } from './use-users-area.ts';
import { UserRow } from './user-row.tsx';
import styles from './users-list.module.css';
import { usersColumns } from './users-search.ts';
import type { UsersColumn, UsersSearch } from './users-search.ts';

export const columnLabels: Readonly<Record<UsersColumn, string>> = {
  firstName: 'First Name',
  lastName: 'Last Name',
  email: 'E-mail',
  company: 'Company',
  roles: 'Role',
};

/** A row whose texts fit on one line, in pixels; longer ones are measured when they appear. */
const rowHeightPx = 47;
/** Rows kept beyond the edges, so that Tab always finds the next one. */
const spareRows = 4;

interface UsersTableProps {
  users: readonly User[];
  search: string;
  sorting: UsersSearch;
  onSort: (column: UsersColumn) => void;
  selection: Selection;
  headerState: 'all' | 'some' | 'none';
  onToggleAll: () => void;
  onSelectionChange: (change: SelectionChange) => void;
}

/** The table of users. Only the rows in view are in the page; empty rows keep the place of the others. */
export function UsersTable(props: UsersTableProps) {
  const { users, search, sorting, onSort, selection, headerState, onToggleAll, onSelectionChange } = props;
  const { frame, virtualizer } = useVirtualRows(users);
  const { openForm } = useUsersArea();
  const open = useCallback((id: string) => void openForm(paths.user(id), search), [openForm, search]);
  const toggle = useCallback(
    (id: string, isSelected: boolean) => onSelectionChange({ type: isSelected ? 'select' : 'deselect', ids: [id] }),
    [onSelectionChange],
  );
  const rows = virtualizer.getVirtualItems();
  const offset = virtualizer.options.scrollMargin;
  const before = (rows[0]?.start ?? offset) - offset;
  const after = virtualizer.getTotalSize() - ((rows.at(-1)?.end ?? offset) - offset);

  return (
    <div ref={frame} className={styles.table}>
      <DataTable caption="Users" rowCount={users.length + 1}>
        <colgroup>
          <col className={styles.checkColumn} />
          {usersColumns.map((column) => (
            <col key={column} data-column={column} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className={styles.check}>
              <label>
                <input
                  type="checkbox"
                  aria-label="Select all users of the list"
                  checked={headerState === 'all'}
                  ref={(box) => {
                    if (box) box.indeterminate = headerState === 'some';
                  }}
                  onChange={onToggleAll}
                />
              </label>
            </th>
            {usersColumns.map((column) => (
              <SortHeader
                key={column}
                label={columnLabels[column]}
                {...(sorting.sortBy === column && { sorted: sorting.order ?? 'ascending' })}
                onSort={() => onSort(column)}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          <SpareSpace heightPx={before} />
          {rows.map(({ index }) => {
            const user = users[index];
            return (
              user && (
                <UserRow
                  key={user.id}
                  user={user}
                  index={index}
                  search={search}
                  isSelected={selection.has(user.id)}
                  onToggle={toggle}
                  onOpen={open}
                  measure={virtualizer.measureElement}
                />
              )
            );
          })}
          <SpareSpace heightPx={after} />
        </tbody>
      </DataTable>
    </div>
  );
}

function useVirtualRows(users: readonly User[]) {
  const frame = useRef<HTMLDivElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    const top = frame.current?.getBoundingClientRect().top ?? 0;
    setScrollMargin(Math.round(top + window.scrollY));
  }, []);
  // oxlint-disable-next-line react/incompatible-library -- nothing is memoised by the React Compiler here
  const virtualizer = useWindowVirtualizer({
    count: users.length,
    estimateSize: () => rowHeightPx,
    overscan: spareRows,
    scrollMargin,
    getItemKey: (index) => users[index]?.id ?? index,
  });
  return { frame, virtualizer };
}

function SpareSpace({ heightPx }: { heightPx: number }) {
  if (heightPx <= 0) return null;
  return (
    <tr aria-hidden="true" className={styles.spare}>
      <td colSpan={usersColumns.length + 1} style={{ height: heightPx }} />
    </tr>
  );
}
