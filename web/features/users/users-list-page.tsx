import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import type { User } from '#contract/users.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { useFocusRescue } from '../../lib/focus-heading.ts';
import { formatCount } from '../../lib/numbers.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { paths } from '../../paths.ts';
import { useSearchInUrl } from '../../records/use-search-in-url.ts';
import { PlusIcon } from '../../ui/drawings/icons.tsx';
import { DangerButton } from '../../ui/forms/danger-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/records/empty-state.tsx';
import { RecordTable } from '../../ui/records/record-table.tsx';
import { formatFound, RecordToolbar } from '../../ui/records/record-toolbar.tsx';
import { useFoundRecords } from '../../ui/records/use-found-records.ts';
import { useSelection } from '../../ui/records/use-selection.ts';
import { DeleteUsers } from './delete-users.tsx';
import { parseUsersAddress, userColumns, useUsersNavigation } from './user-columns.ts';
import { usersQuery } from './users.queries.ts';

/** What one call deletes at most (contract, `usersDelete`). */
const deleteLimit = 1000;

const getSelectLabel = ({ firstName, lastName }: User) => `Select ${firstName} ${lastName}`;

/** `/users` (section 2.2). */
export function UsersListPage() {
  usePageTitle('User management');
  const { companyName } = useCurrentUser();
  const { data } = useQuery(usersQuery);
  const { filter, settled, setText, sortBy } = useSearchInUrl({ parse: parseUsersAddress });
  const { search } = filter;
  const { records: users, found } = useFoundRecords({ records: data, columns: userColumns, filter });
  const { selection, selectedRecords, clear } = useSelection({
    records: users,
    found,
    headLabel: 'Select all users of the list',
    getLabel: getSelectLabel,
  });
  const [isDeleting, setDeleting] = useState(false);
  const { openForm } = useUsersNavigation();
  const open = useCallback(({ id }: User) => void openForm(paths.user(id), search), [openForm, search]);
  const link = useMemo(() => ({ getAddress: ({ id }: User) => paths.user(id), open, isWholeRow: true }), [open]);
  return (
    <>
      <PageHeader
        title="User management"
        purpose={`Who may sign in for ${companyName}, and what they may do.`}
        actions={
          <Button
            component={Link}
            to={paths.newUser()}
            state={{ listSearch: settled }}
            leftSection={<PlusIcon size={18} />}
          >
            New user
          </Button>
        }
      />
      {users && users.length > 0 && (
        <RecordToolbar
          isSticky
          search={search}
          onSearch={setText}
          searchLabel="Search users"
          count={formatFound({
            found: found?.length ?? 0,
            total: users.length,
            isFiltered: search.trim() !== '',
            one: 'user',
            many: 'users',
          })}
        >
          {selectedRecords.length > 0 && (
            <SelectionActions count={selectedRecords.length} onClear={clear} onDelete={() => setDeleting(true)} />
          )}
        </RecordToolbar>
      )}
      <RecordTable
        caption="Users"
        columns={userColumns}
        rows={found}
        getKey={({ id }) => id}
        loadingLabel="Loading users"
        skeletonRowCount={10}
        empty={users?.length === 0 ? <NoUsers /> : <NoneFound />}
        search={search}
        sort={{ ...filter, onSort: sortBy }}
        link={link}
        selection={selection}
        rowHeightPx={47}
        isDense
      />
      <DeleteUsers users={selectedRecords} opened={isDeleting} onClose={() => setDeleting(false)} />
    </>
  );
}

function NoUsers() {
  return (
    <EmptyState drawing="people" text="No users to display.">
      <Link to={paths.newUser()}>Add users</Link>
    </EmptyState>
  );
}

const NoneFound = () => <EmptyState drawing="search" text="No users matching the current search." />;

interface SelectionActionsProps {
  count: number;
  onClear: () => void;
  onDelete: () => void;
}

function SelectionActions({ count, onClear, onDelete }: SelectionActionsProps) {
  useFocusRescue();
  const isOverLimit = count > deleteLimit;
  return (
    <>
      <span id="selected-users">
        {isOverLimit
          ? `At most ${formatCount(deleteLimit)} users can be deleted at once`
          : `${formatCount(count)} selected`}
      </span>
      <Button variant="subtle" size="compact-sm" onClick={onClear}>
        Clear
      </Button>
      <DangerButton aria-describedby="selected-users" disabled={isOverLimit} onClick={onDelete}>
        Delete
      </DangerButton>
    </>
  );
}
