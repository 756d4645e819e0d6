import { useQuery } from '@tanstack/react-query';
import type { Role } from '#contract/capabilities.ts';
import { useIdempotentCall } from '../../api/use-idempotent-call.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { SkeletonForm } from '../../ui/forms/skeleton-form.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { newUser, UserForm, useUserForm, userFieldCount } from './user-form.tsx';
import { useCreateUser, userRolesQuery } from './users.queries.ts';

/** 'Create new user', `/users/addUser` and `/users/newUser` (section 2.2). */
export function NewUserPage() {
  usePageTitle('Create new user');
  const { data: grantable } = useQuery(userRolesQuery);
  return (
    <>
      <PageHeader
        title="Create new user"
        purpose="The person gets an e-mail with a temporary password, to be replaced at the first sign-in. Whoever already signs in here with this address gets an invitation instead."
      />
      {grantable ? (
        <NewUserForm grantable={grantable} />
      ) : (
        <SkeletonForm fieldCount={userFieldCount} label="Loading the form" />
      )}
    </>
  );
}

function NewUserForm({ grantable }: { grantable: readonly Role[] }) {
  const createUser = useCreateUser();
  const send = useIdempotentCall();
  const state = useUserForm({
    record: newUser,
    grantable,
    save: async (body) => {
      await send(async (headers) => {
        const answer: { id?: string; errorMessage?: string } = await createUser.mutateAsync({ body, headers });
        if (answer.id === undefined) throw new Error(answer.errorMessage ?? 'The user could not be created.');
      });
      showToast(`The user has been created. An e-mail goes to ${body.email}.`);
      return body;
    },
  });
  return <UserForm state={state} saveLabel="Create new user" />;
}
