import { Button } from '@mantine/core';
import { useState } from 'react';
import type { BothFactorsForm } from '#features/sign-in/contract/session-forms.ts';
import { useApiForm } from '#web/api/use-api-form.ts';
import { CodeField } from '#web/ui/forms/code-field.tsx';
import { FormAlert } from '#web/ui/forms/form-alert.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { Row, Stack } from '#web/ui/layout/layout.tsx';

type Method = BothFactorsForm['method'];

const loadSchema = () => import('#features/sign-in/contract/session-forms.ts').then((forms) => forms.BothFactorsForm);

interface SecurityBothFactorsProps {
  /** The name of the form. */
  title: string;
  submitLabel: string;
  /** Takes protection away, so its button is red. */
  isDanger?: boolean;
  hasRecoveryCodes?: boolean;
  onSubmit: (body: BothFactorsForm) => Promise<void>;
  onCancel: () => void;
}

/** Confirms with both factors, because a session alone may be an unattended browser. */
export function SecurityBothFactors({
  title,
  submitLabel,
  isDanger = false,
  hasRecoveryCodes = true,
  onSubmit,
  onCancel,
}: SecurityBothFactorsProps) {
  const [method, setMethod] = useState<Method>('totp');
  const { form, formProps, alert, isBusy } = useApiForm<BothFactorsForm>({
    initialValues: { password: '', method: 'totp', code: '' },
    loadSchema,
    onSubmit,
  });
  function choose(chosen: Method) {
    setMethod(chosen);
    form.setFieldValue('method', chosen);
    form.setFieldValue('code', '');
    form.clearFieldError('code');
  }
  return (
    <Stack {...formProps} as="form" gap={4} full measure={24} aria-label={title}>
      <FormAlert>{alert}</FormAlert>
      <PasswordField label="Password" purpose="current" {...form.getInputProps('password')} />
      <CodeField
        key={method}
        label={method === 'totp' ? 'Authenticator code' : 'Recovery code'}
        inputMode={method === 'totp' ? 'numeric' : 'text'}
        {...form.getInputProps('code')}
      />
      <Row gap={2} align="stretch" wrap>
        <Button type="submit" loading={isBusy} {...(isDanger && { color: 'red' })}>
          {submitLabel}
        </Button>
        <Button variant="default" onClick={onCancel} disabled={isBusy}>
          Cancel
        </Button>
        {hasRecoveryCodes && (
          <Button variant="subtle" onClick={() => choose(method === 'totp' ? 'recovery' : 'totp')} disabled={isBusy}>
            {method === 'totp' ? 'Use a recovery code' : 'Use my authenticator app'}
          </Button>
        )}
      </Row>
    </Stack>
  );
}
