import { Button } from '@mantine/core';
import type { TwoFactorSetUp } from '#contract/session/session-forms.ts';
import { client } from '../../api/client.ts';
import { useApiForm } from '../../api/use-api-form.ts';
import { AuthenticatorKey } from '../../records/authenticator-key.tsx';
import { CodeField } from '../../ui/forms/code-field.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import styles from './security-page.module.css';

const loadSchema = () => import('#contract/session/session-forms.ts').then(({ CodeForm }) => CodeForm);

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
    <div className={styles.stack}>
      <AuthenticatorKey {...setUp} />
      <form {...formProps} className={styles.form}>
        <FormAlert>{alert}</FormAlert>
        <CodeField label="Authenticator code" {...form.getInputProps('code')} />
        <div className={styles.actions}>
          <Button type="submit" loading={isBusy}>
            Turn on
          </Button>
        </div>
      </form>
    </div>
  );
}
