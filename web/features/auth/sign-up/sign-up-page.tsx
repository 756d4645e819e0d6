import { Link } from '@tanstack/react-router';
import { settings } from '../../../lib/settings.ts';
import { paths } from '../../../paths.ts';
import { AuthLayout } from '../layout/auth-layout.tsx';
import { SignUpForm } from './sign-up-form.tsx';

const intros = {
  open: 'Your company gets its own space, with you as its SuperAdmin.',
  approval: 'Your company gets its own space, with you as its SuperAdmin, as soon as we have approved it.',
  closed: 'Sign-up is closed. Please ask your administrator for an account.',
} as const;

/** `/sign-up` (section 2.8): a user with a new company. */
export function SignUpPage() {
  return (
    <AuthLayout
      heading="Sign up"
      intro={intros[settings.signUp]}
      links={
        <span>
          Have an account already? <Link to={paths.login()}>Log in</Link>
        </span>
      }
    >
      {settings.signUp !== 'closed' && <SignUpForm />}
    </AuthLayout>
  );
}
