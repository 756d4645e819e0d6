import { TextInput } from '@mantine/core';
import { schemaResolver } from '@mantine/form';
import { Link, useNavigate } from '@tanstack/react-router';
import type { CurrentUser } from '#features/sign-in/contract/session-forms.ts';
import { assignedUserFields, ownTextFields, userLabels } from '#features/people/contract/user-fields.ts';
import { paths } from '#web/paths.ts';
import { listDifferences } from '#web/records/list-differences.ts';
import { useRecordForm } from '#web/records/use-record-form.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { FieldGrid, FormSection } from '#web/ui/forms/form-layout.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { RecordForm } from '#web/ui/forms/record-form.tsx';
import { PendingAddress } from './pending-address.tsx';
import {
  getProfileSchema,
  isNewAddress,
  profileLabels,
  toProfileUpdate,
  toProfileValues,
  type ProfileRecord,
} from './profile-form-values.ts';
import { useUpdateProfile } from './profile.queries.ts';

/** The five fields of the user's own profile (sections 2.3 and 5). */
export function ProfileForm({ user }: { user: CurrentUser }) {
  const state = useProfileForm(user);
  const { form, base, adopt } = state;
  const needsPassword = isNewAddress(form.values.email, base.email);
  return (
    <RecordForm state={state} saveLabel="Save changes" onCancel={() => adopt(base)}>
      <FormSection title="Name" description="Shown in the user list.">
        <FieldGrid>
          <TextInput
            label={profileLabels.firstName}
            autoComplete="given-name"
            aria-required
            {...form.getInputProps('firstName')}
          />
          <TextInput
            label={profileLabels.lastName}
            autoComplete="family-name"
            aria-required
            {...form.getInputProps('lastName')}
          />
        </FieldGrid>
      </FormSection>
      <FormSection
        title="E-mail"
        description={
          <span>
            You sign in with this address. Password and two-factor authentication are under{' '}
            <Link to={paths.security()}>Security</Link>.
          </span>
        }
      >
        <FieldGrid>
          <TextInput
            wrapperProps={{ 'data-wide': true }}
            inputMode="email"
            label={profileLabels.email}
            autoComplete="email"
            spellCheck={false}
            aria-required
            {...form.getInputProps('email')}
          />
          {needsPassword && (
            <PasswordField
              wrapperProps={{ 'data-wide': true }}
              purpose="current"
              label="Current password"
              description="Your new address becomes active after you enter the code we send to it."
              aria-required
              {...form.getInputProps('currentPassword')}
            />
          )}
          {user.pendingEmail && (
            <div data-wide>
              <PendingAddress pendingEmail={user.pendingEmail} provenEmail={user.email} />
            </div>
          )}
        </FieldGrid>
      </FormSection>
      <FormSection title="Work" description="Displayed company name and your SAP Login ID.">
        <FieldGrid>
          <TextInput
            label={profileLabels.company}
            autoComplete="organization"
            aria-required
            {...form.getInputProps('company')}
          />
          {ownTextFields.map((name) => (
            <TextInput
              key={name}
              label={profileLabels[name]}
              autoComplete="off"
              spellCheck={false}
              {...form.getInputProps(name)}
            />
          ))}
          {assignedUserFields.map(
            (name) =>
              user[name] && (
                <TextInput
                  key={name}
                  label={userLabels[name]}
                  description="Set by your administrators."
                  value={user[name]}
                  readOnly
                />
              ),
          )}
        </FieldGrid>
      </FormSection>
    </RecordForm>
  );
}

/** The state of the profile form. A new address is saved once it is verified, so a save leads to its code. */
function useProfileForm(user: CurrentUser) {
  const navigate = useNavigate();
  const updateProfile = useUpdateProfile();
  return useRecordForm({
    record: user as ProfileRecord,
    toValues: toProfileValues,
    validate: (values, base) => {
      const schema = getProfileSchema(isNewAddress(values.email, base.email));
      return schemaResolver(schema, { sync: true })(values);
    },
    save: (values, base) => updateProfile.mutateAsync({ params: { id: user.id }, body: toProfileUpdate(values, base) }),
    onSaved: ({ pendingEmail }) => {
      showToast('Your profile has been saved.');
      if (pendingEmail) void navigate({ to: paths.verifyAccount() });
    },
    listDifferences: (newer, mine) => listDifferences({ labels: profileLabels, theirs: toProfileValues(newer), mine }),
  });
}
