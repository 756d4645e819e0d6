import { client } from '../../../api/client.ts';
import { useApiForm } from '../../../api/use-api-form.ts';
import { CodeField } from '../../../ui/forms/code-field.tsx';
import { AuthForm } from '../layout/auth-form.tsx';
import styles from '../layout/auth-form.module.css';
import { ResendCode } from '../sign-up/resend-code.tsx';
import { SecondFactorChoice } from './second-factor-choice.tsx';
import { secondFactorWords } from './second-factor-words.ts';
import type { ChooseSecondFactor, SecondFactor } from './second-factor-words.ts';
import { useNextStep } from '../sign-in/use-next-step.ts';

const loadSchema = () =>
  import('#contract/session/session-forms.ts').then(({ ConfirmSignInForm }) => ConfirmSignInForm);

interface SecondFactorFormProps {
  method: SecondFactor;
  waitSeconds: number | undefined;
  onChoose: ChooseSecondFactor;
}

/** Verifies the second factor by one of three methods, with links to the other two. */
export function SecondFactorForm({ method, waitSeconds, onChoose }: SecondFactorFormProps) {
  const goOn = useNextStep();
  const { form, formProps, alert, isBusy, replaceAlert } = useApiForm({
    initialValues: { method, code: '' },
    loadSchema,
    onSubmit: async (body) => {
      await goOn(await client.session.confirmSignIn({ body }));
    },
  });
  return (
    <>
      <AuthForm {...formProps} alert={alert} submitLabel="Confirm" busy={isBusy}>
        <CodeField
          label={secondFactorWords[method].fieldLabel}
          size="md"
          inputMode={method === 'recovery' ? 'text' : 'numeric'}
          {...form.getInputProps('code')}
        />
      </AuthForm>
      <div className={styles.asides}>
        {method === 'email' && (
          <ResendCode send={() => client.session.sendSignInCode()} onProblem={replaceAlert} waitSeconds={waitSeconds} />
        )}
        <SecondFactorChoice method={method} onChoose={onChoose} onProblem={replaceAlert} />
      </div>
    </>
  );
}
