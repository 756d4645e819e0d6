import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { useCurrentUser } from '../../api/current-user.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { paths } from '../../paths.ts';
import { PlusIcon } from '../../ui/drawings/icons.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonTable } from '../../ui/records/skeleton-table.tsx';
import { UsersList } from './users-list.tsx';
import { readUsersSearch } from './users-search.ts';
import { columnLabels } from './users-table.tsx';
import { usersQuery } from './users.queries.ts';

/** `/users` (section 2.2). */
export function UsersListPage() {
  usePageTitle('User management');
  const { companyName } = useCurrentUser();
  const usersSearch = readUsersSearch(useSearch({ strict: false }));
  const { data } = useQuery(usersQuery);
  // Rendered in slices, so that a click on the menu is not kept waiting by a long list that has just arrived.
  const users = useDeferredValue(data);
  return (
    <>
      <PageHeader
        title="User management"
        purpose={`Who may sign in for ${companyName}, and what they may do.`}
        actions={
          <Button component={Link} to={paths.newUser()} state={{ usersSearch }} leftSection={<PlusIcon size={18} />}>
            New user
          </Button>
        }
      />
      {users ? (
        <UsersList users={users} />
      ) : (
        <SkeletonTable columns={['', ...Object.values(columnLabels)]} rowCount={10} label="Loading users" />
      )}
    </>
  );
}
