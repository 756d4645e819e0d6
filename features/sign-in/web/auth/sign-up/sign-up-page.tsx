import { Link } from '@tanstack/react-router';
import { settings } from '#web/lib/settings.ts';
import { paths } from '#web/paths.ts';
import { AuthLayout } from '../layout/auth-layout.tsx';
import { SignUpForm } from './sign-up-form.tsx';

const intros = {
  open: 'We’ll create a workspace for your company, with you as SuperAdmin.',
  approval: 'We’ll create a workspace for your company, with you as SuperAdmin, once your sign-up is approved.',
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
          Already have an account? <Link to={paths.login()}>Log in</Link>
        </span>
      }
    >
      {settings.signUp !== 'closed' && <SignUpForm />}
    </AuthLayout>
  );
}
