import { useRouter } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import type { TwoFactorSetUp } from '#contract/session/session-forms.ts';
import { client } from '../../../api/client.ts';
import { currentUserQuery } from '../../../api/current-user.ts';
import { useApiForm } from '../../../api/use-api-form.ts';
import { paths } from '../../../paths.ts';
import { CodeField } from '../../../ui/forms/code-field.tsx';
import { RecoveryCodes } from '../../../ui/recovery-codes.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { AuthForm } from '../layout/auth-form.tsx';
import { QrCode } from './qr-code.tsx';
import styles from './two-factor-key.module.css';

const loadSchema = () => import('#contract/session/session-forms.ts').then(({ CodeForm }) => CodeForm);

/** The key as a picture and as text, the recovery codes, and the first code that turns it all on. */
export function TwoFactorKey({ setUp }: { setUp: TwoFactorSetUp }) {
  const router = useRouter();
  const queryClient = useQueryClient();
  const { form, formProps, alert, isBusy } = useApiForm({
    initialValues: { code: '' },
    loadSchema,
    onSubmit: async (body) => {
      await client.session.confirmTwoFactor({ body });
      await queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });
      showToast('Two-factor sign-in is on.');
      await router.navigate({ href: paths.security() });
    },
  });
  return (
    <>
      <div className={styles.key}>
        <QrCode text={setUp.uri} label="Key for your authenticator app" />
        <p>
          Can not scan it? Enter this key in the app: <code>{setUp.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
        </p>
      </div>
      <RecoveryCodes codes={setUp.recoveryCodes} />
      <AuthForm {...formProps} alert={alert} submitLabel="Turn on" busy={isBusy}>
        <CodeField label="Code of the app" size="md" {...form.getInputProps('code')} />
      </AuthForm>
    </>
  );
}
