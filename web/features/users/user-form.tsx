import { MultiSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Role } from '#contract/capabilities.ts';
import { paths } from '../../paths.ts';
import { FieldGrid, FormActions, FormSection } from '../../ui/forms/form-layout.tsx';
import { FormNotices } from '../../ui/forms/form-notices.tsx';
import { UnsavedChangesDialog } from '../../ui/forms/unsaved-changes-dialog.tsx';
import { findDifferences, userLabels } from './user-form-values.ts';
import type { UserFormState } from './use-user-form.ts';

interface UserFormProps {
  state: UserFormState;
  grantable: readonly Role[];
  saveLabel: string;
  onCancel: () => void;
  /** Why the address can not be changed here, where that is so. */
  emailNote?: ReactNode;
  /** A further action beside Save and Cancel. */
  children?: ReactNode;
}

/** The fields of a user (section 5), for creating and for editing. */
export function UserForm({ state, grantable, saveLabel, onCancel, emailNote, children }: UserFormProps) {
  const { form, alert, newer, guard, isSaving, submit, heldRoles, useTheirs, keepMine } = state;
  const offered = [...grantable, ...heldRoles.filter((role) => !grantable.includes(role))];
  return (
    <form onSubmit={submit} noValidate>
      <FormNotices
        alert={alert}
        staleFields={newer && findDifferences(newer, form.values)}
        onUseTheirs={useTheirs}
        onKeepMine={keepMine}
      />
      <FormSection title="Person" description="How they appear in lists, logs and as a contact person.">
        <FieldGrid>
          <TextInput
            label={userLabels.firstName}
            autoComplete="off"
            aria-required
            {...form.getInputProps('firstName')}
          />
          <TextInput label={userLabels.lastName} autoComplete="off" aria-required {...form.getInputProps('lastName')} />
          <div data-wide>
            <TextInput
              inputMode="email"
              label={userLabels.email}
              description={emailNote}
              disabled={emailNote !== undefined}
              autoComplete="off"
              spellCheck={false}
              aria-required
              {...form.getInputProps('email')}
            />
          </div>
        </FieldGrid>
      </FormSection>
      <FormSection title="Work" description="The company as it should be shown, and the log-in to the SAP system.">
        <FieldGrid>
          <TextInput label={userLabels.company} autoComplete="off" aria-required {...form.getInputProps('company')} />
          <TextInput
            label={userLabels.sapId}
            autoComplete="off"
            spellCheck={false}
            aria-required
            {...form.getInputProps('sapId')}
          />
        </FieldGrid>
      </FormSection>
      <FormSection title="Access" description="What the person may see and do. SuperAdmins manage everything here.">
        <FieldGrid>
          <div data-wide>
            <MultiSelect
              label={userLabels.roles}
              data={offered.map((role) => ({ value: role, label: role, disabled: !grantable.includes(role) }))}
              comboboxProps={{ withinPortal: false, transitionProps: { duration: 0 } }}
              searchable
              hidePickedOptions
              nothingFoundMessage="No other role"
              aria-required
              {...form.getInputProps('roles')}
            />
          </div>
        </FieldGrid>
      </FormSection>
      <FormActions saveLabel={saveLabel} onCancel={onCancel} saving={isSaving}>
        {children}
      </FormActions>
      <UnsavedChangesDialog
        opened={guard.isHeld}
        isSignedOut={guard.nextPath === paths.login()}
        onStay={guard.stay}
        onLeave={guard.leave}
      />
    </form>
  );
}
