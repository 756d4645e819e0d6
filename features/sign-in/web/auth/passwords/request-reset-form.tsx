import { client } from '#web/api/client.ts';
import { useApiForm } from '#web/api/use-api-form.ts';
import { useFocusRescue } from '#web/lib/focus-heading.ts';
import { AuthForm } from '../layout/auth-form.tsx';
import { EmailField } from '../layout/email-field.tsx';
import { findWaitSeconds } from '../sign-up/code-sending.ts';

const loadSchema = () => import('#features/sign-in/contract/session-forms.ts').then(({ EmailForm }) => EmailForm);

interface RequestResetFormProps {
  initialEmail: string;
  /** `waitSeconds` until another code can be requested, where the previous one is still valid. */
  onSent: (email: string, waitSeconds: number | undefined) => void;
}

/** Sends a code, or answers how long to wait for another one. */
async function sendCode(body: { email: string }): Promise<number | undefined> {
  try {
    await client.session.requestPasswordReset({ body });
    return undefined;
  } catch (error) {
    const waitSeconds = findWaitSeconds(error);
    if (waitSeconds === undefined) throw error;
    return waitSeconds;
  }
}

/** Step one of a password reset: the e-mail address for the code. */
export function RequestResetForm({ initialEmail, onSent }: RequestResetFormProps) {
  useFocusRescue();
  const { form, formProps, alert, isBusy } = useApiForm({
    initialValues: { email: initialEmail },
    loadSchema,
    onSubmit: async (body) => {
      onSent(body.email, await sendCode(body));
    },
  });
  return (
    <AuthForm {...formProps} alert={alert} submitLabel="Send code" busy={isBusy}>
      <EmailField {...form.getInputProps('email')} />
    </AuthForm>
  );
}
