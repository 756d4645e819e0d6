import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';
import { listEntries } from '#contract/filters/filters.ts';
import { userNarrowings, type UserNarrowing } from '#features/people/contract/user-filters.ts';
import { usersPerStep } from '#features/people/contract/user-steps.ts';
import type { User } from '#features/people/contract/users.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { paths } from '#web/paths.ts';
import { DownloadMenu, listChoices } from '#web/records/downloads/download-menu.tsx';
import { NewRecordLink } from '#web/records/new-record-link.tsx';
import { useFormLink, useRecordList } from '#web/records/use-record-list.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { EmptyState } from '#web/ui/records/empty-state.tsx';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { RecordFilter, RecordToolbar } from '#web/ui/records/record-toolbar.tsx';
import { useSelection } from '#web/ui/records/use-selection.ts';
import { useUsersSelection } from './steps/users-selection.tsx';
import { matchesAddress, parseUsersAddress, userColumns, useUsersNavigation } from './user-columns.tsx';
import { usersQuery } from './users.queries.ts';
import { Text } from '#web/ui/layout/layout.tsx';

/** The first choice of each filter, which leaves all users. */
const allLabels: Readonly<Record<keyof UserNarrowing, string>> = {
  role: 'All roles',
  state: 'All statuses',
  signIn: 'Any sign-in',
};
const filterLabels: Readonly<Record<keyof UserNarrowing, string>> = {
  role: 'Role',
  state: 'Status',
  signIn: 'Last sign-in',
};

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
    matches: matchesAddress,
    usualSort: 'lastName',
    one: 'user',
    many: 'users',
  });
  const { selection, selectedRecords, ...controls } = useSelection({
    records,
    found,
    name: 'users',
    headLabel: 'Select all users of the list',
    getLabel: ({ firstName, lastName }) => `Select ${firstName} ${lastName}`,
  });
  const { role, state, signIn } = filter;
  const downloaded = { search: filter.search || undefined, role, state, signIn };
  const { bar, dialogs } = useUsersSelection({ selected: selectedRecords, all: data ?? [], ownId }, controls);
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
              choices={listChoices({
                kind: 'users',
                listed: downloaded,
                selected: { users: selectedRecords.map(({ id }) => id) },
                most: usersPerStep,
              })}
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
            <>
              {listEntries(userNarrowings).map(([name, { values = {} }]) => (
                <RecordFilter
                  key={name}
                  label={filterLabels[name]}
                  options={[
                    { value: '', label: allLabels[name] },
                    ...Object.entries(values).map(([value, label]) => ({ value, label })),
                  ]}
                  value={filter[name]}
                  onChange={(value) => change({ [name]: parseUsersAddress({ [name]: value })[name] })}
                />
              ))}
            </>
          }
        >
          {bar}
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
      {dialogs}
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
    text={isSearched ? 'No users matching the current search.' : 'No users match these filters.'}
  />
);
