import { TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { CurrentUser } from '#contract/session/session-forms.ts';
import { useLeaveGuard } from '../../lib/use-unsaved-changes-guard.ts';
import { paths } from '../../paths.ts';
import { FieldGrid, FormActions, FormSection } from '../../ui/forms/form-layout.tsx';
import { FormNotices } from '../../ui/forms/form-notices.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { UnsavedChangesDialog } from '../../ui/forms/unsaved-changes-dialog.tsx';
import { PendingAddress } from './pending-address.tsx';
import { findDifferences, profileLabels } from './profile-form-values.ts';
import { useProfileForm } from './use-profile-form.ts';

/** The person's own five fields (sections 2.3 and 5). */
export function ProfileForm({ user }: { user: CurrentUser }) {
  const { form, alert, newer, isSaving, needsPassword, submit, cancel, useTheirs, keepMine } = useProfileForm(user);
  const guard = useLeaveGuard(() => form.isDirty());
  return (
    <form onSubmit={submit} noValidate>
      <FormNotices
        alert={alert}
        staleFields={newer && findDifferences(newer, form.values)}
        onUseTheirs={useTheirs}
        onKeepMine={keepMine}
      />
      <FormSection title="Name" description="As it stands in the list of your company’s users.">
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
          <>
            You sign in with this address. Password and two-factor sign-in are under{' '}
            <Link to={paths.security()}>Security</Link>.
          </>
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
              description="A new address counts once you have entered the code that we send to it."
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
      <FormSection title="Work" description="Your company as you want it shown, and your log-in to the SAP system.">
        <FieldGrid>
          <TextInput
            label={profileLabels.company}
            autoComplete="organization"
            aria-required
            {...form.getInputProps('company')}
          />
          <TextInput
            label={profileLabels.sapId}
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('sapId')}
          />
        </FieldGrid>
      </FormSection>
      <FormActions saveLabel="Save changes" onCancel={cancel} saving={isSaving} />
      <UnsavedChangesDialog
        opened={guard.isHeld}
        isSignedOut={guard.nextPath === paths.login()}
        onStay={guard.stay}
        onLeave={guard.leave}
      />
    </form>
  );
}
