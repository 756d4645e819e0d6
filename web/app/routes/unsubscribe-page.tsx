import { AuthLayout } from '../../features/auth/layout/auth-layout.tsx';
import { UnsubscribePage } from '../../features/mails/unsubscribe-page.tsx';

/** `/unsubscribe`, in the layout of the sign-in pages. */
export function UnsubscribeInAuthLayout() {
  return <UnsubscribePage Layout={AuthLayout} />;
}
