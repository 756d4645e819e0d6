import { AuthLayout } from '#features/sign-in/web/auth/layout/auth-layout.tsx';
import { UnsubscribePage } from '#features/mail/web/unsubscribe-page.tsx';

/** `/unsubscribe`, in the layout of the sign-in pages. */
export function UnsubscribeInAuthLayout() {
  return <UnsubscribePage Layout={AuthLayout} />;
}
