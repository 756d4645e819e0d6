import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ApiProblem } from '#web/api/api-problem.ts';
import { client } from '#web/api/client.ts';
import { useApiForm } from '#web/api/use-api-form.ts';
import { settings } from '#web/lib/settings.ts';
import { paths } from '#web/paths.ts';
import { CheckIcon } from '#web/ui/drawings/first-icons.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { AuthForm } from '../layout/auth-form.tsx';
import { EmailField } from '../layout/email-field.tsx';
import { AuthLayout } from '../layout/auth-layout.tsx';
import { Row } from '#web/ui/layout/layout.tsx';
import { arrivalNotices, findRememberedStep, forgetNotice, isArrivalNotice, rememberStep } from './remembered-step.ts';
import { keepPassword } from './kept-password.ts';
import { rememberReturnPath } from './return-path.ts';
import { useNextStep } from './use-next-step.ts';

const loadSchema = () => import('#features/sign-in/contract/session-forms.ts').then(({ SignInForm }) => SignInForm);

/** `/login` (section 2.8). */
export function SignInPage() {
  const goOn = useNextStep();
  useResumedSession();
  const [arrivedFrom] = useState(findRememberedStep);
  useEffect(forgetNotice, []);
  const { form, formProps, alert, isBusy } = useApiForm({
    initialValues: { email: arrivedFrom?.email ?? '', password: '' },
    loadSchema,
    onSubmit: async (body) => {
      try {
        const step = await client.session.signIn({ body });
        if (step.state === 'confirmSignUp') keepPassword(body.email, body.password);
        await goOn({ email: body.email, ...step });
      } catch (error) {
        // The address is known to the next page, which asks for it.
        if (isSingleSignOn(error)) rememberStep({ state: 'signIn', email: body.email });
        throw error;
      }
    },
  });
  return (
    <AuthLayout heading="Log in to the portal" links={<OtherWays />}>
      {!alert && <Notice>{navigator.cookieEnabled ? arrivedFrom?.notice : arrivalNotices['no-cookies']}</Notice>}
      <AuthForm {...formProps} alert={alert} submitLabel="Log in" busy={isBusy}>
        <EmailField {...form.getInputProps('email')} />
        <PasswordField label="Password" size="md" purpose="current" {...form.getInputProps('password')} />
      </AuthForm>
    </AuthLayout>
  );
}

const isSingleSignOn = (error: unknown) => error instanceof ApiProblem && error.is('session.single-sign-on-required');

function OtherWays() {
  const { product, supportEmail } = settings.brand;
  return (
    <>
      <Link to={paths.singleSignOn()}>Continue with single sign-on</Link>
      <Link to={paths.forgotPassword()}>Reset password</Link>
      {settings.signUp !== 'closed' && (
        <span>
          <span>{`New to ${product}? `}</span>
          <Link to={paths.signUp()}>Sign up</Link>
        </span>
      )}
      <span>
        Trouble signing in? <a href={`mailto:${supportEmail}`}>Contact the team</a>
      </span>
    </>
  );
}

/** The notice of the previous step, as a live region because the focus does not move to it. */
function Notice({ children }: { children: string | undefined }) {
  return (
    <div role="status">
      {children && (
        <Row as="p" pad={[3, 4]} gap={3} align="stretch" card="accent" below={5} tone="accent" breaks="anywhere">
          {!isArrivalNotice(children) && <CheckIcon size={18} />}
          <span>{children}</span>
        </Row>
      )}
    </div>
  );
}

const underWay: ReadonlySet<string> = new Set(['signedIn', 'requireNewPassword', 'chooseCompany']);

/** Leaves the log-in page where the session is signed in, or has a step left. */
function useResumedSession() {
  const goOn = useNextStep();
  const searchStr = useLocation({ select: (location) => location.searchStr });
  useEffect(() => {
    const returnTo = new URLSearchParams(searchStr).get('returnTo');
    if (returnTo !== null) rememberReturnPath(returnTo);
  }, [searchStr]);
  useEffect(() => {
    const calledOff = new AbortController();
    client.session
      .get(undefined, { signal: calledOff.signal })
      .then((step) => {
        if (underWay.has(step.state) && !calledOff.signal.aborted) void goOn(step);
      })
      // The form works without the state of the session, and shows the problem on submit.
      .catch(() => undefined);
    return () => calledOff.abort();
  }, [goOn]);
}
