import { Link } from '@tanstack/react-router';
import { useCurrentUser } from '../../api/current-user.ts';
import { paths } from '../../paths.ts';
import { FormSection } from '../../ui/forms/form-layout.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PendingAddress } from './pending-address.tsx';
import styles from './security-page.module.css';
import { SecuritySessions } from './security-sessions.tsx';
import { SecurityTwoFactor } from './security-two-factor.tsx';

/** `/settings/security`: password, two-factor authentication and sessions of the account. */
export function SecurityPage() {
  const { email, pendingEmail, hasTwoFactor } = useCurrentUser();
  return (
    <>
      <PageHeader title="Security" purpose="Your password, two-factor authentication and active sessions." />
      {pendingEmail && (
        <FormSection title="New e-mail address" description="It becomes active after you enter the code we sent to it.">
          <PendingAddress pendingEmail={pendingEmail} provenEmail={email} />
        </FormSection>
      )}
      <FormSection title="Password" description="We’ll e-mail you a code to change your password.">
        <div className={styles.stack}>
          <p className={styles.words}>
            You sign in with <strong>{email}</strong> and your password.
          </p>
          <Link to={paths.forgotPassword()}>Change the password</Link>
        </div>
      </FormSection>
      <FormSection
        title="Two-factor authentication"
        description="Require a code from your authenticator app when you sign in."
      >
        <SecurityTwoFactor isOn={hasTwoFactor} />
      </FormSection>
      <FormSection title="Sessions" description="Browsers where you are signed in.">
        <SecuritySessions />
      </FormSection>
    </>
  );
}
