import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { can, type Role } from '#contract/capabilities.ts';
import type { User } from '#features/people/contract/users.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { paths } from '#web/paths.ts';
import { RecordNeighbours } from '#web/records/record-neighbours.tsx';
import { RecordFormPage } from '#web/records/record-form-page.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { DangerButton } from '#web/ui/forms/danger-button.tsx';
import { Text } from '#web/ui/layout/layout.tsx';
import { StatusBadge } from '#web/ui/records/status-badge.tsx';
import { DeleteUsers } from './delete-users.tsx';
import { matchesAddress, parseUsersAddress, stateTones, userColumns, useUsersNavigation } from './user-columns.tsx';
import { UserConversations } from './user-conversations.tsx';
import { UserLife } from './user-life.tsx';
import { UserForm, useUserForm } from './user-form.tsx';
import { getUserQuery, userRolesQuery, usersQuery, useUpdateUser } from './users.queries.ts';

/** 'Edit user', `/users/{id}` (section 2.2). */
export function EditUserPage() {
  const { id = '' } = useParams({ strict: false });
  const { data: user, error } = useQuery(getUserQuery(id));
  const { data: grantable } = useQuery(userRolesQuery);
  const { data: users } = useQuery({ ...usersQuery, throwOnError: false });
  return (
    <RecordFormPage
      title="Edit user"
      purpose={user && <Person user={user} />}
      actions={
        <RecordNeighbours
          id={id}
          records={users}
          columns={userColumns}
          parse={parseUsersAddress}
          matches={matchesAddress}
          getAddress={getAddress}
          one="user"
        />
      }
      data={user && grantable && { user, grantable }}
      error={error}
      loadingLabel="Loading the user"
    >
      {(loaded) => <EditUserForm key={id} {...loaded} />}
    </RecordFormPage>
  );
}

const getAddress = ({ id }: User) => paths.user(id);

/** Who it is, with role and status, and the ways to what belongs to the person. */
function Person({ user }: { user: User }) {
  const current = useCurrentUser();
  const { firstName, lastName, roles = [], access } = user;
  return (
    <>
      <Text as="strong" tone="ink" weight="strong" translate="no">{`${firstName} ${lastName}`}</Text>
      <span>{` · ${roles.join(', ')} · `}</span>
      {access && <StatusBadge tone={stateTones[access.state]} label={access.state} />}
      <span> · </span>
      <Link to={paths.logs()} search={{ users: user.id }}>
        Conversations
      </Link>
      {can(current, 'privacy.manage') && (
        <>
          <span> · </span>
          <Link to={paths.privacy()} search={{ person: user.email }}>
            Export or erase data
          </Link>
        </>
      )}
    </>
  );
}

function EditUserForm({ user, grantable }: { user: User; grantable: readonly Role[] }) {
  const { goToList } = useUsersNavigation();
  const updateUser = useUpdateUser();
  const ownId = useCurrentUser().id;
  const isOwn = ownId === user.id;
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
      >
        {user.access && <UserLife user={user} access={user.access} isOwn={isOwn} />}
        <UserConversations user={user} />
      </UserForm>
      <DeleteUsers
        ownId={ownId}
        users={[user]}
        opened={isDeleting}
        onClose={() => setDeleting(false)}
        onDeleted={leave}
      />
    </>
  );
}

function OwnAddressNote() {
  return (
    <span>
      To change your own e-mail, go to <Link to={paths.profile()}>your profile</Link>; you’ll need to verify the new
      address.
    </span>
  );
}
