import { client } from '#web/api/client.ts';
import { useApiForm } from '#web/api/use-api-form.ts';
import { NewPasswordField } from '#web/ui/forms/new-password-field.tsx';
import { AuthForm } from '../layout/auth-form.tsx';
import { AuthLayout } from '../layout/auth-layout.tsx';
import { LogInAgain } from '../sign-in/log-in-again.tsx';
import { OnlyAtStep } from '../sign-in/only-at-step.tsx';
import { useNextStep } from '../sign-in/use-next-step.ts';

const loadSchema = () =>
  import('#features/sign-in/contract/session-forms.ts').then(({ NewPasswordForm }) => NewPasswordForm);

/** `/new-password` (section 2.8): the forced change of a temporary password. */
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
      await goOn(await client.session.replacePassword({ body }));
    },
  });
  return (
    <AuthLayout
      heading="Create new password"
      intro="You signed in with a temporary password. Please choose a new one."
      links={<LogInAgain />}
    >
      <AuthForm {...formProps} alert={alert} submitLabel="Save password" busy={isBusy}>
        <NewPasswordField {...form.getInputProps('password')} />
      </AuthForm>
    </AuthLayout>
  );
}
