import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserForm as UserValues } from '#contract/users.ts';
import { ApiProblem } from '../../api/api-problem.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonForm } from '../../ui/forms/skeleton-form.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { newIdempotencyKey } from '../../lib/idempotency-key.ts';
import { newUserValues } from './user-form-values.ts';
import { UserForm } from './user-form.tsx';
import { useUserForm } from './use-user-form.ts';
import { useUsersArea } from './use-users-navigation.ts';
import { useCreateUser, userRolesQuery } from './users.queries.ts';

/** 'Create new user' (section 2.2). */
export function NewUser() {
  usePageTitle('Create new user');
  const { data: grantable } = useQuery(userRolesQuery);
  return (
    <>
      <PageHeader
        title="Create new user"
        purpose="The person gets an e-mail with a temporary password, to be replaced at the first sign-in. Whoever already signs in here with this address gets an invitation instead."
      />
      {grantable ? <NewUserForm grantable={grantable} /> : <SkeletonForm fieldCount={6} label="Loading the form" />}
    </>
  );
}

function NewUserForm({ grantable }: { grantable: UserValues['roles'] }) {
  const { goToList } = useUsersArea();
  const createUser = useCreateUser();
  const [key, setKey] = useState(newIdempotencyKey);

  async function create(body: UserValues) {
    try {
      const answer: { id?: string; errorMessage?: string } = await createUser.mutateAsync({
        body,
        headers: { 'idempotency-key': key },
      });
      if (answer.id === undefined) throw new Error(answer.errorMessage ?? 'The user could not be created.');
    } catch (error) {
      // Once the server has answered, the next attempt is another one; without an answer it is the same.
      if (error instanceof ApiProblem && error.requestId !== '') setKey(newIdempotencyKey());
      throw error;
    }
    showToast(`The user has been created. An e-mail goes to ${body.email}.`);
    return body;
  }

  const state = useUserForm({ record: newUserValues, grantable, onSave: create });
  return <UserForm state={state} grantable={grantable} saveLabel="Create new user" onCancel={() => void goToList()} />;
}
