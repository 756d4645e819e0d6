import { Button } from '@mantine/core';
import type { TwoFactorSetUp } from '#features/sign-in/contract/session-forms.ts';
import { client } from '#web/api/client.ts';
import { useApiForm } from '#web/api/use-api-form.ts';
import { AuthenticatorKey } from '#web/records/authenticator-key.tsx';
import { CodeField } from '#web/ui/forms/code-field.tsx';
import { FormAlert } from '#web/ui/forms/form-alert.tsx';
import { Row, Stack } from '#web/ui/layout/layout.tsx';

const loadSchema = () => import('#features/sign-in/contract/session-forms.ts').then(({ CodeForm }) => CodeForm);

/** The key as a QR code and as text, and the field for the first code. */
export function TwoFactorKey({ setUp, onConfirmed }: { setUp: TwoFactorSetUp; onConfirmed: () => Promise<void> }) {
  const { form, formProps, alert, isBusy } = useApiForm({
    initialValues: { code: '' },
    loadSchema,
    onSubmit: async (body) => {
      await client.session.confirmTwoFactor({ body });
      await onConfirmed();
    },
  });
  return (
    <Stack gap={4} align="start">
      <AuthenticatorKey {...setUp} />
      <Stack {...formProps} as="form" gap={4} full measure={24}>
        <FormAlert>{alert}</FormAlert>
        <CodeField label="Authenticator code" {...form.getInputProps('code')} />
        <Row gap={2} align="stretch" wrap>
          <Button type="submit" loading={isBusy}>
            Turn on
          </Button>
        </Row>
      </Stack>
    </Stack>
  );
}
