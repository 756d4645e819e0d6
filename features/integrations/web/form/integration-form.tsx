import { NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { listFields, type IntegrationField as FieldRules } from '#features/integrations/contract/integration-rules.ts';
import { identifierFields } from '#features/integrations/contract/vendor-facts.ts';
import { FieldGrid, FormSection } from '#web/ui/forms/form-layout.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { PaidFeatureNotice } from '#web/records/paid-feature-notice.tsx';
import { WithheldNotice } from '#web/records/withheld-notice.tsx';
import { OptionalLabel } from '#web/ui/forms/optional-label.tsx';
import { RecordForm } from '#web/ui/forms/record-form.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { listCategories } from '../integration-kind.ts';
import { useIntegrationsNavigation } from '../list/integration-columns.tsx';
import { toStatus } from '#features/integrations/contract/integration-filters.ts';
import { AssistantAccess } from './assistant-access.tsx';
import { ConnectionTest } from './connection-test.tsx';
import { Row } from '#web/ui/layout/layout.tsx';
import styles from '../integrations.module.css';
import { mask } from './integration-values.ts';
import type { IntegrationFormState } from './use-integration-form.ts';

interface IntegrationFormProps {
  state: IntegrationFormState;
  saveLabel: string;
  aside?: ReactNode;
}

const isName = ({ name }: FieldRules) => name === 'name' || name === 'serviceName';
const isIdentifier = ({ name }: FieldRules) => identifierFields.some((each) => each === name);

/** The form of an integration (section 5), for creating and for editing: its fields are those of its service. */
export function IntegrationForm({ state, saveLabel, aside }: IntegrationFormProps) {
  const { form, kind, base, isReadOnly } = state;
  const { goBack } = useIntegrationsNavigation();
  const fields = listFields(kind.service);
  const identifiers = fields.filter(isIdentifier);
  const show = (field: FieldRules) => <IntegrationField key={field.name} field={field} state={state} />;
  return (
    <RecordForm state={state} saveLabel={saveLabel} onCancel={goBack} aside={aside} isReadOnly={isReadOnly}>
      {isReadOnly && <WithheldNotice>You can view this integration. Your role cannot change it.</WithheldNotice>}
      <PaidFeatureNotice>
        its assistant cannot use this integration, and you cannot grant access to it.
      </PaidFeatureNotice>
      <FormSection title="Integration" description="Name and status.">
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
        description="Host and credentials. Passwords are stored encrypted and never displayed."
      >
        <FieldGrid>{fields.filter((field) => !isName(field) && !isIdentifier(field)).map(show)}</FieldGrid>
      </FormSection>
      {identifiers.length > 0 && (
        <FormSection title="Identifiers" description={`Which ${kind.service.label} resource to use.`}>
          <FieldGrid>{identifiers.map(show)}</FieldGrid>
        </FormSection>
      )}
      <ConnectionTest state={state} />
      {base.id !== undefined && !isReadOnly && <AssistantAccess id={base.id} />}
    </RecordForm>
  );
}

/** Active or Disabled (section 4); users who do not see the credentials can not switch either. */
function StatusSwitch({ state }: { state: IntegrationFormState }) {
  const { form, isRestricted } = state;
  const { status } = form.values;
  return (
    <div className={styles.status}>
      <label htmlFor="integration-status">Status</label>
      <Row as="span" gap={3} tall>
        <Switch
          id="integration-status"
          checked={status}
          disabled={isRestricted}
          data-path="status"
          onChange={(event) => form.setFieldValue('status', event.currentTarget.checked)}
        />
        <span aria-hidden="true">{toStatus(status)}</span>
      </Row>
    </div>
  );
}

const inputModes = { url: 'url', port: 'numeric', client: 'numeric' } as const;

interface IntegrationFieldProps {
  field: FieldRules;
  state: IntegrationFormState;
}

/** One field of a service's form, as the contract describes it. */
function IntegrationField({ field, state }: IntegrationFieldProps) {
  const { name, label, kind, isRequired } = field;
  const { form, base, isConcealed, isReadOnly } = state;
  const title = isRequired ? label : <OptionalLabel>{label}</OptionalLabel>;
  if (isConcealed(field) || (kind === 'password' && isReadOnly))
    return <TextInput label={title} value={mask} disabled readOnly data-path={name} />;
  if (kind === 'password') {
    return (
      <PasswordField
        purpose="new"
        label={title}
        aria-required={!base.hasPassword}
        {...(base.hasPassword && {
          placeholder: mask,
          description: 'Leave empty to keep the stored password.',
        })}
        {...form.getInputProps(name)}
      />
    );
  }
  return (
    <TextInput
      label={title}
      autoComplete="off"
      spellCheck={false}
      aria-required={isRequired}
      {...(kind in inputModes && { inputMode: inputModes[kind as keyof typeof inputModes] })}
      {...form.getInputProps(name)}
    />
  );
}
