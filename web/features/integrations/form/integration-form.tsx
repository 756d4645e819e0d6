import { NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { listFields } from '#contract/integrations/integration-rules.ts';
import type { IntegrationField as FieldFacts } from '#contract/integrations/integration-rules.ts';
import { identifierFields } from '#contract/integrations/vendors.ts';
import { paths } from '../../../paths.ts';
import { FieldGrid, FormActions, FormSection } from '../../../ui/forms/form-layout.tsx';
import { FormNotices } from '../../../ui/forms/form-notices.tsx';
import { UnsavedChangesDialog } from '../../../ui/forms/unsaved-changes-dialog.tsx';
import { ConnectionTest } from './connection-test.tsx';
import { IntegrationField } from './integration-field.tsx';
import { listCategories } from '../integration-kind.ts';
import { findDifferences } from './integration-values.ts';
import { StatusSwitch } from '../list/status-switch.tsx';
import type { IntegrationFormState } from './use-integration-form.ts';
import { useIntegrationsArea } from '../use-integrations-navigation.ts';

interface IntegrationFormProps {
  state: IntegrationFormState;
  saveLabel: string;
  /** A further action beside Save and Cancel. */
  children?: ReactNode;
}

const isName = ({ name }: FieldFacts) => name === 'name' || name === 'serviceName';
const isIdentifier = ({ name }: FieldFacts) => identifierFields.some((each) => each === name);

/** The form of an integration (section 5), for creating and for editing: its fields are those of its service. */
export function IntegrationForm({ state, saveLabel, children }: IntegrationFormProps) {
  const { form, kind, base, alert, newer, guard, isSaving, isConcealed, submit, useTheirs, keepMine } = state;
  const { cancel } = useIntegrationsArea();
  const fields = listFields(kind.service);
  const identifiers = fields.filter(isIdentifier);
  const show = (field: FieldFacts) => <IntegrationField key={field.name} field={field} state={state} />;
  return (
    <form onSubmit={submit} noValidate>
      <FormNotices
        alert={alert}
        staleFields={newer && findDifferences(kind, { theirs: newer, mine: form.values, isConcealed })}
        onUseTheirs={useTheirs}
        onKeepMine={keepMine}
      />
      <FormSection title="Integration" description="How it is called, and whether the assistant uses it.">
        <FieldGrid>
          <TextInput
            label="Unique ID"
            autoComplete="off"
            spellCheck={false}
            aria-required
            disabled={base.id !== undefined}
            {...form.getInputProps('uniqueId')}
          />
          {fields.filter(isName).map(show)}
          <NativeSelect label="Category" data={listCategories(kind)} {...form.getInputProps('category')} />
          <StatusSwitch state={state} />
        </FieldGrid>
      </FormSection>
      <FormSection
        title="Connection"
        description="Where it is reached and who signs in. The password is kept encrypted and never shown again."
      >
        <FieldGrid>{fields.filter((field) => !isName(field) && !isIdentifier(field)).map(show)}</FieldGrid>
      </FormSection>
      {identifiers.length > 0 && (
        <FormSection title="Identifiers" description={`What of ${kind.service.label} is meant.`}>
          <FieldGrid>{identifiers.map(show)}</FieldGrid>
        </FormSection>
      )}
      <ConnectionTest state={state} />
      <FormActions saveLabel={saveLabel} onCancel={cancel} saving={isSaving}>
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
