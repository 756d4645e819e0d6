import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { currentUserQuery } from '../../api/current-user.ts';
import { useApiForm } from '../../api/use-api-form.ts';
import { CodeField } from '../../ui/code-field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { showToast } from '../../ui/toast-store.ts';
import styles from './security-page.module.css';

const loadSchema = () =>
  import('#contract/session-forms.ts').then(({ Code, PasswordForm }) => PasswordForm.extend({ code: Code }));

/** Turning it off takes both factors once more, so that an unattended screen is not enough. */
export function SecurityTwoFactorOff({ onDone }: { onDone: () => void }) {
  const queryClient = useQueryClient();
  const { form, formProps, alert, isBusy } = useApiForm({
    initialValues: { password: '', code: '' },
    loadSchema,
    onSubmit: async (body) => {
      await client.session.disableTwoFactor({ body });
      await queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });
      showToast('Two-factor sign-in is off.');
      onDone();
    },
  });
  return (
    <form {...formProps} className={styles.form} aria-label="Turn off two-factor sign-in">
      <FormAlert>{alert}</FormAlert>
      <PasswordField label="Password" purpose="current" {...form.getInputProps('password')} />
      <CodeField label="Code of the app" {...form.getInputProps('code')} />
      <div className={styles.actions}>
        <Button type="submit" loading={isBusy}>
          Turn off
        </Button>
        <Button variant="default" onClick={onDone} disabled={isBusy}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
