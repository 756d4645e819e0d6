import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { userStates } from '#contract/roles.ts';
import type { User } from '#features/people/contract/users.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { useFocusRescue } from '#web/lib/focus-heading.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { paths } from '#web/paths.ts';
import { DownloadMenu, toDownloadable } from '#web/records/downloads/download-menu.tsx';
import { NewRecordLink } from '#web/records/new-record-link.tsx';
import { useFormLink, useRecordList } from '#web/records/use-record-list.ts';
import { DangerButton } from '#web/ui/forms/danger-button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { EmptyState } from '#web/ui/records/empty-state.tsx';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { RecordFilter, RecordToolbar } from '#web/ui/records/record-toolbar.tsx';
import { useSelection } from '#web/ui/records/use-selection.ts';
import { DeleteUsers } from './delete-users.tsx';
import { matchesState, parseUsersAddress, userColumns, useUsersNavigation } from './user-columns.tsx';
import { usersQuery } from './users.queries.ts';
import { Text } from '#web/ui/layout/layout.tsx';

/** The most users that one call deletes (contract, `usersDelete`). */
const deleteLimit = 1000;

const stateOptions = [
  { value: '', label: 'All statuses' },
  ...userStates.map((state) => ({ value: state, label: state })),
];

const getAddress = ({ id }: User) => paths.user(id);

/** `/users` (section 2.2). */
export function UsersListPage() {
  const { companyName, timeZone, id: ownId } = useCurrentUser();
  const created = useLocation({ select: ({ state }) => state.createdUser });
  const context = useMemo(() => ({ timeZone }), [timeZone]);
  const { data } = useQuery(usersQuery);
  const { records, found, filter, change, settled, hasToolbar, toolbar, count, table } = useRecordList({
    records: data,
    columns: userColumns,
    parse: parseUsersAddress,
    matches: matchesState,
    usualSort: 'lastName',
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
  const downloaded = { search: filter.search || undefined, state: filter.state };
  const [isDeleting, setDeleting] = useState(false);
  const { openForm } = useUsersNavigation();
  const link = useFormLink({ getAddress, openForm, search: filter.search, isWholeRow: true });
  return (
    <>
      <PageHeader
        title="User management"
        purpose={`People who can access ${companyName}, and their roles.`}
        actions={
          <>
            <DownloadMenu
              label="Download users"
              isEmpty={found?.length === 0}
              choices={[toDownloadable('users', downloaded)]}
            />
            <Link to={paths.inviteUsers()}>Invite many users</Link>
            <NewRecordLink to={paths.newUser()} listSearch={settled}>
              New user
            </NewRecordLink>
          </>
        }
      />
      {created && (
        <Text below={4} breaks="anywhere" role="status">
          Just created: <Link to={paths.user(created.id)}>{created.name}</Link>
        </Text>
      )}
      {hasToolbar && (
        <RecordToolbar
          {...toolbar}
          count={count}
          isSticky
          filters={
            <RecordFilter
              label="Status"
              options={stateOptions}
              value={filter.state}
              onChange={(state) => change({ state: parseUsersAddress({ state }).state })}
            />
          }
        >
          {selectedRecords.length > 0 && (
            <SelectionActions count={selectedRecords.length} onClear={clear} onDelete={() => setDeleting(true)} />
          )}
        </RecordToolbar>
      )}
      <RecordTable
        {...table}
        caption="Users"
        context={context}
        getKey={({ id }) => id}
        skeletonRowCount={10}
        empty={records?.length === 0 ? <NoUsers /> : <NoneFound isSearched={filter.search !== ''} />}
        link={link}
        selection={selection}
        rowHeightPx={38}
        isDense
      />
      <DeleteUsers ownId={ownId} users={selectedRecords} opened={isDeleting} onClose={() => setDeleting(false)} />
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

const NoneFound = ({ isSearched }: { isSearched: boolean }) => (
  <EmptyState
    drawing="search"
    text={isSearched ? 'No users matching the current search.' : 'No users with this status.'}
  />
);

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
