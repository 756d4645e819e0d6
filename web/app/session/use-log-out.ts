import { useRouter } from '@tanstack/react-router';
import { toErrorWords } from '../../api/error-words.ts';
import { signOut } from '../../api/sign-out.ts';
import { leavePage } from '../../lib/use-unsaved-changes-guard.ts';
import { paths } from '../../paths.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';

/**
 * Signs out and goes to the log-in page, which then leads back to the start and not to the page left. That one is left
 * first, because it may hold something unsaved: whoever then stays, stays signed in.
 */
export function useLogOut(): () => void {
  const router = useRouter();
  async function logOut() {
    if (!(await leavePage(() => router.navigate({ to: paths.dashboard() })))) return;
    try {
      await signOut();
      await router.navigate({ href: paths.login(), replace: true });
    } catch (error) {
      showToast(toErrorWords(error), 'error');
    }
  }
  return () => void logOut();
}
