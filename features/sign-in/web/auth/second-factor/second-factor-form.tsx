import { client } from '#web/api/client.ts';
import { useApiForm } from '#web/api/use-api-form.ts';
import { CodeField } from '#web/ui/forms/code-field.tsx';
import { AuthForm } from '../layout/auth-form.tsx';
import { Stack } from '#web/ui/layout/layout.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { codeWords, secondFactorWords, type CodeSource, type SecondFactor } from './second-factor-words.ts';
import { useNextStep } from '../sign-in/use-next-step.ts';

const loadSchema = () =>
  import('#features/sign-in/contract/session-forms.ts').then(({ ConfirmSignInForm }) => ConfirmSignInForm);

interface SecondFactorFormProps {
  method: SecondFactor;
  /** By default the app. */
  codeFrom?: CodeSource | undefined;
  /** Without it there is no other method. */
  onChoose?: (method: SecondFactor) => void;
}

/** Verifies the second factor by one of two methods, with a link to the other where there is one. */
export function SecondFactorForm({ method, codeFrom = 'app', onChoose }: SecondFactorFormProps) {
  const goOn = useNextStep();
  const other = method === 'totp' ? 'recovery' : 'totp';
  const { form, formProps, alert, isBusy } = useApiForm({
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
          label={method === 'totp' ? codeWords[codeFrom].fieldLabel : secondFactorWords[method].fieldLabel}
          size="md"
          inputMode={method === 'recovery' ? 'text' : 'numeric'}
          {...form.getInputProps('code')}
        />
      </AuthForm>
      {onChoose && (
        <Stack gap={2} align="start" above={6}>
          <LinkButton onClick={() => onChoose(other)}>{secondFactorWords[other].choice}</LinkButton>
        </Stack>
      )}
    </>
  );
}
