import { useMemo } from 'react';
import type { User } from '#contract/users.ts';
import { EmptyState } from '../../ui/records/empty-state.tsx';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { filterUsers, toSearchableUsers } from './filter-users.ts';
import { sortUsers } from './sort-users.ts';
import { useUserSelection } from './use-user-selection.ts';
import { useUsersSearch } from './use-users-search.ts';
import { UsersTable } from './users-table.tsx';
import { UsersToolbar } from './users-toolbar.tsx';

/** The list once it is known: search, selection and table, or the sentence that stands for an empty one. */
export function UsersList({ users }: { users: readonly User[] }) {
  const { text, sorting, setText, sortBy } = useUsersSearch();
  const { sortBy: column, order } = sorting;
  const searchable = useMemo(
    () => toSearchableUsers(sortUsers(users, { ...(column && { sortBy: column }), ...(order && { order }) })),
    [users, column, order],
  );
  const filtered = useMemo(() => filterUsers(searchable, text), [searchable, text]);
  const { selection, selectedUsers, headerState, change, toggleAll } = useUserSelection(users, filtered);

  if (users.length === 0) {
    return (
      <EmptyState drawing="people" text="No users to display.">
        <Link to={paths.newUser()}>Add users</Link>
      </EmptyState>
    );
  }
  return (
    <>
      <UsersToolbar
        search={text}
        onSearch={setText}
        foundCount={filtered.length}
        userCount={users.length}
        selectedUsers={selectedUsers}
        onDeselectAll={() => change({ type: 'deselect', ids: selectedUsers.map(({ id }) => id) })}
      />
      {filtered.length === 0 ? (
        <EmptyState drawing="search" text="No users matching the current search." />
      ) : (
        <UsersTable
          users={filtered}
          search={text}
          sorting={sorting}
          onSort={sortBy}
          selection={selection}
          headerState={headerState}
          onToggleAll={toggleAll}
          onSelectionChange={change}
        />
      )}
    </>
  );
}
