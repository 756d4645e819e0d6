import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { User } from '#contract/users.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { useFocusRescue } from '../../lib/focus-heading.ts';
import { formatCount } from '../../lib/numbers.ts';
import { paths } from '../../paths.ts';
import { NewRecordLink } from '../../records/new-record-link.tsx';
import { useFormLink, useRecordList } from '../../records/use-record-list.ts';
import { DangerButton } from '../../ui/forms/danger-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/records/empty-state.tsx';
import { RecordTable } from '../../ui/records/record-table.tsx';
import { RecordToolbar } from '../../ui/records/record-toolbar.tsx';
import { useSelection } from '../../ui/records/use-selection.ts';
import { DeleteUsers } from './delete-users.tsx';
import { parseUsersAddress, userColumns, useUsersNavigation } from './user-columns.ts';
import { usersQuery } from './users.queries.ts';

/** What one call deletes at most (contract, `usersDelete`). */
const deleteLimit = 1000;

const getAddress = ({ id }: User) => paths.user(id);

/** `/users` (section 2.2). */
export function UsersListPage() {
  const { companyName } = useCurrentUser();
  const { data } = useQuery(usersQuery);
  const { records, found, filter, settled, hasToolbar, toolbar, count, table } = useRecordList({
    records: data,
    columns: userColumns,
    parse: parseUsersAddress,
    one: 'user',
    many: 'users',
  });
  const { selection, selectedRecords, clear } = useSelection({
    records,
    found,
    name: 'users',
    headLabel: 'Select all users of the list',
    getLabel: ({ firstName, lastName }) => `Select ${firstName} ${lastName}`,
  });
  const [isDeleting, setDeleting] = useState(false);
  const { openForm } = useUsersNavigation();
  const link = useFormLink({ getAddress, openForm, search: filter.search, isWholeRow: true });
  return (
    <>
      <PageHeader
        title="User management"
        purpose={`People who can access ${companyName}, and their roles.`}
        actions={
          <NewRecordLink to={paths.newUser()} listSearch={settled}>
            New user
          </NewRecordLink>
        }
      />
      {hasToolbar && (
        <RecordToolbar {...toolbar} count={count} isSticky>
          {selectedRecords.length > 0 && (
            <SelectionActions count={selectedRecords.length} onClear={clear} onDelete={() => setDeleting(true)} />
          )}
        </RecordToolbar>
      )}
      <RecordTable
        {...table}
        caption="Users"
        getKey={({ id }) => id}
        skeletonRowCount={10}
        empty={records?.length === 0 ? <NoUsers /> : <NoneFound />}
        link={link}
        selection={selection}
        rowHeightPx={38}
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
          ? `You can delete at most ${formatCount(deleteLimit)} users at once`
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
