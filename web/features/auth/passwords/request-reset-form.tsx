import { client } from '../../../api/client.ts';
import { useApiForm } from '../../../api/use-api-form.ts';
import { useFocusRescue } from '../../../lib/focus-heading.ts';
import { AuthForm } from '../layout/auth-form.tsx';
import { EmailField } from '../layout/email-field.tsx';
import { isSentTooOften, toSendingWords } from '../sign-up/code-sending.ts';

const loadSchema = () => import('#contract/session/session-forms.ts').then(({ EmailForm }) => EmailForm);

interface RequestResetFormProps {
  initialEmail: string;
  /** `problem` says why no new code was sent; the previous one may still be valid. */
  onSent: (email: string, problem: string | undefined) => void;
}

/** Sends a code, or answers why none was sent. */
async function sendCode(body: { email: string }): Promise<string | undefined> {
  try {
    await client.session.requestPasswordReset({ body });
    return undefined;
  } catch (error) {
    if (!isSentTooOften(error)) throw error;
    return toSendingWords(error);
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
