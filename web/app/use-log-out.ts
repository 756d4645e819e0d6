import { useNavigate } from '@tanstack/react-router';
import { toErrorWords } from '../api/error-words.ts';
import { signOut } from '../api/sign-out.ts';
import { paths } from '../paths.ts';
import { showToast } from '../ui/toast-store.ts';

/** Signs out and goes to the log-in page, which then leads back to the start and not to the page left. */
export function useLogOut(): () => void {
  const navigate = useNavigate();
  return () => {
    signOut().then(
      () => navigate({ href: paths.login(), replace: true }),
      (error: unknown) => showToast(toErrorWords(error), 'error'),
    );
  };
}
