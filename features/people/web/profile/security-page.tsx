import { useCurrentUser } from '#web/api/current-user.ts';
import { FormSection } from '#web/ui/forms/form-layout.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PendingAddress } from './pending-address.tsx';
import { Text } from '#web/ui/layout/layout.tsx';
import { SecurityPoolFactor } from './security-pool-factor.tsx';
import { SecurityPassword } from './security-password.tsx';
import { SecuritySessions } from './security-sessions.tsx';
import { SecurityTwoFactor } from './security-two-factor.tsx';

/** `/settings/security`: password, two-factor authentication and sessions of the account. */
export function SecurityPage() {
  const { email, pendingEmail, isPasswordClosed, isPoolSession } = useCurrentUser();
  return (
    <>
      <PageHeader
        title="Security"
        purpose={
          isPasswordClosed && !isPoolSession
            ? 'Your sign-in and active sessions.'
            : 'Your password, two-factor authentication and active sessions.'
        }
      />
      {pendingEmail && (
        <FormSection title="New e-mail address" description="It becomes active after you enter the code we sent to it.">
          <PendingAddress pendingEmail={pendingEmail} provenEmail={email} />
        </FormSection>
      )}
      {isPoolSession ? <PoolSignIn /> : isPasswordClosed ? <CompanySignIn /> : <PortalSignIn />}
      <FormSection title="Sessions" description="Browsers where you are signed in.">
        <SecuritySessions />
      </FormSection>
    </>
  );
}

/** Password and second factor of the portal. */
function PortalSignIn() {
  const { hasTwoFactor } = useCurrentUser();
  return (
    <>
      <FormSection title="Password" description="A new password ends your sessions in other browsers.">
        <SecurityPassword />
      </FormSection>
      <FormSection
        title="Two-factor authentication"
        description="Require a code from your authenticator app when you sign in."
      >
        <SecurityTwoFactor isOn={hasTwoFactor} />
      </FormSection>
    </>
  );
}

/** Password and authenticator app of a user pool, which keeps both. */
function PoolSignIn() {
  return (
    <>
      <FormSection
        title="Password"
        description="Your password in your company’s sign-in service. A new one ends your sessions in other browsers."
      >
        <SecurityPassword />
      </FormSection>
      <FormSection
        title="Two-factor authentication"
        description="Your company’s sign-in service asks for a code from your authenticator app when you sign in."
      >
        <SecurityPoolFactor />
      </FormSection>
    </>
  );
}

/** A note where single sign-on is demanded: the portal then keeps neither password nor second factor. */
function CompanySignIn() {
  return (
    <FormSection title="Single sign-on" description="Your company requires it.">
      <Text breaks="anywhere">
        You sign in with <strong>{useCurrentUser().email}</strong> and your company’s sign-in service, which manages
        your password and two-factor authentication. Change them there.
      </Text>
    </FormSection>
  );
}
