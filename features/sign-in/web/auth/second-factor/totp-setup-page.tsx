import { useQuery } from '@tanstack/react-query';
import { queries } from '#web/api/queries.ts';
import { AuthenticatorKey } from '#web/records/authenticator-key.tsx';
import { PageLoader } from '#web/ui/feedback/page-loader.tsx';
import { AuthLayout } from '../layout/auth-layout.tsx';
import { LogInAgain } from '../sign-in/log-in-again.tsx';
import { OnlyAtStep } from '../sign-in/only-at-step.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';

/** `/two-factor/app` (section 2.8): the set-up of an authenticator app that the company demands before the sign-in. */
export function TotpSetupPage() {
  return (
    <OnlyAtStep state="totpSetup">
      <SetUp />
    </OnlyAtStep>
  );
}

function SetUp() {
  // Not cached, because the key is a secret.
  const { data } = useQuery(queries.session.get.queryOptions({ gcTime: 0, staleTime: Infinity }));
  if (!data?.key) return <PageLoader />;
  return (
    <AuthLayout
      heading="Set up two-factor authentication"
      intro="Your company requires it. Scan this code with your authenticator app, then enter the 6-digit code it shows."
      links={<LogInAgain />}
    >
      <AuthenticatorKey {...data.key} />
      <SecondFactorForm method="totp" />
    </AuthLayout>
  );
}
