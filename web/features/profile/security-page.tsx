import { Link } from '@tanstack/react-router';
import { useCurrentUser } from '../../api/current-user.ts';
import { paths } from '../../paths.ts';
import { FormSection } from '../../ui/forms/form-layout.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PendingAddress } from './pending-address.tsx';
import styles from './security-page.module.css';
import { SecuritySessions } from './security-sessions.tsx';
import { SecurityTwoFactor } from './security-two-factor.tsx';

/** `/settings/security`: password, two-factor sign-in and sessions of the account. */
export function SecurityPage() {
  const { email, pendingEmail, hasTwoFactor } = useCurrentUser();
  return (
    <>
      <PageHeader title="Security" purpose="How you sign in to the portal, and where you are signed in." />
      {pendingEmail && (
        <FormSection title="New e-mail address" description="It counts once you have entered the code.">
          <PendingAddress pendingEmail={pendingEmail} provenEmail={email} />
        </FormSection>
      )}
      <FormSection title="Password" description="Changed by a code that we mail to you.">
        <div className={styles.stack}>
          <p className={styles.words}>
            You sign in with <strong>{email}</strong> and your password.
          </p>
          <Link to={paths.forgotPassword()}>Change the password</Link>
        </div>
      </FormSection>
      <FormSection
        title="Two-factor sign-in"
        description="Signing in then takes a code of your authenticator app as well as your password."
      >
        <SecurityTwoFactor isOn={hasTwoFactor} />
      </FormSection>
      <FormSection title="Sessions" description="Every browser in which you are signed in.">
        <SecuritySessions />
      </FormSection>
    </>
  );
}
