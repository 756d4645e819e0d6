import { useEffect, useRef, useState, type ReactNode } from 'react';
import { ApiProblem } from '#web/api/api-problem.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { useApiForm } from '#web/api/use-api-form.ts';
import { CodeField } from '#web/ui/forms/code-field.tsx';
import { AuthForm } from '../layout/auth-form.tsx';
import { Stack } from '#web/ui/layout/layout.tsx';
import { AuthLayout } from '../layout/auth-layout.tsx';
import { codePauseSeconds, findWaitSeconds } from './code-sending.ts';
import { ResendCode } from './resend-code.tsx';

const loadSchema = () => import('#features/sign-in/contract/session-forms.ts').then(({ CodeForm }) => CodeForm);

interface VerifyFormProps {
  email: string;
  /** The seconds until another code can be sent, where the previous step has just mailed one; else 0. */
  countWaitSeconds: () => number;
  sendCode: () => Promise<unknown>;
  confirm: (code: string) => Promise<void>;
  links: ReactNode;
}

/** 'Verify your account': sends a code when it opens, unless one was just sent. */
export function VerifyForm({ email, countWaitSeconds, sendCode, confirm, links }: VerifyFormProps) {
  const { form, formProps, alert, isBusy, setAlert, replaceAlert } = useApiForm({
    initialValues: { code: '' },
    loadSchema,
    onSubmit: ({ code }) => confirm(code),
  });
  const hasArrived = useRef(false);
  const [waitSeconds, setWaitSeconds] = useState(countWaitSeconds);
  useEffect(() => {
    if (hasArrived.current) return;
    hasArrived.current = true;
    if (waitSeconds > 0) return;
    sendCode().then(
      () => setWaitSeconds(codePauseSeconds),
      (error: unknown) => {
        setWaitSeconds(findWaitSeconds(error) ?? 0);
        // Rejected as too many: the previous code is still valid.
        if (!(error instanceof ApiProblem) || error.status !== 429) setAlert(toErrorWords(error));
      },
    );
  }, [waitSeconds, sendCode, setAlert]);
  return (
    <AuthLayout
      heading="Verify your account"
      intro={
        <span>
          A code was sent to <strong>{email}</strong>. It expires in 10 minutes. If it doesn’t arrive, check your spam
          folder.
        </span>
      }
      links={links}
    >
      <AuthForm {...formProps} alert={alert} submitLabel="Confirm" busy={isBusy}>
        <CodeField label="Code" size="md" {...form.getInputProps('code')} />
      </AuthForm>
      <Stack gap={2} align="start" above={6}>
        <ResendCode key={waitSeconds} send={sendCode} onProblem={replaceAlert} waitSeconds={waitSeconds} />
      </Stack>
    </AuthLayout>
  );
}
