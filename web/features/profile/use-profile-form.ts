import { schemaResolver } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import type { CurrentUser } from '#contract/session/session-forms.ts';
import { useVersionedForm } from '../../api/use-versioned-form.ts';
import { paths } from '../../paths.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { getProfileSchema, isNewAddress, toProfileUpdate, toProfileValues } from './profile-form-values.ts';
import type { ProfileRecord } from './profile-form-values.ts';
import { useSaveProfile } from './profile.queries.ts';

/** The profile form. A changed address stays out of the fields until it is proven, so saving leads to its code. */
export function useProfileForm(user: CurrentUser) {
  const navigate = useNavigate();
  const saveProfile = useSaveProfile();
  const state = useVersionedForm({
    record: user as ProfileRecord,
    toValues: toProfileValues,
    validate: (values, base) => {
      const schema = getProfileSchema(isNewAddress(values.email, base.email));
      return schemaResolver(schema, { sync: true })(values);
    },
    save: (values, base) => saveProfile.mutateAsync({ params: { id: user.id }, body: toProfileUpdate(values, base) }),
    onSaved: ({ pendingEmail }) => {
      showToast('Your profile has been saved.');
      if (pendingEmail) void navigate({ to: paths.verifyAccount() });
    },
  });
  return {
    ...state,
    needsPassword: isNewAddress(state.form.values.email, state.base.email),
    cancel: () => state.adopt(state.base),
  };
}
