import { useQuery } from '@tanstack/react-query';
import type { Role } from '#contract/capabilities.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { useIdempotentCall } from '#web/api/use-idempotent-call.ts';
import { settings } from '#web/lib/settings.ts';
import { RecordFormPage } from '#web/records/record-form-page.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { newUser, UserForm, useUserForm } from './user-form.tsx';
import { useCreateUser, userRolesQuery } from './users.queries.ts';

/** 'Create new user', `/users/addUser` and `/users/newUser` (section 2.2). */
export function NewUserPage() {
  const { data: grantable } = useQuery(userRolesQuery);
  const { isSingleSignOnDemanded } = useCurrentUser();
  return (
    <RecordFormPage
      title="Create new user"
      purpose={
        isSingleSignOnDemanded
          ? 'We’ll e-mail an invitation to sign in with single sign-on.'
          : `We’ll e-mail a temporary password, to be changed at first sign-in. Existing ${settings.brand.product} users receive an invitation instead.`
      }
      data={grantable}
      loadingLabel="Loading the form"
    >
      {(roles) => <NewUserForm grantable={roles} />}
    </RecordFormPage>
  );
}

function NewUserForm({ grantable }: { grantable: readonly Role[] }) {
  const createUser = useCreateUser();
  const send = useIdempotentCall();
  const state = useUserForm({
    record: { ...newUser, company: useCurrentUser().companyName },
    grantable,
    isNew: true,
    save: async (body) => {
      let id: string | undefined;
      await send(async (headers) => {
        const answer: { id?: string; errorMessage?: string } = await createUser.mutateAsync({ body, headers });
        ({ id } = answer);
        if (id === undefined) throw new Error(answer.errorMessage ?? 'The user could not be created.');
      });
      showToast(`The user has been created. An e-mail has been sent to ${body.email}.`);
      return id === undefined ? body : { ...body, id };
    },
  });
  return <UserForm state={state} saveLabel="Create new user" />;
}
