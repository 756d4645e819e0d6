import { AuthLayout } from '../../features/auth/layout/auth-layout.tsx';
import { UnsubscribePage } from '../../features/mails/unsubscribe-page.tsx';

/** `/unsubscribe` looks like the other screens for people who are not signed in. */
export function UnsubscribeScreen() {
  return <UnsubscribePage Layout={AuthLayout} />;
}
