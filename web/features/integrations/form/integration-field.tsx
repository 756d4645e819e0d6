import { TextInput } from '@mantine/core';
import type { IntegrationField as FieldFacts } from '#contract/integrations/integration-rules.ts';
import { PasswordField } from '../../../ui/forms/password-field.tsx';
import { mask } from './integration-values.ts';
import type { IntegrationFormState } from './use-integration-form.ts';

const inputModes = { url: 'url', port: 'numeric', client: 'numeric' } as const;

interface IntegrationFieldProps {
  field: FieldFacts;
  state: IntegrationFormState;
}

/** One field of a service's form, as the table of vendors describes it. */
export function IntegrationField({ field, state }: IntegrationFieldProps) {
  const { name, label, kind, isRequired } = field;
  const { form, base, isConcealed } = state;
  const title = isRequired ? label : `${label} (optional)`;
  if (isConcealed(field)) return <TextInput label={title} value={mask} disabled readOnly data-path={name} />;
  if (kind === 'password') {
    return (
      <PasswordField
        purpose="new"
        label={title}
        aria-required={!base.hasPassword}
        {...(base.hasPassword && {
          placeholder: mask,
          description: 'Leave it empty to keep the stored password.',
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
