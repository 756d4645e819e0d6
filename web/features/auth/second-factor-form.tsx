import { client } from '../../api/client.ts';
import { useApiForm } from '../../api/use-api-form.ts';
import { CodeField } from '../../ui/code-field.tsx';
import { AuthForm } from './auth-form.tsx';
import { secondFactorWords } from './second-factor-words.ts';
import type { SecondFactor } from './second-factor-words.ts';
import { useNextStep } from './use-next-step.ts';

const loadSchema = () => import('#contract/session-forms.ts').then(({ ConfirmSignInForm }) => ConfirmSignInForm);

/** Proves the second factor in one of its three ways. */
export function SecondFactorForm({ method }: { method: SecondFactor }) {
  const goOn = useNextStep();
  const { form, formProps, alert, isBusy } = useApiForm({
    initialValues: { method, code: '' },
    loadSchema,
    onSubmit: async (body) => {
      await goOn(await client.session.confirmSignIn({ body }));
    },
  });
  return (
    <AuthForm {...formProps} alert={alert} submitLabel="Confirm" busy={isBusy}>
      <CodeField
        label={secondFactorWords[method].fieldLabel}
        size="md"
        inputMode={method === 'recovery' ? 'text' : 'numeric'}
        {...form.getInputProps('code')}
      />
    </AuthForm>
  );
}
