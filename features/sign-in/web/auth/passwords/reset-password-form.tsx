import { client } from '#web/api/client.ts';
import { useApiForm } from '#web/api/use-api-form.ts';
import { useFocusRescue } from '#web/lib/focus-heading.ts';
import { CodeField } from '#web/ui/forms/code-field.tsx';
import { NewPasswordField } from '#web/ui/forms/new-password-field.tsx';
import { AuthForm } from '../layout/auth-form.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { ResendCode } from '../sign-up/resend-code.tsx';
import { Stack } from '#web/ui/layout/layout.tsx';
import { useNextStep } from '../sign-in/use-next-step.ts';

const loadSchema = () =>
  import('#features/sign-in/contract/session-forms.ts').then((contract) => contract.ResetPasswordForm);

interface ResetPasswordFormProps {
  email: string;
  waitSeconds: number | undefined;
  onOtherEmail: () => void;
}

/** Step two of a password reset: the mailed code and the new password. */
export function ResetPasswordForm({ email, waitSeconds, onOtherEmail }: ResetPasswordFormProps) {
  const goOn = useNextStep();
  useFocusRescue();
  const { form, formProps, alert, isBusy, replaceAlert } = useApiForm({
    initialValues: { email, code: '', password: '' },
    loadSchema,
    onSubmit: async (body) => {
      const step = await client.session.resetPassword({ body });
      await goOn({ email, notice: 'Your password has been changed. Sign in with the new one.', ...step });
    },
  });
  return (
    <>
      <AuthForm {...formProps} alert={alert} submitLabel="Change password" busy={isBusy}>
        <CodeField label="Code" size="md" {...form.getInputProps('code')} />
        <NewPasswordField {...form.getInputProps('password')} />
      </AuthForm>
      <Stack gap={2} align="start" above={6}>
        <ResendCode
          send={() => client.session.requestPasswordReset({ body: { email } })}
          onProblem={replaceAlert}
          waitSeconds={waitSeconds}
        />
        <LinkButton onClick={onOtherEmail}>Use another e-mail address</LinkButton>
      </Stack>
    </>
  );
}
