import type { TwoFactorSetUp } from '#contract/session/session-forms.ts';
import { client } from '../../../api/client.ts';
import { useApiForm } from '../../../api/use-api-form.ts';
import { PasswordField } from '../../../ui/forms/password-field.tsx';
import { AuthForm } from '../layout/auth-form.tsx';

const loadSchema = () => import('#contract/session/session-forms.ts').then(({ PasswordForm }) => PasswordForm);

interface TwoFactorPasswordFormProps {
  email: string;
  onSetUp: (setUp: TwoFactorSetUp) => void;
}

/** Whoever finds a signed-in screen can not lock its owner out: the password comes first. */
export function TwoFactorPasswordForm({ email, onSetUp }: TwoFactorPasswordFormProps) {
  const { form, formProps, alert, isBusy } = useApiForm({
    initialValues: { password: '' },
    loadSchema,
    onSubmit: async (body) => {
      onSetUp(await client.session.setUpTwoFactor({ body }));
    },
  });
  return (
    <AuthForm {...formProps} alert={alert} submitLabel="Go on" busy={isBusy}>
      {/* Tells password managers whose password is asked for. */}
      <input type="email" value={email} autoComplete="username" readOnly hidden />
      <PasswordField label="Password" size="md" purpose="current" {...form.getInputProps('password')} />
    </AuthForm>
  );
}
