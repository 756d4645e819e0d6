import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Role } from '#contract/capabilities.ts';
import type { User, UserForm as UserValues } from '#contract/users.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { paths } from '../../paths.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonForm } from '../../ui/forms/skeleton-form.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { NobodyFound } from './user-not-found.tsx';
import { DeleteUsers } from './delete-users.tsx';
import styles from './users-list.module.css';
import { UserForm } from './user-form.tsx';
import { useUserForm } from './use-user-form.ts';
import { useUsersArea } from './use-users-navigation.ts';
import { getUserQuery, isUnknownUser, useSaveUser, userRolesQuery } from './users.queries.ts';

/** 'Edit user' (section 2.2). An id that is nobody's shows the not-found page. */
export function EditUser({ id }: { id: string }) {
  usePageTitle('Edit user');
  const { data: user, error } = useQuery(getUserQuery(id));
  const { data: grantable } = useQuery(userRolesQuery);
  if (isUnknownUser(error)) return <NobodyFound />;
  return (
    <>
      <PageHeader title="Edit user" purpose={user && `${user.firstName} ${user.lastName}`} />
      {user && grantable ? (
        <EditUserForm user={user} grantable={grantable} />
      ) : (
        <SkeletonForm fieldCount={6} label="Loading the user" />
      )}
    </>
  );
}

function EditUserForm({ user, grantable }: { user: User; grantable: readonly Role[] }) {
  const { goToList } = useUsersArea();
  const saveUser = useSaveUser();
  const isOwn = useCurrentUser().id === user.id;
  const [isDeleting, setDeleting] = useState(false);

  async function save(values: UserValues, version: number | undefined) {
    const body = { ...values, ...(version !== undefined && { version }) };
    const saved = await saveUser.mutateAsync({ params: { id: user.id }, body });
    showToast('The user has been saved.');
    return saved;
  }

  const state = useUserForm({ record: user, grantable, onSave: save });
  return (
    <>
      <UserForm
        state={state}
        grantable={grantable}
        saveLabel="Save changes"
        onCancel={() => void goToList()}
        {...(isOwn && {
          emailNote: (
            <>
              This is you. A new address of your own has to be proven, in <Link to={paths.profile()}>your profile</Link>
              .
            </>
          ),
        })}
      >
        <Button variant="subtle" className={styles.danger} onClick={() => setDeleting(true)}>
          Delete user
        </Button>
      </UserForm>
      <DeleteUsers
        users={[user]}
        opened={isDeleting}
        onClose={() => setDeleting(false)}
        onDeleted={() => void state.finish()}
      />
    </>
  );
}
