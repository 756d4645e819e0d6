import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { paths } from '../../paths.ts';

/** The ways out of the form: Cancel goes back, a save leads to the list (sections 2.3 and 4). */
export function useLeaveForm() {
  const router = useRouter();
  const navigate = useNavigate();
  const canGoBack = useCanGoBack();
  const goToList = () => void navigate({ to: paths.billing() });
  return { goToList, cancel: () => (canGoBack ? router.history.back() : goToList()) };
}
