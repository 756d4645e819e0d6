import { client } from '../../api/client.ts';
import { useApiForm } from '../../api/use-api-form.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { AuthForm } from './auth-form.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { LogInAgain } from './log-in-again.tsx';
import { OnlyAtStep } from './only-at-step.tsx';
import { useNextStep } from './use-next-step.ts';

const loadSchema = () => import('#contract/session-forms.ts').then(({ NewPasswordForm }) => NewPasswordForm);

/** Create new password, section 2.8: the forced change of a temporary one. */
export function NewPasswordPage() {
  return (
    <OnlyAtStep state="requireNewPassword">
      <ReplacePassword />
    </OnlyAtStep>
  );
}

function ReplacePassword() {
  const goOn = useNextStep();
  const { form, formProps, alert, isBusy } = useApiForm({
    initialValues: { password: '' },
    loadSchema,
    onSubmit: async (body) => {
      await goOn(await client.session.newPassword({ body }));
    },
  });
  return (
    <AuthLayout
      heading="Create new password"
      intro="You came in with a temporary password. Choose one that only you know: 8 to 40 characters, with a small and a capital letter, a digit and a special character."
      links={<LogInAgain />}
    >
      <AuthForm {...formProps} alert={alert} submitLabel="Save password" busy={isBusy}>
        <PasswordField label="New password" size="md" purpose="new" {...form.getInputProps('password')} />
      </AuthForm>
    </AuthLayout>
  );
}
