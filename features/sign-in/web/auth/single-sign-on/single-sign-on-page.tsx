import { Link, useLocation, useParams, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { client } from '#web/api/client.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { useApiForm } from '#web/api/use-api-form.ts';
import { browser } from '#web/lib/browser.ts';
import { paths } from '#web/paths.ts';
import { PageLoader } from '#web/ui/feedback/page-loader.tsx';
import { FormAlert } from '#web/ui/forms/form-alert.tsx';
import { AuthForm } from '../layout/auth-form.tsx';
import { AuthLayout } from '../layout/auth-layout.tsx';
import { EmailField } from '../layout/email-field.tsx';
import { arrivalNotices, findRememberedStep, rememberStep } from '../sign-in/remembered-step.ts';
import { useNextStep } from '../sign-in/use-next-step.ts';

const loadSchema = () => import('#features/sign-in/contract/session-forms.ts').then(({ EmailForm }) => EmailForm);

type IssuerAnswer = Parameters<typeof client.singleSignOn.finish>[0]['body'];

/**
 * `/single-sign-on`: asks for the e-mail address, whose domain says which issuer signs in. The issuer sends the browser back
 * with its answer, to the same page under the id of its company.
 */
export function SingleSignOnPage() {
  const searchStr = useLocation({ select: (location) => location.searchStr });
  const { companyId } = useParams({ strict: false });
  const [answer, setAnswer] = useState(() => readAnswer(searchStr, companyId));
  const [failure, setFailure] = useState<string>();
  if (answer) {
    const fail = (words: string) => {
      setFailure(words);
      setAnswer(undefined);
    };
    return <FinishSignIn answer={answer} onFailed={fail} />;
  }
  return <StartSignIn failure={failure} />;
}

/** The parameters of an issuer's answer, and where they came to; undefined where the page was opened by the user. */
function readAnswer(searchStr: string, company: string | undefined): IssuerAnswer | undefined {
  const query = new URLSearchParams(searchStr);
  const [state, code, iss, error] = ['state', 'code', 'iss', 'error'].map((name) => query.get(name) ?? undefined);
  if (state === undefined) return undefined;
  const place = { ...(iss !== undefined && { iss }), ...(company !== undefined && { company }) };
  if (error !== undefined) return { state, error, ...place };
  return { state, ...(code !== undefined && { code }), ...place };
}

interface FinishSignInProps {
  answer: IssuerAnswer;
  onFailed: (words: string) => void;
}

/** Sends the answer once, and takes it out of the address, because it must not be sent again by a reload. */
function FinishSignIn({ answer, onFailed }: FinishSignInProps) {
  const goOn = useNextStep();
  const router = useRouter();
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    async function finish() {
      await router.navigate({ href: paths.singleSignOn(), replace: true });
      try {
        await goOn(await client.singleSignOn.finish({ body: answer }));
      } catch (error) {
        onFailed(toErrorWords(error));
      }
    }
    void finish();
  }, [answer, goOn, onFailed, router]);
  return <PageLoader />;
}

function StartSignIn({ failure }: { failure: string | undefined }) {
  const [isOpening, setOpening] = useState(false);
  const router = useRouter();
  const { form, formProps, alert, isBusy } = useApiForm({
    initialValues: { email: findRememberedStep()?.email ?? '' },
    loadSchema,
    onSubmit: async (body) => {
      const { address } = await client.singleSignOn.start({ body });
      if (address === new URL(paths.login(), location.origin).href) {
        // A user pool has no page of its own.
        rememberStep({ state: 'signIn', email: body.email, notice: arrivalNotices['own-page'] });
        await router.navigate({ href: paths.login() });
        return;
      }
      setOpening(true);
      browser.open(address);
    },
  });
  return (
    <AuthLayout
      heading="Single sign-on"
      intro="Enter your e-mail address. You will sign in with your company’s sign-in service."
      links={<Link to={paths.login()}>Back to sign-in</Link>}
    >
      {!alert && <FormAlert>{failure ?? null}</FormAlert>}
      <AuthForm {...formProps} alert={alert} submitLabel="Continue" busy={isBusy || isOpening}>
        <EmailField {...form.getInputProps('email')} />
      </AuthForm>
    </AuthLayout>
  );
}
