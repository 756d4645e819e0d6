import { useCallback } from 'react';
import type { User } from '#contract/users.ts';
import { paths } from '../../paths.ts';
import { DataTable } from '../../ui/records/data-table.tsx';
import { SortHeader } from '../../ui/records/sort-header.tsx';
import { SpareSpace, useVirtualRows } from '../../ui/records/virtual-rows.tsx';
import type { Selection, SelectionChange } from './selection.ts';
import { useUsersArea } from './use-users-navigation.ts';
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
  const { frame, rows, before, after, measure } = useVirtualRows({
    count: users.length,
    rowHeightPx,
    spareRows,
    getKey: (index) => users[index]?.id ?? index,
  });
  const { openForm } = useUsersArea();
  const open = useCallback((id: string) => void openForm(paths.user(id), search), [openForm, search]);
  const toggle = useCallback(
    (id: string, isSelected: boolean) => onSelectionChange({ type: isSelected ? 'select' : 'deselect', ids: [id] }),
    [onSelectionChange],
  );

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
          <SpareSpace heightPx={before} columnCount={usersColumns.length + 1} />
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
                  measure={measure}
                />
              )
            );
          })}
          <SpareSpace heightPx={after} columnCount={usersColumns.length + 1} />
        </tbody>
      </DataTable>
    </div>
  );
}
