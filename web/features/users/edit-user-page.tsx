import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Role } from '#contract/capabilities.ts';
import type { User } from '#contract/users.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { isUnknownRecord } from '../../api/record-queries.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { paths } from '../../paths.ts';
import { RecordNotFound } from '../../records/record-not-found.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { DangerButton } from '../../ui/forms/danger-button.tsx';
import { SkeletonForm } from '../../ui/forms/skeleton-form.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DeleteUsers } from './delete-users.tsx';
import { useUsersNavigation } from './user-columns.ts';
import { UserForm, useUserForm, userFieldCount } from './user-form.tsx';
import { getUserQuery, userRolesQuery, useUpdateUser } from './users.queries.ts';

/** 'Edit user', `/users/{id}` (section 2.2). */
export function EditUserPage() {
  const { id = '' } = useParams({ strict: false });
  return <EditUser key={id} id={id} />;
}

function EditUser({ id }: { id: string }) {
  usePageTitle('Edit user');
  const { data: user, error } = useQuery(getUserQuery(id));
  const { data: grantable } = useQuery(userRolesQuery);
  if (isUnknownRecord(error)) return <RecordNotFound />;
  return (
    <>
      <PageHeader title="Edit user" purpose={user && `${user.firstName} ${user.lastName}`} />
      {user && grantable ? (
        <EditUserForm user={user} grantable={grantable} />
      ) : (
        <SkeletonForm fieldCount={userFieldCount} label="Loading the user" />
      )}
    </>
  );
}

function EditUserForm({ user, grantable }: { user: User; grantable: readonly Role[] }) {
  const { goToList } = useUsersNavigation();
  const updateUser = useUpdateUser();
  const isOwn = useCurrentUser().id === user.id;
  const [isDeleting, setDeleting] = useState(false);
  const state = useUserForm({
    record: user,
    grantable,
    save: async (values, version) => {
      const saved = await updateUser.mutateAsync({ params: { id: user.id }, body: { ...values, version } });
      showToast('The user has been saved.');
      return saved;
    },
  });

  function leave() {
    state.forget();
    void goToList();
  }

  return (
    <>
      <UserForm
        state={state}
        saveLabel="Save changes"
        emailNote={isOwn ? <OwnAddressNote /> : undefined}
        aside={
          <DangerButton variant="subtle" onClick={() => setDeleting(true)}>
            Delete user
          </DangerButton>
        }
      />
      <DeleteUsers users={[user]} opened={isDeleting} onClose={() => setDeleting(false)} onDeleted={leave} />
    </>
  );
}

function OwnAddressNote() {
  return (
    <>
      This is you. A new address of your own has to be proven, in <Link to={paths.profile()}>your profile</Link>.
    </>
  );
}
